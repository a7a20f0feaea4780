import { nameKeyOf } from './backup-key.ts'

/** The folder of everything that is encrypted, in the store around which another one is sealed. */
export const sealedFolder = 'sealed/'
const extension = '.age'
/** Names tell how long a path is in steps of this many bytes only. */
const blockBytes = 64

/**
 * Names of encrypted files: the same path always has the same name, which reveals nothing about it,
 * and only who has the key can make a name that has a path. AES-SIV (RFC 5297) without associated
 * data, of the whole path in UTF-8, padded with zero bytes; the result is in base64url.
 */
export async function createSealedNames(key: string) {
  const { aessiv } = await import('@noble/ciphers/aes.js')
  const nameKey = nameKeyOf(key)

  return {
    nameOf: (path: string): string => {
      const text = Buffer.from(path)
      const padded = new Uint8Array(Math.ceil(text.length / blockBytes) * blockBytes)
      padded.set(text)
      const sealed = Buffer.from(aessiv(nameKey).encrypt(padded)).toString('base64url')
      return `${sealedFolder}${sealed}${extension}`
    },
    /** Undefined if the name was damaged, or was not made with this key. */
    pathOf: (name: string): string | undefined => {
      if (!name.startsWith(sealedFolder) || !name.endsWith(extension)) return undefined
      const text = name.slice(sealedFolder.length, -extension.length)
      const sealed = Buffer.from(text, 'base64url')
      // Other spellings of the same bytes are not ours.
      if (sealed.toString('base64url') !== text) return undefined
      try {
        const padded = Buffer.from(aessiv(nameKey).decrypt(new Uint8Array(sealed)))
        return padded.toString().replace(/\0+$/, '')
      } catch {
        return undefined
      }
    },
  }
}
