import { expect, test } from 'bun:test'
import type { Photo } from '../../src/contract/photos/photos.ts'
import { createVisitorPhotos } from '../../src/gallery/photos/visitor-photos.ts'

/** Titles by row id, as the database has them now. */
function openTitles(titles: Map<number, string>) {
  const now = { version: 1, inTransaction: false, reads: 0 }
  const photos = createVisitorPhotos(
    {
      connection: {
        get inTransaction() {
          return now.inTransaction
        },
      } as never,
      version: () => now.version,
    },
    (rowIds) => {
      now.reads++
      return rowIds.flatMap((rowId) => {
        const title = titles.get(rowId)
        return title === undefined ? [] : [{ id: String(rowId), title } as Photo]
      })
    },
  )
  return { now, photos }
}

test('photos as visitors see them are read once, and again after something was written', () => {
  const titles = new Map([
    [1, 'Bridge'],
    [2, 'Harbour'],
    [3, 'Lighthouse'],
  ])
  const { now, photos } = openTitles(titles)
  const shown = (...rowIds: number[]) => photos.read(rowIds).map(({ json }) => json)
  const bridge = '{"id":"1","title":"Bridge"}'
  const harbour = '{"id":"2","title":"Harbour"}'
  expect(shown(2, 1, 2)).toEqual([harbour, bridge, harbour])
  expect(shown(1, 2)).toEqual([bridge, harbour])
  expect(now.reads).toBe(1)

  titles.delete(2)
  titles.set(1, 'A bridge')
  now.version++
  const others = ['{"id":"1","title":"A bridge"}', '{"id":"3","title":"Lighthouse"}']
  expect(shown(1, 2, 3)).toEqual(others)
  expect(shown(1, 2, 3)).toEqual(others)
  expect(shown(2)).toEqual([])
})

test('photos are not kept while a transaction may still be undone, nor long lists', () => {
  const { now, photos } = openTitles(new Map())
  expect(photos.canKeep([1])).toBe(true)
  expect(photos.canKeep(new Uint32Array(60))).toBe(true)
  expect(photos.canKeep(new Uint32Array(61))).toBe(false)
  now.inTransaction = true
  expect(photos.canKeep([1])).toBe(false)
})
