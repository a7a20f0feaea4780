// The published test vectors of the ciphers that the libraries implement for encrypted backups; that
// of X25519 is in backup-key.test.ts.
import { expect, test } from 'bun:test'
import { aessiv } from '@noble/ciphers/aes.js'
import { chacha20poly1305 } from '@noble/ciphers/chacha.js'

const bytes = (hex: string) => new Uint8Array(Buffer.from(hex.replaceAll(/\s/g, ''), 'hex'))
const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

/** Every single changed bit must be refused. */
function expectRefusals(decrypt: (sealed: Uint8Array) => Uint8Array, sealed: Uint8Array): void {
  for (let bit = 0; bit < sealed.length * 8; bit++) {
    const damaged = new Uint8Array(sealed)
    damaged[bit >> 3]! ^= 1 << (bit & 7)
    expect(() => decrypt(damaged)).toThrow()
  }
}

test('ChaCha20-Poly1305, of contents, agrees with RFC 8439, section 2.8.2', () => {
  const cipher = () =>
    chacha20poly1305(
      bytes('808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f'),
      bytes('070000004041424344454647'),
      bytes('50515253c0c1c2c3c4c5c6c7'),
    )
  const text = Buffer.from(
    "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen would be it.",
  )
  const sealed = bytes(`
    d31a8d34648e60db7b86afbc53ef7ec2 a4aded51296e08fea9e2b5a736ee62d6
    3dbea45e8ca9671282fafb69da92728b 1a71de0a9e060b2905d6a5b67ecd3b36
    92ddbd7f2d778b8c9803aee328091b58 fab324e4fad675945585808b4831d7bc
    3ff4def08e4b7a9de576d26586cec64b 6116
    1ae10b594f09e26a7e902ecbd0600691`)
  expect(hexOf(cipher().encrypt(new Uint8Array(text)))).toBe(hexOf(sealed))
  expect(hexOf(cipher().decrypt(sealed))).toBe(hexOf(text))
  expectRefusals((damaged) => cipher().decrypt(damaged), sealed)
})

test('AES-SIV, of names, agrees with RFC 5297, section A.1', () => {
  const cipher = () =>
    aessiv(
      bytes('fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0 f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff'),
      bytes('101112131415161718191a1b1c1d1e1f 2021222324252627'),
    )
  const text = bytes('112233445566778899aabbccddee')
  const sealed = bytes('85632d07c6e8f37f950acd320a2ecc93 40c02b9690c4dc04daef7f6afe5c')
  expect(hexOf(cipher().encrypt(text))).toBe(hexOf(sealed))
  expect(hexOf(cipher().decrypt(sealed))).toBe(hexOf(text))
  expectRefusals((damaged) => cipher().decrypt(damaged), sealed)
})

test('AES-SIV, of names, agrees with RFC 5297, section A.2', () => {
  const cipher = () =>
    aessiv(
      bytes('7f7e7d7c7b7a79787776757473727170 404142434445464748494a4b4c4d4e4f'),
      bytes('00112233445566778899aabbccddeeff deaddadadeaddadaffeeddccbbaa9988 7766554433221100'),
      bytes('102030405060708090a0'),
      bytes('09f911029d74e35bd84156c5635688c0'),
    )
  const text = new Uint8Array(Buffer.from('this is some plaintext to encrypt using SIV-AES'))
  const sealed = bytes(`7bdb6e3b432667eb06f4d14bff2fbd0f
    cb900f2fddbe404326601965c889bf17 dba77ceb094fa663b7a3f748ba8af829
    ea64ad544a272e9c485b62a3fd5c0d`)
  expect(hexOf(cipher().encrypt(text))).toBe(hexOf(sealed))
  expect(hexOf(cipher().decrypt(sealed))).toBe(hexOf(text))
  expectRefusals((damaged) => cipher().decrypt(damaged), sealed)
})
