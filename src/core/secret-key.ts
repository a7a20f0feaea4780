import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { giveToFolderOwner } from './database/folder-owner.ts'
import { shellWord } from './shell-word.ts'

/** Something signed or encrypted for one purpose is useless for another. */
type Purpose =
  | 'album grant'
  | 'mail'
  | 'drive token'
  | 'google client'
  | 'known browser'
  | 'notice channel'

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

/**
 * The secret in a file that the owner named. `warn` is called if others may read it.
 * @throws Error with one line if it is not a key: none is created there, as a mistyped or
 * unmounted path would invalidate everything encrypted with the right one.
 */
export function openSecretKeyFile(path: string, warn: (message: string) => void): SecretKey {
  return secretKey(readSecretKeyFile(path, warn))
}

/** The content of such a file. @throws as openSecretKeyFile. */
export function readSecretKeyFile(path: string, warn: (message: string) => void): Uint8Array {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) {
    throw new Error(
      `--secret-key-file (VITRINE_SECRET_KEY_FILE) names a file that does not exist: ${path}. Copy secret.key of the gallery there; for a new gallery, make one: (umask 077 && openssl rand -out ${shellWord(path)} ${keyBytes})`,
    )
  }
  if (!found.isFile()) throw new Error(`${path} is not a file, so it cannot be the secret key.`)
  if (found.size !== keyBytes) {
    throw new Error(
      `${path} is not a secret key: it has ${found.size} bytes instead of ${keyBytes}. Copy the gallery's secret.key there as it is, without encoding it.`,
    )
  }
  // The group may read it: that is how root gives a service its key.
  if (process.platform !== 'win32' && (found.mode & 0o007) !== 0) {
    warn(
      `Every user of this machine may read the secret key. Change that: chmod o= ${shellWord(path)}`,
    )
  }
  return new Uint8Array(readKeyFile(path))
}

function readKeyFile(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code
    throw new Error(
      `The secret key ${path} cannot be read (${reason}). Let the user who runs Vitrine read it.`,
      { cause: error },
    )
  }
}

function secretKey(secret: Uint8Array) {
  const keyFor = (purpose: Purpose) =>
    new Uint8Array(hkdfSync('sha256', secret, new Uint8Array(), purpose, keyBytes))
  const sign = (purpose: Purpose, text: string): string =>
    createHmac('sha256', keyFor(purpose)).update(text).digest('base64url')

  return {
    sign,
    isSigned: (purpose: Purpose, text: string, signature: string): boolean => {
      const expected = Buffer.from(sign(purpose, text))
      const given = Buffer.from(signature)
      return expected.length === given.length && timingSafeEqual(expected, given)
    },
    /** Encrypts and authenticates; returns nonce, tag and ciphertext. */
    seal: (purpose: Purpose, text: string): Uint8Array => {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', keyFor(purpose), nonce)
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return new Uint8Array(Buffer.concat([nonce, cipher.getAuthTag(), sealed]))
    },
    /** @returns undefined if the text was encrypted with another key or is damaged. */
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
