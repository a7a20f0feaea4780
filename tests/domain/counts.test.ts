import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { countOfPhotos, grouped } from '../../src/contract/text/counts.ts'

test('counts are grouped by thousands, as the language’s own formatter does it', () => {
  const formatter = new Intl.NumberFormat('en')
  fc.assert(
    fc.property(fc.maxSafeNat(), (count) => expect(grouped(count)).toBe(formatter.format(count))),
  )
  expect(grouped(999)).toBe('999')
  expect(grouped(20_000)).toBe('20,000')
})

test('photos are counted in the singular for one and in the plural for none or many', () => {
  expect([0, 1, 2, 1000].map(countOfPhotos)).toEqual([
    '0 photos',
    '1 photo',
    '2 photos',
    '1,000 photos',
  ])
})
