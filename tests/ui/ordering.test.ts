import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  indexAfterKey,
  isSameOrdering,
  mergeInto,
  moveBy,
  moveTo,
} from '../../ui/albums/order/ordering.ts'

const ordering = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 30 })
/** An order, one of its ids, and any place, also outside of it. */
const move = ordering.chain((ids) =>
  fc.record({
    ids: fc.constant(ids),
    id: fc.constantFrom(...ids),
    place: fc.integer({ min: -5, max: 40 }),
  }),
)

describe('the order of an album', () => {
  test('keeps every photo once, and all others in their order, whatever is moved', () => {
    fc.assert(
      fc.property(move, ({ ids, id, place }) => {
        const moved = moveTo(ids, id, place)
        expect(moved.indexOf(id)).toBe(Math.min(Math.max(place, 0), ids.length - 1))
        expect(moved.filter((other) => other !== id)).toEqual(ids.filter((other) => other !== id))
      }),
    )
  })

  test('is the same again after a step and a step back, around the ends too', () => {
    fc.assert(
      fc.property(move, fc.constantFrom(1 as const, -1 as const), ({ ids, id }, by) => {
        const back = moveBy(moveBy(ids, id, by), id, by === 1 ? -1 : 1)
        expect(isSameOrdering(back, ids)).toBe(true)
      }),
    )
  })

  test('wraps at its ends', () => {
    expect(moveBy(['a', 'b', 'c'], 'a', -1)).toEqual(['b', 'c', 'a'])
    expect(moveBy(['a', 'b', 'c'], 'c', 1)).toEqual(['c', 'a', 'b'])
  })

  test('is kept for the photos that stay, when others have gone and new ones come', () => {
    const change = ordering.chain((present) =>
      fc.record({
        present: fc.constant(present),
        stayed: fc.shuffledSubarray(present),
        gone: fc.uniqueArray(fc.string({ minLength: 1 }).filter((id) => !present.includes(id))),
        at: fc.nat(),
      }),
    )
    fc.assert(
      fc.property(change, ({ present, stayed, gone, at }) => {
        const middle = at % (stayed.length + 1)
        const made = [...stayed.slice(0, middle), ...gone, ...stayed.slice(middle)]
        const merged = mergeInto(made, present)
        expect(merged.toSorted()).toEqual(present.toSorted())
        expect(merged.slice(0, stayed.length)).toEqual(stayed)
        const fresh = present.filter((id) => !stayed.includes(id))
        expect(merged.slice(stayed.length)).toEqual(fresh)
      }),
    )
  })

  test('is changed by keys as the grid lies: along a row, between rows, to the ends', () => {
    const afterKey = (key: string) => indexAfterKey(key, 4, 9, 3)
    expect(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'].map(afterKey)).toEqual([3, 5, 1, 7])
    expect(['Home', 'End'].map(afterKey)).toEqual([0, 8])
    expect(afterKey('a')).toBeUndefined()
    expect(indexAfterKey('ArrowUp', 1, 9, 3)).toBe(0)
    expect(indexAfterKey('ArrowDown', 7, 9, 3)).toBe(8)
  })

  test('stays as it is for a photo that is not in it, or alone', () => {
    expect(moveBy(['a', 'b'], 'x', 1)).toEqual(['a', 'b'])
    expect(moveTo(['a', 'b'], 'x', 0)).toEqual(['a', 'b'])
    expect(moveBy(['a'], 'a', -1)).toEqual(['a'])
    expect(isSameOrdering(['a', 'b'], ['b', 'a'])).toBe(false)
  })
})
