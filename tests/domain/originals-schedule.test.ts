import { expect } from 'bun:test'
import { dayMs, hourMs } from '../../src/core/time.ts'
import { type PassState, passAt, shareOfDay } from '../../src/operations/originals/schedule.ts'
import { type Random, test } from '../support/seed.ts'

type Original = { readonly name: string; lastAt: number }

/** A gallery whose originals are added, deleted and read, in the order of their names. */
function createOriginals(count: number, random: Random) {
  const originals = new Map<string, Original>()
  const add = (now: number) => {
    const name = random().toString(36)
    originals.set(name, { name, lastAt: now })
  }
  for (let index = 0; index < count; index++) add(0)
  return { originals, add }
}

test('every original is read at least once in 90 days, although some come and go and the server is off for up to two weeks', async (random) => {
  for (const count of [1, 19, 400, 3000]) {
    const { originals, add } = createOriginals(count, random)
    let state: PassState = { cursor: '', began_at: null, last_began_at: null }
    let longest = 0
    let now = 0
    while (now < 720 * dayMs) {
      // The next day, a little later, or after days off.
      now += random() < 0.05 ? random() * 14 * dayMs : dayMs + random() * 6 * hourMs
      for (const { name, lastAt } of originals.values()) {
        longest = Math.max(longest, now - lastAt)
        if (random() < 0.002) originals.delete(name)
      }
      for (let added = random() * count * 0.004; added > random(); added--) add(now)

      const { cursor, beganAt, endsAt } = passAt(state, now)
      const left = [...originals.values()]
        .filter(({ name }) => name > cursor)
        .sort((one, other) => (one.name < other.name ? -1 : 1))
      const share = left.slice(0, shareOfDay(left.length, endsAt - now))
      for (const original of share) original.lastAt = now
      const isComplete = share.length === left.length
      state = isComplete
        ? { cursor: '', began_at: null, last_began_at: beganAt }
        : { ...state, cursor: share.at(-1)!.name, began_at: beganAt }
    }
    expect(longest).toBeLessThan(90 * dayMs)
    // Spread over the days, not read at once.
    if (count === 3000) expect(longest).toBeGreaterThan(30 * dayMs)
  }
})

test('a share is spread over the days that are left, and all that is late is read at once', async () => {
  expect(shareOfDay(36_000, 36 * dayMs)).toBe(1000)
  expect(shareOfDay(500, 36 * dayMs)).toBe(20)
  expect(shareOfDay(36_000, 12 * hourMs)).toBe(36_000)
  expect(shareOfDay(36_000, -9 * dayMs)).toBe(36_000)
})

test('a clock that was set back begins another pass', async () => {
  const state = { cursor: 'f', began_at: 5 * dayMs, last_began_at: 4 * dayMs }
  expect(passAt(state, 6 * dayMs)).toMatchObject({ cursor: 'f', beganAt: 5 * dayMs })
  expect(passAt(state, 3 * dayMs)).toEqual({
    cursor: '',
    beganAt: 3 * dayMs,
    endsAt: 39 * dayMs,
  })
})
