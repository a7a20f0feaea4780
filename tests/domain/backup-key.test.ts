import { expect, test } from 'bun:test'
import { identityToRecipient } from 'age-encryption'
import fc from 'fast-check'
import {
  createBackupKey,
  fingerprintOf,
  parseBackupKey,
} from '../../src/operations/backup/sealed/backup-key.ts'
import { needsAge, newKeyFile, recipientOf } from '../support/age.ts'
import { testWith } from '../support/needs.ts'

const key = await createBackupKey()
const otherKey = await createBackupKey()
/** The characters of Bech32. */
const letters = 'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L'

const space = fc.stringMatching(/^[ \t]{0,3}$/)
const comment = fc.stringMatching(/^[ \t]?#[ -~]{0,40}$/)
const lineEnd = fc.constantFrom('\n', '\r\n')

test('a new key is a key of age, and no two are the same', () => {
  expect(key).toMatch(/^AGE-SECRET-KEY-1[A-Z0-9]{58}$/)
  expect(key).not.toBe(otherKey)
})

test('a key is read in either case, with spaces, and from a file with comments', async () => {
  const lines = fc.array(fc.oneof(comment, space), { maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(lines, space, fc.boolean(), space, lines, lineEnd),
      async ([before, left, isLower, right, after, end]) => {
        const line = `${left}${isLower ? key.toLowerCase() : key}${right}`
        expect(await parseBackupKey([...before, line, ...after].join(end))).toBe(key)
      },
    ),
  )
})

test('a key with a wrong character, or without its end, is refused', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 16, max: key.length - 1 }),
      fc.constantFrom(...letters, 'B', 'I', 'O', '1', ' ', 'ß'),
      async (position, letter) => {
        const wrong = `${key.slice(0, position)}${letter}${key.slice(position + 1)}`
        if (wrong !== key) await expect(parseBackupKey(wrong)).rejects.toThrow(/mistyped\.$/)
        await expect(parseBackupKey(key.slice(0, position))).rejects.toThrow(/mistyped\.$/)
        await expect(parseBackupKey(`${key}${letter}Q`)).rejects.toThrow(/mistyped\.$/)
      },
    ),
  )
})

test('any other text is refused in one line that does not repeat it', async () => {
  const secret = fc.string({ unit: 'grapheme', minLength: 8 }).filter((text) => /\S{8}/.test(text))
  await fc.assert(
    fc.asyncProperty(secret, async (text) => {
      const error = await parseBackupKey(text).then(String, (error: Error) => error.message)
      expect(error).toMatch(/^[^\n]*backup key[^\n]*\.$/)
      expect(error).not.toContain(text.trim())
    }),
  )
})

test.each([
  ['', 'There is no backup key; it begins with AGE-SECRET-KEY-1.'],
  ['# created: 2026-11-28\n\n', 'There is no backup key; it begins with AGE-SECRET-KEY-1.'],
  [`${key}\n${otherKey}`, 'There is more than one line; name one backup key alone.'],
  [
    await identityToRecipient(key),
    'This is the public half of a key; the backup key begins with AGE-SECRET-KEY-1.',
  ],
  ['a password', 'This is not a backup key, which begins with AGE-SECRET-KEY-1.'],
  [
    `AGE-SECRET-KEY-PQ-1${'Q'.repeat(58)}`,
    'This is not a backup key, which begins with AGE-SECRET-KEY-1.',
  ],
  [key.slice(0, -1), 'The backup key is incomplete or mistyped.'],
])('what is no key is refused in words (%#)', async (text, message) => {
  await expect(parseBackupKey(text)).rejects.toThrow(new Error(message))
})

test('a fingerprint is always the same for a key, and another for every key', () => {
  expect(fingerprintOf(key)).toMatch(/^[0-9a-f]{16}$/)
  expect(fingerprintOf(key)).toBe(fingerprintOf(key))
  expect(fingerprintOf(key)).not.toBe(fingerprintOf(otherKey))
})

// Bech32 is that of BIP 173, whose checksum is verified where the key is parsed.
const bytesOf = (text: string): string => {
  const words = [...text.slice(text.lastIndexOf('1') + 1, -6).toUpperCase()]
  const bits = words.map((word) => letters.indexOf(word).toString(2).padStart(5, '0')).join('')
  const bytes = bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2))
  return Buffer.from(bytes).toString('hex')
}

/** The key pairs of RFC 7748, section 6.1, as age writes them. */
const published = [
  {
    secret: '77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a',
    open: '8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a',
    key: 'AGE-SECRET-KEY-1WURK6ZNNRZJH60QKC9E9RVNXGH05CTU8A0QFJ243WLA628DE9S4QRFH26J',
  },
  {
    secret: '5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb',
    open: 'de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f',
    key: 'AGE-SECRET-KEY-1TK4SSLNZF29YK70P079C8QQWUEHNHVFFYCVTDLGU979J0LUGUR4SMHZYQ2',
  },
]

test.each(published)(
  'the library’s X25519 agrees with RFC 7748, section 6.1 (%#)',
  async ({ secret, open, key }) => {
    expect(bytesOf(await parseBackupKey(key))).toBe(secret)
    expect(bytesOf(await identityToRecipient(key))).toBe(open)
  },
)

testWith(needsAge)('age’s keys are read, and age reads new keys', async () => {
  const file = await newKeyFile()
  const read = await parseBackupKey(file)
  expect(file).toContain(read)
  expect(file).toContain(await identityToRecipient(read))
  expect(await recipientOf(key)).toBe(await identityToRecipient(key))
})
