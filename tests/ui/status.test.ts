import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { sizeText } from '../../src/contract/text/size-text.ts'
import { agoText } from '../../ui/features/comments/time-ago.ts'

const dayMs = 24 * 60 * 60_000
const now = Date.UTC(2026, 0, 2)
const at = (days: number) => new Date(now - days * dayMs).toISOString()

test('a size has a unit of 1000 and at most three digits', () => {
  const known = [
    ...([
      [0, '0 bytes'],
      [1, '1 byte'],
      [999, '999 bytes'],
      [1000, '1 KB'],
    ] as const),
    ...([
      [4240, '4.2 KB'],
      [9950, '10 KB'],
      [999_499, '999 KB'],
      [999_500, '1 MB'],
    ] as const),
    ...([
      [61e9, '61 GB'],
      [3.25e12, '3.3 TB'],
      [5e18, '5000 PB'],
    ] as const),
  ]
  for (const [bytes, text] of known) expect([bytes, sizeText(bytes)]).toEqual([bytes, text])
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e15 }), (bytes) => {
      expect(sizeText(bytes)).toMatch(/^(\d{1,3} bytes?|\d(\.\d)? [KMGTP]B|\d{2,3} [KMGTP]B)$/)
    }),
  )
})

test('days are counted up to two months, because weeks or months would hide them', () => {
  expect([3, 12, 59, 400].map((days) => agoText(at(days), now))).toEqual([
    '3 days ago',
    '12 days ago',
    '59 days ago',
    '1 year ago',
  ])
  expect(agoText(at(0.5), now)).toBe('12 hours ago')
})
