import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runCommand } from '../../tests/support/executable.ts'
import type { Outputs } from './differences.ts'
import { mask } from './mask.ts'

/** Help, and mistakes in the use of each command; `DATA` has no gallery, `FILE` is not a folder. */
const commandLines = [
  '--help',
  'unknown',
  'serve --prt 80',
  'serve --data',
  'serve --port 99999 --data DATA',
  'serve --host nowhere --data DATA',
  'serve --public-url photos --data DATA',
  'serve --smtp-url http://example.org --data DATA',
  'serve --media s3 --data DATA',
  'serve --max-upload 1 --data DATA',
  'serve --data FILE',
  'serve --data FILE/data',
  'import',
  'import missing.jpg --data DATA',
  'import FILE --on-match never --data DATA',
  'import FILE --album= --data DATA',
  'import FILE --data DATA',
  'backup',
  'backup TARGET',
  'backup TARGET --data DATA',
  'backup TARGET --keep none --data DATA',
  'restore',
  'restore TARGET --data DATA',
  'restore FILE --data DATA',
  'check --data DATA',
  'check --sample 200% --data DATA',
  'check --deep --database --data DATA',
  'check --database --data DATA',
  'media',
  'media move --data DATA',
  'media move --to cloud --data DATA',
  'media move --to bucket --data DATA',
  'password --data FILE',
  'health --data DATA',
  'health --port 1',
  'version --data',
]

/** The exit codes and messages of all commands without a gallery. */
export async function commandOutputs(executable: string, data: string): Promise<Outputs> {
  const folder = join(dirname(data), 'commands')
  const outputs = new Map<string, string>()
  for (const line of commandLines) {
    mkdirSync(folder)
    const paths: Readonly<Record<string, string>> = {
      DATA: join(folder, 'data'),
      TARGET: join(folder, 'target'),
      FILE: join(folder, 'file.jpg'),
    }
    writeFileSync(paths.FILE!, 'not a JPEG')
    const words = line
      .split(' ')
      .map((word) => word.replace(/DATA|TARGET|FILE/g, (name) => paths[name]!))
    const { code, text } = await runCommand(words, { executable })
    outputs.set(`command: vitrine ${line}`, mask(`${text}exit code ${code}\n`))
    rmSync(folder, { recursive: true })
  }
  return outputs
}
