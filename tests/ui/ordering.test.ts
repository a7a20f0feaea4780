import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  indexAfterKey,
  isSameOrdering,
  mergeInto,
  moveBy,
  moveTo,
} from '../../ui/catalogue/albums/ordering.ts'

const ordering = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 30 })
/** An order, one of its ids, and any index, also out of range. */
const move = ordering.chain((ids) =>
  fc.record({
    ids: fc.constant(ids),
    id: fc.constantFrom(...ids),
    index: fc.integer({ min: -5, max: 40 }),
  }),
)

describe('order', () => {
  test('the order of an album keeps all other photos in order, whatever is moved', () => {
    fc.assert(
      fc.property(move, ({ ids, id, index }) => {
        const moved = moveTo(ids, id, index)
        expect(moved.indexOf(id)).toBe(Math.min(Math.max(index, 0), ids.length - 1))
        expect(moved.filter((other) => other !== id)).toEqual(ids.filter((other) => other !== id))
      }),
    )
  })

  test('the order of an album is the same after a move and its reverse, also around the ends', () => {
    fc.assert(
      fc.property(move, fc.constantFrom(1 as const, -1 as const), ({ ids, id }, by) => {
        const back = moveBy(moveBy(ids, id, by), id, by === 1 ? -1 : 1)
        expect(isSameOrdering(back, ids)).toBe(true)
      }),
    )
  })

  test('the order of an album wraps at its ends', () => {
    expect(moveBy(['a', 'b', 'c'], 'a', -1)).toEqual(['b', 'c', 'a'])
    expect(moveBy(['a', 'b', 'c'], 'c', 1)).toEqual(['c', 'a', 'b'])
  })

  test('the order of an album keeps the order of remaining photos when others are removed and added', () => {
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

  test('the order of an album can be changed with keys: along a row, between rows, and to the ends', () => {
    const afterKey = (key: string) => indexAfterKey(key, 4, 9, 3)
    expect(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'].map(afterKey)).toEqual([3, 5, 1, 7])
    expect(['Home', 'End'].map(afterKey)).toEqual([0, 8])
    expect(afterKey('a')).toBeUndefined()
    expect(indexAfterKey('ArrowUp', 1, 9, 3)).toBe(0)
    expect(indexAfterKey('ArrowDown', 7, 9, 3)).toBe(8)
  })

  test('the order of an album is unchanged by a photo that is not in it or that is the only one', () => {
    expect(moveBy(['a', 'b'], 'x', 1)).toEqual(['a', 'b'])
    expect(moveTo(['a', 'b'], 'x', 0)).toEqual(['a', 'b'])
    expect(moveBy(['a'], 'a', -1)).toEqual(['a'])
    expect(isSameOrdering(['a', 'b'], ['b', 'a'])).toBe(false)
  })
})
