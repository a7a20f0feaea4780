import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { matchesEtag } from '../../src/http/etag.ts'

/** Tags may contain commas, spaces and whatever else is no quotation mark. */
const tag = fc
  .tuple(fc.constantFrom('', 'W/'), fc.stringMatching(/^[!#-~ ,]{0,12}$/))
  .map(([weakness, text]) => `${weakness}"${text}"`)
const separator = fc.constantFrom(',', ', ', ' ,  ')
const opaque = (etag: string) => etag.replace(/^W\//, '')

test('a list contains exactly the tags in it, whether weak or strong', () => {
  fc.assert(
    fc.property(
      fc.array(tag, { minLength: 1, maxLength: 6 }),
      separator,
      tag,
      (tags, comma, etag) => {
        const isNamed = tags.some((each) => opaque(each) === opaque(etag))
        expect(matchesEtag(tags.join(comma), etag)).toBe(isNamed)
      },
    ),
  )
})

test('every tag is found in a list that contains it', () => {
  fc.assert(
    fc.property(
      fc.array(tag, { maxLength: 3 }),
      fc.array(tag, { maxLength: 3 }),
      tag,
      (before, after, etag) => {
        expect(matchesEtag([...before, etag, ...after].join(', '), etag)).toBe(true)
        expect(matchesEtag([...before, `W/${opaque(etag)}`, ...after].join(', '), etag)).toBe(true)
      },
    ),
  )
})

test('an asterisk matches any tag, but only alone', () => {
  fc.assert(
    fc.property(tag, (etag) => {
      expect(matchesEtag('*', etag)).toBe(true)
      expect(matchesEtag(' * ', etag)).toBe(true)
      expect(matchesEtag('"*"', etag)).toBe(opaque(etag) === '"*"')
    }),
  )
})

test('a part of a tag does not match it', () => {
  expect(matchesEtag('"abc-gzip"', '"abc"')).toBe(false)
  expect(matchesEtag('abc', '"abc"')).toBe(false)
  expect(matchesEtag('', '"abc"')).toBe(false)
})
