import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { dayMs, hourMs } from '../../src/core/time.ts'
import { type DiskSample, fullWithinWeek } from '../../src/operations/status/disk-pace.ts'

const now = Date.UTC(2026, 10, 28)
const total = 1e12
const stepMs = 6 * hourMs

/** Samples of `days`, of a disk that was filled at this pace and has `free` bytes now. */
const steady = (days: number, perDay: number, free: number): DiskSample[] =>
  Array.from({ length: days * 4 + 1 }, (_, index) => {
    const at = now - days * dayMs + index * stepMs
    return { at, free: free + (perDay * (now - at)) / dayMs, total }
  })

const perDay = fc.integer({ min: 1e6, max: 1e10 })

test('a disk that fills up at a steady pace is told of a week before it is full', () => {
  fc.assert(
    fc.property(perDay, fc.double({ min: 0, max: 30, noNaN: true }), (perDay, daysLeft) => {
      const free = Math.round(perDay * daysLeft)
      const found = fullWithinWeek(steady(14, perDay, free), { at: now, free, total })
      if (daysLeft < 6.99) expect(found).toEqual({ filled: Math.round(perDay * 7), days: 7 })
      if (daysLeft > 7.01) expect(found).toBeUndefined()
    }),
  )
})

test('a gallery younger than a week is told of its disk when half of it was filled', () => {
  const found = (free: number) => fullWithinWeek(steady(2, 1e9, free), { at: now, free, total })
  expect(found(2e9 + 1)).toBeUndefined()
  expect(found(2e9)).toEqual({ filled: 2e9, days: 2 })
})

test('nothing is told of a disk that is emptied or stays as it is', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e10, max: 0 }), fc.nat(1e10), (perDay, free) => {
      const samples = steady(7, perDay, free).filter((sample) => sample.free >= 0)
      expect(fullWithinWeek(samples, { at: now, free, total })).toBeUndefined()
    }),
  )
})

test('samples of another disk, of the future and from before the last week do not count', () => {
  const here = { at: now, free: 1e9, total }
  const before = (days: number, more: Partial<DiskSample> = {}) => [
    { at: now - days * dayMs, free: 100e9, total, ...more },
  ]
  expect(fullWithinWeek(before(1), here)).toEqual({ filled: 99e9, days: 1 })
  expect(fullWithinWeek(before(1, { total: total / 2 }), here)).toBeUndefined()
  expect(fullWithinWeek(before(-1), here)).toBeUndefined()
  expect(fullWithinWeek(before(8), here)).toBeUndefined()
})
