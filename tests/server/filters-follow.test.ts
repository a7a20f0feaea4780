import { expect, test } from 'bun:test'
import type { Photo, PhotoList } from '../../src/contract/photos/photos.ts'
import type { Browser } from '../support/browser.ts'
import { makeAlbum, openGallery, upload } from '../support/gallery.ts'
import { camera } from '../support/photos.ts'

const totals = (browser: Browser) => async (query: string) =>
  (await browser.data<PhotoList>(`/api/photos?limit=1&${query}`)).total

test('filters and counts follow uploads, edits, crops and deletions', async () => {
  await using gallery = await openGallery()
  const owner = await gallery.asOwner()
  const total = totals(owner)
  expect(await total('make=olympus')).toBe(0)

  const first = await upload(gallery, owner, camera({ width: 96, height: 64 }))
  expect(await total('make=olympus')).toBe(1)
  const second = await upload(gallery, owner, camera({ width: 96, height: 64 }))
  expect(await total('make=olympus&aspect=landscape')).toBe(2)

  const words = (id: string, keywords: string[]) => owner.put(`/api/photos/${id}`, { id, keywords })
  await words(first.id, ['one', 'two', 'three'])
  await words(second.id, ['two'])
  expect(await total('keyword=two')).toBe(2)
  await words(first.id, ['one'])
  expect(await total('keyword=two')).toBe(1)
  expect(await total('-keyword=one')).toBe(1)
  const { facets } = await owner.data<PhotoList>('/api/photos?limit=1&facets=keyword')
  expect(facets?.keyword?.map(({ value, count }) => [value, count])).toEqual([
    ['one', 1],
    ['two', 1],
  ])

  const crop = { rotation: 0, x: 0, y: 0, width: 40, height: 64 }
  expect((await owner.put(`/api/photos/${first.id}/edit`, crop)).status).toBe(200)
  expect(await total('aspect=portrait&orientation=portrait')).toBe(1)
  expect((await owner.delete(`/api/photos/${first.id}/edit`)).status).toBe(200)
  expect(await total('aspect=portrait')).toBe(0)

  const removed = await owner.delete(`/api/photos/${second.id}`, { removeFiles: true })
  expect(removed.status).toBe(200)
  expect(await total('make=olympus')).toBe(1)
  expect(await total('keyword=two')).toBe(0)
  await owner.delete('/api/photo', { removeFiles: true })
  expect(await total('make=olympus')).toBe(0)
})

test('a filtered album follows its order and its photos', async () => {
  await using gallery = await openGallery()
  const owner = await gallery.asOwner()
  const photos: Photo[] = []
  for (const day of ['01', '02', '03', '04']) {
    photos.push(await upload(gallery, owner, camera({ date: `2020:01:${day} 00:00:00` })))
  }
  const stream = await makeAlbum(owner, 'Stream', photos.slice(0, 3), { isPhotostream: true })
  const album = await makeAlbum(owner, 'Album', photos.slice(0, 2))
  const visitor = gallery.asVisitor()
  const found = async (list: string) => {
    const answer = await visitor.data<PhotoList>(`${list}?limit=9&year=2020&-month=2`)
    return answer.photos.map(({ id }) => photos.findIndex((photo) => photo.id === id))
  }
  const inAlbum = `/api/albums/${album.id}/photos`
  expect(await found('/api/photos')).toEqual([2, 1, 0])
  expect(await found(inAlbum)).toEqual([0, 1])

  await owner.put(`${inAlbum}/add`, { photoIds: [photos[3]!.id] })
  expect(await found(inAlbum)).toEqual([0, 1, 3])
  expect(await found('/api/photos')).toEqual([2, 1, 0])
  await owner.put(`/api/albums/${album.id}/order`, {
    photos: [photos[3]!.id, photos[1]!.id, photos[0]!.id],
  })
  expect(await found(inAlbum)).toEqual([3, 1, 0])
  await owner.put(`${inAlbum}/delete`, { photoIds: [photos[3]!.id] })
  expect(await found(inAlbum)).toEqual([1, 0])
  await owner.put(`/api/albums/${stream.id}/photos/delete`, { photoIds: [photos[1]!.id] })
  expect(await found('/api/photos')).toEqual([2, 0])
  await owner.delete(`/api/albums/${stream.id}`)
  expect(await found('/api/photos')).toEqual([])
})

test('photos read inside an undone change are forgotten', async () => {
  await using gallery = await openGallery()
  const owner = await gallery.asOwner()
  const { id } = await upload(gallery, owner, camera({ keywords: ['before'] }))
  const { store, photos } = gallery.services
  const keyword = (value: string) => ({
    terms: [{ key: 'keyword', isExcluded: false, values: [value] }] as const,
  })
  expect(photos.matching(keyword('after')).length).toBe(0)
  const undone = store.write(() => {
    store.connection.run(`UPDATE photo SET keywords = '["after"]' WHERE id = '${id}'`)
    expect(photos.matching(keyword('after')).length).toBe(1)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(photos.matching(keyword('after')).length).toBe(0)
})
