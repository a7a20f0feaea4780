import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { fullKey, parseBucketAddress } from '../../src/core/config/bucket-address.ts'

describe('addresses', () => {
  test('the address of a bucket has a bucket and a prefix, which may be missing', () => {
    const parsed = (bucket: string, prefix: string) => ({ bucket, prefix })
    expect(parseBucketAddress('s3://photos')).toEqual(parsed('photos', ''))
    expect(parseBucketAddress('s3://photos/')).toEqual(parsed('photos', ''))
    expect(parseBucketAddress('s3://my.photos-1/a b/c/')).toEqual(parsed('my.photos-1', 'a b/c'))
  })

  test.each([
    ['another scheme', 'https://photos/prefix'],
    ['no bucket', 's3:///prefix'],
    ['capitals', 's3://Photos'],
    ['a short name', 's3://ab'],
    ['a long name', `s3://${'a'.repeat(64)}`],
    ['an IP address', 's3://192.168.1.1/x'],
    ['a hyphen at the end', 's3://photos-'],
    ['two dots in the name', 's3://my..photos'],
    ['a query', 's3://photos?x=1'],
    ['a key', 's3://key:secret@photos'],
    ['an empty part', 's3://photos/a//b'],
    ['a leading slash', 's3://photos//a'],
    ['dots', 's3://photos/../other'],
    ['a backslash', 's3://photos/a\\b'],
    ['a line break', 's3://photos/a\n'],
    ['half a character', 's3://photos/\ud83d'],
    ['a long prefix', `s3://photos/${'a'.repeat(513)}`],
  ])('the address of a bucket cannot be %s', (_, text) => {
    expect(parseBucketAddress(text)).toBeUndefined()
  })

  const part = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
    .filter((text) => !/[\p{Cc}/\\]/u.test(text) && text !== '.' && text !== '..')
  const path = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('/'))
  const bucket = fc.stringMatching(/^[a-z][a-z0-9-]{1,20}[a-z0-9]$/)

  test('the address of a bucket is read as written, and its keys reach nothing else', () => {
    fc.assert(
      fc.property(bucket, path, path, (name, prefix, key) => {
        const address = parseBucketAddress(`s3://${name}/${prefix}`)
        expect(address).toEqual({ bucket: name, prefix })
        const whole = fullKey(address!, key)!
        expect(whole).toBe(`${prefix}/${key}`)
        const url = new URL(`http://host/${whole.split('/').map(encodeURIComponent).join('/')}`)
        expect(decodeURIComponent(url.pathname)).toBe(`/${whole}`)
      }),
    )
  })

  test('the address of a bucket is rejected rather than changed, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const address = parseBucketAddress(`s3://${text}`)
        if (!address) return
        const again = address.prefix ? `${address.bucket}/${address.prefix}` : address.bucket
        expect([again, `${again}/`]).toContain(text)
      }),
    )
  })
})
