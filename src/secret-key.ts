import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { giveToFolderOwner } from './database/folder-owner.ts'

/** Something signed or encrypted for one purpose is useless for another. */
type Purpose = 'album grant' | 'mail' | 'drive token' | 'google client' | 'known browser'

export type SecretKey = ReturnType<typeof secretKey>

const keyBytes = 32
/** AES-256-GCM with the sizes of NIST SP 800-38D: a random 96-bit nonce, a 128-bit tag. */
const nonceBytes = 12
const tagBytes = 16

/**
 * The data folder's secret in `path` (secret.key), created at the first start.
 * @throws Error if the file exists but is not a key: a new one would invalidate everything
 * encrypted with it.
 */
export function openSecretKey(path: string): SecretKey {
  return secretKey(readKey(path) ?? makeKey(path))
}

function secretKey(secret: Uint8Array) {
  const keyFor = (purpose: Purpose) =>
    new Uint8Array(hkdfSync('sha256', secret, new Uint8Array(), purpose, keyBytes))
  const sign = (purpose: Purpose, text: string): string =>
    createHmac('sha256', keyFor(purpose)).update(text).digest('base64url')

  return {
    sign,
    isSigned: (purpose: Purpose, text: string, signature: string): boolean => {
      const [expected, given] = [Buffer.from(sign(purpose, text)), Buffer.from(signature)]
      return expected.length === given.length && timingSafeEqual(expected, given)
    },
    /** Encrypts and authenticates; returns nonce, tag and ciphertext. */
    seal: (purpose: Purpose, text: string): Uint8Array => {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', keyFor(purpose), nonce)
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return new Uint8Array(Buffer.concat([nonce, cipher.getAuthTag(), sealed]))
    },
    /** undefined if it was encrypted with another key or is damaged. */
    unseal: (purpose: Purpose, sealed: Uint8Array): string | undefined => {
      try {
        const decipher = createDecipheriv(
          'aes-256-gcm',
          keyFor(purpose),
          sealed.subarray(0, nonceBytes),
          { authTagLength: tagBytes },
        )
        decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
        const text = decipher.update(sealed.subarray(nonceBytes + tagBytes))
        return Buffer.concat([text, decipher.final()]).toString('utf8')
      } catch {
        return undefined
      }
    },
  }
}

function readKey(path: string): Uint8Array | undefined {
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  if (bytes.length !== keyBytes) {
    throw new Error(
      `${path} is damaged; restore it from a backup, or delete it to create a new one.`,
    )
  }
  return new Uint8Array(bytes)
}

/** Written under another name first, so that an interrupted start does not leave half a key. */
function makeKey(path: string): Uint8Array {
  const key = new Uint8Array(randomBytes(keyBytes))
  const staging = `${path}.new`
  const file = openSync(staging, 'w', 0o600)
  writeSync(file, key)
  fsyncSync(file)
  closeSync(file)
  giveToFolderOwner(staging)
  renameSync(staging, path)
  if (process.platform !== 'win32') {
    const folder = openSync(dirname(path), 'r')
    fsyncSync(folder)
    closeSync(folder)
  }
  return key
}
