// fail2ban's own programs with the filter and the jail that are handed out.
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Need } from './needs.ts'

const packaged = join(import.meta.dir, '../../packaging/fail2ban')

export const fail2ban: Need = {
  isMet: Bun.which('fail2ban-regex') !== null && Bun.which('fail2ban-client') !== null,
  otherwise: 'fail2ban is not installed',
}

/** The addresses that fail2ban would count for these lines of a log, one for each match. */
export async function countedAddresses(lines: readonly string[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-test-'))
  try {
    const log = join(folder, 'vitrine.log')
    await writeFile(log, `${lines.join('\n')}\n`)
    const filter = join(packaged, 'filter.d/vitrine.conf')
    return (await run(['fail2ban-regex', '--out', 'ip', log, filter])).split('\n').filter(Boolean)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** fail2ban's whole configuration with ours, as it would be read at its start. */
export async function readJail(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-test-'))
  try {
    await cp('/etc/fail2ban', folder, { recursive: true, dereference: true })
    await cp(packaged, folder, { recursive: true })
    return await run(['fail2ban-client', '-c', folder, '-d'])
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function run(command: string[]): Promise<string> {
  const program = Bun.spawn(command, { stdout: 'pipe', stderr: 'pipe' })
  const [text, errors] = await Promise.all([
    new Response(program.stdout).text(),
    new Response(program.stderr).text(),
  ])
  if ((await program.exited) !== 0) throw new Error(`${command[0]}: ${text}${errors}`)
  return text
}
