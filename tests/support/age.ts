// age as Debian packages it: another implementation of the format of encrypted backups.
import { writeFile } from 'node:fs/promises'
import { which } from 'bun'
import type { Need } from './needs.ts'

export const needsAge: Need = {
  isMet: which('age') !== null && which('age-keygen') !== null,
  otherwise: 'age is not installed',
}

/** A key in a file, as age-keygen writes it. */
export const newKeyFile = async (): Promise<string> =>
  Buffer.from(await run('age-keygen')).toString()

/** The public half of a key. */
export const recipientOf = async (key: string): Promise<string> =>
  Buffer.from(await run('age-keygen -y', Buffer.from(key)))
    .toString()
    .trim()

/** Encrypts `content` to the file `target`. */
export async function encryptWithAge(recipient: string, content: Uint8Array, target: string) {
  await writeFile(target, await run(`age -r ${recipient}`, content))
}

/** Decrypts a file as the documentation tells a person to, without its first line. */
export async function decryptWithAge(key: string, path: string): Promise<Uint8Array> {
  const keyPath = `${path}.key`
  await writeFile(keyPath, `${key}\n`)
  return run(`age -d -i "${keyPath}" "${path}" | tail -n +2`)
}

async function run(command: string, input: Uint8Array = new Uint8Array()): Promise<Uint8Array> {
  const child = Bun.spawn(['sh', '-c', command], { stdin: Buffer.from(input), stderr: 'pipe' })
  const [output, problem] = await Promise.all([
    new Response(child.stdout).bytes(),
    new Response(child.stderr).text(),
  ])
  if ((await child.exited) !== 0) throw new Error(`${command}: ${problem}`)
  return output
}
