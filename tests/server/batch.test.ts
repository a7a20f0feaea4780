import { describe, expect, test } from 'bun:test'
import type { Album } from '../../src/contract/albums/albums.ts'
import type {
  BatchChangeInput,
  BatchResult,
  BatchSummary,
} from '../../src/contract/photos/batch.ts'
import type { Photo, PhotoList } from '../../src/contract/photos/photos.ts'
import type { TrashList } from '../../src/contract/photos/trash.ts'
import { type Browser, errorOf } from '../support/browser.ts'
import { openCrowdedGallery } from '../support/crowded-gallery.ts'
import { makeAlbum, openGallery, upload } from '../support/gallery.ts'
import { camera } from '../support/photos.ts'

const unknownId = '019b7ca9-9070-7314-b84e-9ff82474a522'

/** A gallery with four photos; the photostream shows the first. */
async function openFour() {
  const gallery = await openGallery()
  const owner = await gallery.asOwner()
  const photos: Photo[] = []
  for (const [index, creator] of ['Ann', 'Ann', 'Ben', ''].entries()) {
    const date = `2020:01:0${index + 1} 00:00:00`
    photos.push(
      await upload(
        gallery,
        owner,
        camera({ date, creator, title: `${index}`, keywords: ['a', 'b', 'c'] }),
      ),
    )
  }
  const stream = await makeAlbum(owner, 'Stream', photos.slice(0, 1), { isPhotostream: true })
  const ids = photos.map(({ id }) => id)
  const photo = (index: number) => owner.data<Photo>(`/api/photos/${ids[index]}`)
  return {
    gallery,
    owner,
    ids,
    stream,
    photo,
    photos: () => Promise.all(ids.map((_, index) => photo(index))),
    order: async ({ id }: { id: string }) =>
      (await owner.data<PhotoList>(`/api/albums/${id}/photos`)).photos.map((shown) =>
        ids.indexOf(shown.id),
      ),
  }
}

const change = (owner: Browser, ids: string[], wanted: BatchChangeInput) =>
  owner.data<BatchResult>('/api/photos/batch', { method: 'POST', body: { ids, change: wanted } })
const refusal = async (owner: Browser, ids: unknown, wanted: unknown) =>
  errorOf(await owner.post('/api/photos/batch', { ids, change: wanted }))
const undo = async (owner: Browser, { undo: steps }: BatchResult) =>
  (
    await owner.data<{ changed: number }>('/api/photos/batch/undo', {
      method: 'POST',
      body: { steps },
    })
  ).changed

describe('selections', () => {
  test('several photos are added to an album together, and undoing it leaves those that were in it', async () => {
    const { gallery, owner, ids, order } = await openFour()
    await using _ = gallery
    const album = await makeAlbum(owner, 'A', [{ id: ids[1]! }])
    const result = await change(owner, ids.slice(0, 3), { kind: 'addToAlbum', albumId: album.id })
    expect(result.changed).toBe(2)
    expect(await order(album)).toEqual([1, 0, 2])
    expect(await undo(owner, result)).toBe(2)
    expect(await order(album)).toEqual([1])
    const again = await change(owner, [ids[1]!], { kind: 'addToAlbum', albumId: album.id })
    expect(again).toEqual({ changed: 0, undo: [] })
  })

  test.each([
    ['in the order of addition', undefined],
    ['in manual order', [3, 1, 0, 2]],
    ['sorted by date', 2],
  ])(
    'several photos that were removed from an album %s return to their places',
    async (_, orderBy) => {
      const { gallery, owner, ids, order } = await openFour()
      await using _gallery = gallery
      const wanted = [2, 0, 3, 1].map((index) => ({ id: ids[index]! }))
      const album = await makeAlbum(owner, 'A', wanted)
      if (Array.isArray(orderBy)) {
        const photos = orderBy.map((index) => ids[index])
        await owner.data(`/api/albums/${album.id}/order`, { method: 'PUT', body: { photos } })
      } else if (orderBy !== undefined) {
        await owner.data(`/api/albums/${album.id}`, { method: 'PUT', body: { orderBy } })
      }
      const before = await order(album)
      const result = await change(owner, [ids[0]!, ids[3]!], {
        kind: 'removeFromAlbum',
        albumId: album.id,
      })
      expect([result.changed, await order(album)]).toEqual([
        2,
        before.filter((index) => index === 1 || index === 2),
      ])
      expect(await undo(owner, result)).toBe(2)
      expect(await order(album)).toEqual(before)
    },
  )

  test('several photos return to an album that has another order by now', async () => {
    const { gallery, owner, ids, order } = await openFour()
    await using _ = gallery
    const album = await makeAlbum(
      owner,
      'A',
      ids.map((id) => ({ id })),
    )
    const path = `/api/albums/${album.id}`
    const photos = [1, 3, 0, 2].map((index) => ids[index])
    await owner.data(`${path}/order`, { method: 'PUT', body: { photos } })
    const result = await change(owner, [ids[3]!], { kind: 'removeFromAlbum', albumId: album.id })
    await owner.data(path, { method: 'PUT', body: { orderBy: 2 } })
    await undo(owner, result)
    expect(await order(album)).toEqual([3, 2, 1, 0])
  })

  test('several photos become public and private, and the answer names albums that still show them', async () => {
    const { gallery, owner, ids, stream, photos, order } = await openFour()
    await using _ = gallery
    const open = await makeAlbum(owner, 'Open', [{ id: ids[1]! }])
    const coded = await makeAlbum(owner, 'Coded', [{ id: ids[2]! }])
    await owner.data(`/api/albums/${coded.id}`, { method: 'PUT', body: { code: 'secret' } })
    const shown = async () => (await photos()).map(({ isPublic }) => isPublic)

    const published = await change(owner, ids, { kind: 'makePublic' })
    expect([published.changed, await shown()]).toEqual([3, [true, true, true, true]])
    const inOrder = await order(stream)
    const visitor = gallery.asVisitor()
    expect((await visitor.data<PhotoList>('/api/photos')).total).toBe(4)

    const hidden = await change(owner, ids.slice(0, 3), { kind: 'makePrivate' })
    expect([hidden.changed, hidden.stillVisibleIn]).toEqual([
      3,
      [{ id: open.id, name: 'Open', fillsItself: false }],
    ])
    expect((await visitor.data<PhotoList>('/api/photos')).total).toBe(1)
    expect((await visitor.get(`/api/photos/${ids[0]}`)).status).toBe(404)

    await undo(owner, hidden)
    expect(await order(stream)).toEqual(inOrder)
    await undo(owner, published)
    expect(await shown()).toEqual([true, false, false, false])
  })

  test('several photos that are private and public again are not new in the feeds', async () => {
    const { gallery, owner, ids } = await openFour()
    await using _ = gallery
    const feed = async () => (await gallery.asVisitor().get('/feed.json')).text()
    await change(owner, ids, { kind: 'makePublic' })
    const before = await feed()
    await undo(owner, await change(owner, ids, { kind: 'makePrivate' }))
    expect(await feed()).toBe(before)
  })

  test('several photos gain and lose keywords; undoing it restores their order and keeps later changes', async () => {
    const { gallery, owner, ids, photo } = await openFour()
    await using _ = gallery
    const first = { id: ids[0]!, keywords: ['x', 'a', 'b'] }
    await owner.data(`/api/photos/${ids[0]}`, { method: 'PUT', body: first })
    const result = await change(owner, ids.slice(0, 2), {
      kind: 'keywords',
      add: ['x', 'y', 'y'],
      remove: ['a'],
    })
    expect(result.changed).toBe(2)
    expect((await photo(0)).keywords).toEqual(['x', 'b', 'y'])
    expect((await photo(1)).keywords).toEqual(['b', 'c', 'x', 'y'])
    expect((await owner.data<PhotoList>('/api/photos?keyword=y')).total).toBe(2)

    const later = { id: ids[1]!, keywords: ['b', 'c', 'x', 'y', 'z'] }
    await owner.data(`/api/photos/${ids[1]}`, { method: 'PUT', body: later })
    await undo(owner, result)
    expect((await photo(0)).keywords).toEqual(['x', 'a', 'b'])
    expect((await photo(1)).keywords).toEqual(['a', 'b', 'c', 'z'])
  })

  test('several photos get a creator and a copyright, which belong to the file again once undone', async () => {
    const { gallery, owner, ids, photos } = await openFour()
    await using _ = gallery
    const edited = () =>
      ids.map(
        (id) =>
          gallery.services.store.connection
            .query<{ edited: string }, [string]>('SELECT edited FROM photo WHERE id = ?')
            .get(id)!.edited,
      )
    const before = await photos()
    const result = await change(owner, ids, { kind: 'rights', creator: ' Ann ' })
    expect(result.changed).toBe(2)
    expect((await photos()).map(({ creator, copyright }) => [creator, copyright])).toEqual(
      before.map(({ copyright }) => ['Ann', copyright]),
    )
    expect(edited()).toEqual(['{}', '{}', '{"creator":"Ben"}', '{"creator":null}'])
    const none = await change(owner, ids, { kind: 'rights', creator: '', copyright: '© Ann' })
    expect([none.changed, (await photos()).map(({ creator }) => creator)]).toEqual([
      4,
      [null, null, null, null],
    ])
    await undo(owner, none)
    await undo(owner, result)
    // The pictures were made again.
    const fileName = expect.any(String)
    expect(await photos()).toEqual(before.map((photo) => ({ ...photo, fileName })))
    expect(edited()).toEqual(['{}', '{}', '{}', '{}'])
  })

  test('several photos get pictures with their new credits, also when that is undone', async () => {
    const { gallery, owner, ids, photo } = await openFour()
    await using _ = gallery
    const names = async () => {
      const { fileName } = await photo(2)
      const picture = Buffer.from(await (await owner.get(`/api/images/${fileName}`)).bytes())
      return [picture.includes('Ben'), picture.includes('Cleo')]
    }
    const old = await photo(2)
    expect(await names()).toEqual([true, false])
    const result = await change(owner, [ids[2]!], { kind: 'rights', creator: 'Cleo' })
    expect(await names()).toEqual([false, true])
    expect((await owner.get(`/api/images/${old.fileName}`)).status).toBe(404)
    await undo(owner, result)
    expect(await names()).toEqual([true, false])
  })

  test('several photos go to the trash and return with their albums, without those deleted for good', async () => {
    const { gallery, owner, ids, stream, order } = await openFour()
    await using _ = gallery
    const album = await makeAlbum(
      owner,
      'A',
      ids.map((id) => ({ id })),
    )
    const result = await change(owner, ids.slice(0, 3), { kind: 'trash' })
    expect(result).toEqual({
      changed: 3,
      undo: [{ ids: ids.slice(0, 3), change: { kind: 'restore' } }],
    })
    expect([await order(album), await order(stream)]).toEqual([[3], []])
    expect((await owner.data<TrashList>('/api/trash')).total).toBe(3)
    await owner.data('/api/trash/delete', { method: 'POST', body: { ids: [ids[1]] } })
    expect(await undo(owner, result)).toBe(2)
    expect([await order(album), await order(stream)]).toEqual([[0, 2, 3], [0]])
    expect(await undo(owner, result)).toBe(0)
  })

  test('several photos enter and leave albums that fill themselves with their new keywords', async () => {
    const { gallery, owner, ids } = await openFour()
    await using _ = gallery
    const { id } = await owner.data<Album>('/api/albums', {
      method: 'POST',
      body: { name: 'Filled', rule: 'keyword=y' },
    })
    const count = async () => (await owner.data<Album>(`/api/albums/${id}`)).photoCount
    const result = await change(owner, ids, { kind: 'keywords', add: ['y'] })
    expect(await count()).toBe(4)
    await undo(owner, result)
    expect(await count()).toBe(0)
    const byHand = await refusal(owner, ids, { kind: 'addToAlbum', albumId: id })
    expect(byHand.code).toBe(409)
  })

  test('several photos have a summary of what they have in common', async () => {
    const { gallery, owner, ids } = await openFour()
    await using _ = gallery
    const album = await makeAlbum(owner, 'A', [{ id: ids[2]! }])
    const summary = (photoIds: string[]) =>
      owner.data<BatchSummary>('/api/photos/batch/summary', {
        method: 'POST',
        body: { ids: photoIds },
      })
    await change(owner, [ids[0]!], { kind: 'keywords', add: ['x'], remove: ['c'] })
    const all = await summary([ids[0]!, ids[1]!, ids[2]!, ids[2]!])
    expect(all.albums).toContainEqual({ id: album.id, name: 'A', photos: 1 })
    expect({ ...all, albums: all.albums.length }).toEqual({
      photos: 3,
      public: 1,
      albums: 2,
      keywords: [
        { keyword: 'a', photos: 3 },
        { keyword: 'b', photos: 3 },
        { keyword: 'c', photos: 2 },
        { keyword: 'x', photos: 1 },
      ],
      copyright: null,
    })
    expect((await summary(ids.slice(0, 2))).creator).toBe('Ann')
    expect((await owner.post('/api/photos/batch/summary', { ids: [unknownId] })).status).toBe(400)
  })
})

describe('changes', () => {
  test('a change of several photos fails completely if one of them does not exist', async () => {
    const { gallery, owner, ids, stream, photos, order } = await openFour()
    await using _ = gallery
    const before = await photos()
    for (const wanted of [
      { kind: 'addToAlbum', albumId: stream.id },
      { kind: 'makePrivate' },
      { kind: 'keywords', add: ['x'] },
      { kind: 'rights', creator: 'Eve' },
      { kind: 'trash' },
    ]) {
      const { code, details } = await refusal(owner, [...ids, unknownId], wanted)
      expect([code, details]).toEqual([400, { field: 'ids' }])
    }
    expect([await photos(), await order(stream)]).toEqual([before, [0]])
  })

  test('a change of several photos fails completely if one of them would have too many keywords', async () => {
    const { gallery, owner, ids, photos } = await openFour()
    await using _ = gallery
    const keywords = Array.from({ length: 100 }, (_, index) => `k${index}`)
    await owner.data(`/api/photos/${ids[3]}`, { method: 'PUT', body: { id: ids[3], keywords } })
    const before = await photos()
    const { code, message, details } = await refusal(owner, ids, { kind: 'keywords', add: ['x'] })
    expect([code, details?.photoId, message]).toEqual([
      400,
      ids[3],
      'a photo would have more than 100 keywords',
    ])
    expect(await photos()).toEqual(before)
  })

  test('a change of several photos is undone completely or not at all', async () => {
    const { gallery, owner, ids, photos } = await openFour()
    await using _ = gallery
    const result = await change(owner, ids, { kind: 'rights', creator: 'Cleo' })
    const before = await photos()
    await owner.delete(`/api/photos/${ids[3]}`, { removeFiles: true })
    const answer = await owner.post('/api/photos/batch/undo', { steps: result.undo })
    expect((await errorOf(answer)).code).toBe(400)
    const left = await Promise.all(
      ids.slice(0, 3).map((id) => owner.data<Photo>(`/api/photos/${id}`)),
    )
    expect(left).toEqual(before.slice(0, 3))
  })

  test('a change of several photos is refused with a reason if it is malformed', async () => {
    const { gallery, owner, ids } = await openFour()
    await using _ = gallery
    const tooMany = Array.from({ length: 1001 }, () => ids[0])
    const long = 'x'.repeat(101)
    const cases: [unknown, unknown, number, string][] = [
      [tooMany, { kind: 'makePrivate' }, 400, 'ids: must have at most 1000 entries'],
      [[], { kind: 'makePrivate' }, 400, 'ids: must have at least 1 entry'],
      [['1'], { kind: 'makePrivate' }, 400, 'must be an ID'],
      [ids, { kind: 'explode' }, 400, 'change.kind: must be one of addToAlbum, '],
      [ids, {}, 400, 'change.kind: is required'],
      [ids, { kind: 'keywords', add: ['a', ' '] }, 400, 'added keyword 2 must not be empty'],
      [ids, { kind: 'keywords', add: [long] }, 400, 'must have at most 100 characters'],
      [ids, { kind: 'rights', creator: 'a\nb' }, 400, 'must not contain control characters'],
      [ids, { kind: 'addToAlbum', albumId: unknownId }, 404, 'not found'],
    ]
    for (const [given, wanted, code, message] of cases) {
      const refused = await refusal(owner, given, wanted)
      expect(refused.code).toBe(code)
      expect(refused.message).toContain(message)
    }
    const places = { kind: 'putBackInAlbum', albumId: unknownId, places: [] }
    const uneven = await owner.post('/api/photos/batch/undo', { steps: [{ ids, change: places }] })
    expect((await errorOf(uneven)).message).toContain('one entry for each photo')
    const steps = [{ ids, change: { kind: 'removeFromAlbum', albumId: unknownId } }]
    const short = await owner.post('/api/photos/batch/undo', { steps })
    expect((await errorOf(short)).code).toBe(400)
  })

  test('a change of several photos needs a photostream to make photos public', async () => {
    await using gallery = await openGallery()
    const owner = await gallery.asOwner()
    const { id } = await upload(gallery, owner)
    const { code, message } = await refusal(owner, [id], { kind: 'makePublic' })
    expect([code, message]).toEqual([409, 'no photostream album is set'])
  })

  test('a change of several photos is fast for a thousand photos', async () => {
    await using gallery = await openCrowdedGallery(1000, { keywords: ['a'] })
    const { owner } = gallery
    const { photos } = await owner.data<PhotoList>('/api/photos')
    const ids = photos.map(({ id }) => id)
    const album = await makeAlbum(owner, 'A')
    const begin = performance.now()
    const keywords = await change(owner, ids, { kind: 'keywords', add: ['x'], remove: ['a'] })
    const added = await change(owner, ids, { kind: 'addToAlbum', albumId: album.id })
    expect([keywords.changed, added.changed, keywords.undo.length]).toEqual([1000, 1000, 1])
    expect(await undo(owner, added)).toBe(1000)
    expect(await undo(owner, keywords)).toBe(1000)
    // Four requests; measured 0.6 s in all.
    expect(performance.now() - begin).toBeLessThan(6000)
  })
})
