import { describe, expect, test } from 'bun:test'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { PageQuery } from '../../src/contract/envelope.ts'
import { AppError } from '../../src/core/errors.ts'
import { contentDisposition } from '../../src/http/content-disposition.ts'
import { chooseEncoding } from '../../src/http/encoding.ts'
import { listFolder } from '../../src/http/interface-files.ts'
import { createRateLimit } from '../../src/http/rate-limit.ts'
import { acceptsFormat } from '../../src/images/accepts.ts'
import { jsonScript } from '../../src/site/document.ts'

test('a page’s initial data are the same after parsing and cannot end their element', () => {
  const text = fc.oneof(fc.string(), fc.constantFrom('</script>', '<!--', '<SCRIPT', '\u2028'))
  fc.assert(
    fc.property(fc.dictionary(text, fc.oneof(text, fc.array(text))), (data) => {
      const script = jsonScript('application/json', data, 'd')
      const inner = script.slice(
        '<script type="application/json" id="d">'.length,
        -'</script>'.length,
      )
      expect(inner).not.toContain('<')
      expect(JSON.parse(inner)).toEqual(JSON.parse(JSON.stringify(data)))
    }),
  )
})

test('a download’s name is one header line and can be read back in full', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      const header = contentDisposition(name)
      expect(header).toMatch(
        /^attachment; filename="[\x20-\x7e]*"; filename\*=UTF-8''[\x21-\x7e]*$/,
      )
      expect(header.split('"')).toHaveLength(3)
      const full = header.split("filename*=UTF-8''")[1]!
      expect(full).not.toMatch(/['()*; ,"]/)
      expect(decodeURIComponent(full)).toBe(name.toWellFormed())
    }),
  )
})

test.each([
  [undefined, undefined],
  ['', undefined],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1, br;q=0.1', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.0, gzip; q=0', undefined],
  ['*', undefined],
  ['x-gzip, brr', undefined],
  ['GZip', 'gzip'],
] as const)('Accept-Encoding %j is answered with %s', (header, encoding) => {
  expect(chooseEncoding(header)).toBe(encoding)
})

test.each([
  [undefined, []],
  ['*/*', []],
  ['image/*', []],
  ['image/avif', ['avif']],
  ['image/avif,image/webp,*/*;q=0.8', ['avif', 'webp']],
  ['image/webp;q=0,image/avif;q=0.5', ['avif']],
  ['IMAGE/WEBP', ['webp']],
  ['image/avif;v=1;q=0', []],
  ['image/avifs, text/image/webp', []],
] as const)('Accept %j selects the formats %j', (header, formats) => {
  const accepts = acceptsFormat(header)
  expect((['avif', 'webp'] as const).filter(accepts)).toEqual([...formats])
})

describe('limits', () => {
  test('a rate limit allows each key a number of requests in any window, and says when to retry', () => {
    const times = fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 60 })
    fc.assert(
      fc.property(times, (steps) => {
        let now = 1_000_000
        const limit = createRateLimit(
          { now: () => now, elapsed: () => now },
          { count: 3, windowMs: 1000, message: 'wait' },
        )
        const used: number[] = []
        for (const step of steps) {
          now += step
          const isFree = used.filter((time) => time > now - 1000).length < 3
          try {
            limit.use('one')
            expect(isFree).toBe(true)
            used.push(now)
          } catch (error) {
            expect(isFree).toBe(false)
            expect((error as AppError).code).toBe(429)
            expect((error as AppError).headers).toEqual({ 'Retry-After': '1' })
          }
        }
        expect(() => limit.use('other')).not.toThrow()
      }),
    )
  })

  test('a rate limit remembers a limited number of keys, and lets no one through because of it', () => {
    const limit = createRateLimit(
      { now: () => 0, elapsed: () => 0 },
      { count: 1, windowMs: 1000, message: 'wait' },
    )
    for (let n = 0; n < 40_000; n++) limit.use(`key ${n}`)
    expect(() => limit.use('key 39999')).toThrow(AppError)
  })
})

test('a page’s query accepts whole numbers and only one kind of position', () => {
  const id = '019b7ca9-9070-7314-b84e-9ff82474a522'
  expect(PageQuery().parse({ limit: '12', offset: '24' })).toEqual({ limit: 12, offset: 24 })
  expect(PageQuery().parse({ limit: '12', around: id })).toEqual({ limit: 12, around: id })
  expect(PageQuery().parse({})).toEqual({})
  for (const bad of [
    { around: id },
    { around: id, limit: '0' },
    { around: id, limit: '1', offset: '0' },
  ]) {
    expect(PageQuery().safeParse(bad).success).toBe(false)
  }
  fc.assert(
    fc.property(fc.string(), (limit) => {
      expect(PageQuery().safeParse({ limit }).success).toBe(/^\d{1,9}$/.test(limit))
    }),
  )
})

test('every text file of the interface is sent with its charset', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-test-'))
  const names = ['a.css', 'b.js', 'c.json', 'd.svg', 'e.txt', 'f.webmanifest', 'g.xml', 'h.jpg']
  for (const name of names) await writeFile(join(folder, name), '')
  const types = listFolder(folder).map(({ contentType }) => contentType.replace('; ', ';'))
  await rm(folder, { recursive: true })
  expect(types).toEqual([
    'text/css;charset=utf-8',
    'text/javascript;charset=utf-8',
    'application/json;charset=utf-8',
    'image/svg+xml;charset=utf-8',
    'text/plain;charset=utf-8',
    'application/manifest+json;charset=utf-8',
    'application/xml;charset=utf-8',
    'image/jpeg',
  ])
})
