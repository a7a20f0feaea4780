import { hkdfSync } from 'node:crypto'

/** How age writes a secret key of X25519: 32 bytes and a checksum in Bech32. */
const prefix = 'AGE-SECRET-KEY-1'
const form = /^AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58}$/

/** A new key for encrypted backups, as age-keygen makes them. It is stored nowhere. */
export async function createBackupKey(): Promise<string> {
  const { generateX25519Identity } = await import('age-encryption')
  return generateX25519Identity()
}

/**
 * The key in a text that a person has kept: the key alone, in either case, or a file of age-keygen
 * with its comments.
 * @throws Error with one line, which does not repeat the text, if there is no such key in it.
 */
export async function parseBackupKey(text: string): Promise<string> {
  const lines = text.split(/[\r\n]+/).map((line) => line.trim())
  const [line, ...others] = lines.filter((each) => each !== '' && !each.startsWith('#'))
  if (line === undefined) throw new Error(`There is no backup key; it begins with ${prefix}.`)
  if (others.length > 0) throw new Error('There is more than one line; name one backup key alone.')
  const key = line.toUpperCase()
  if (key.startsWith('AGE1')) {
    throw new Error(`This is the public half of a key; the backup key begins with ${prefix}.`)
  }
  if (!key.startsWith(prefix)) {
    throw new Error(`This is not a backup key, which begins with ${prefix}.`)
  }
  const { identityToRecipient } = await import('age-encryption')
  const isWhole = form.test(key) && (await succeeds(identityToRecipient(key)))
  if (!isWhole) throw new Error('The backup key is incomplete or mistyped.')
  return key
}

/** Which key it is, for the bucket and for messages: it reveals nothing about the key. */
export const fingerprintOf = (key: string): string => derive(key, 'fingerprint', 8).toString('hex')

/** The key that encrypts the names: two keys of AES-256, as AES-SIV needs them. */
export const nameKeyOf = (key: string): Uint8Array => new Uint8Array(derive(key, 'names', 64))

const derive = (key: string, purpose: 'fingerprint' | 'names', bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, '', `vitrine backup ${purpose}`, bytes))

const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  )
