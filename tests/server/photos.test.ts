import { describe, expect, test } from 'bun:test'
import type { Photo, PhotoList } from '../../src/contract/photos/photos.ts'
import { errorOf } from '../support/browser.ts'
import { filesIn } from '../support/folder-faults.ts'
import { makeAlbum, openGallery, publicPhoto, upload } from '../support/gallery.ts'
import { camera } from '../support/photos.ts'

const unknownId = '019b7ca9-9070-7314-b84e-9ff82474a522'
const ids = (list: PhotoList) => list.photos.map((photo) => photo.id)

/** Five photos, the first and third of them public, and their order in lists. */
async function openFive() {
  const gallery = await openGallery()
  const owner = await gallery.asOwner()
  const dates = [
    '2021:01:01 10:00:00',
    null,
    '2023:01:01 10:00:00',
    '1999:12:31 23:59:59',
    '2021:01:01 10:00:00',
  ]
  const photos: Photo[] = []
  for (const date of dates) photos.push(await upload(gallery, owner, await camera({ date })))
  // The photo without a date counts by its upload, in 2026; equal dates by id.
  const order = [1, 2, 0, 4, 3].map((index) => photos[index]!.id)
  await makeAlbum(owner, 'Stream', [photos[0]!, photos[2]!], { isPhotostream: true })
  return { gallery, owner, photos, order }
}

describe('list', () => {
  test('the list of photos is sorted by original date, newest first, then by upload', async () => {
    const { gallery, owner, order } = await openFive()
    await using _ = gallery
    const list = await owner.data<PhotoList>('/api/photos')
    expect(ids(list)).toEqual(order)
    expect([list.length, list.total, list.offset]).toEqual([5, 5, 0])
  })

  test('the list of photos is the photostream for visitors and reveals nothing of the rest', async () => {
    const { gallery, photos } = await openFive()
    await using _ = gallery
    for (const path of ['/api/photos', '/api/photos?limit=10', '/api/photos?limit=0']) {
      const answer = await gallery.asVisitor().get(path)
      const text = await answer.text()
      const list: PhotoList = JSON.parse(text).data
      expect(ids(list)).toEqual([photos[2]!.id, photos[0]!.id])
      expect(list.total).toBe(2)
      for (const hidden of [1, 3, 4]) expect(text).not.toContain(photos[hidden]!.id)
    }
  })

  test('the list of photos comes in pages that make up the whole, which streams the same photos', async () => {
    const { gallery, owner, order } = await openFive()
    await using _ = gallery
    const whole = await owner.data<PhotoList>('/api/photos?limit=0&offset=0')
    expect(ids(whole)).toEqual(order)
    const paged: Photo[] = []
    for (const offset of [0, 2, 4, 6]) {
      const page = await owner.data<PhotoList>(`/api/photos?limit=2&offset=${offset}`)
      expect([page.length, page.total, page.offset]).toEqual([page.photos.length, 5, offset])
      paged.push(...page.photos)
    }
    expect(paged).toEqual(whole.photos)
    const rest = await owner.data<PhotoList>('/api/photos?offset=3')
    expect(rest.photos).toEqual(whole.photos.slice(3))
  })

  test('the list of photos starts at the page that contains a given photo', async () => {
    const { gallery, owner, order } = await openFive()
    await using _ = gallery
    for (const limit of [1, 2, 3, 5, 9]) {
      for (const [position, id] of order.entries()) {
        const page = await owner.data<PhotoList>(`/api/photos?limit=${limit}&around=${id}`)
        expect(page.offset).toBe(Math.floor(position / limit) * limit)
        expect(ids(page)).toEqual(order.slice(page.offset, page.offset + limit))
      }
    }
  })

  test('the list of photos rejects invalid parameters and ignores unknown ones', async () => {
    const { gallery, owner, photos } = await openFive()
    await using _ = gallery
    const statusOf = async (query: string) => (await owner.get(`/api/photos?${query}`)).status
    const hidden = photos[1]!.id
    for (const bad of [
      'limit=-1',
      'limit=x',
      'limit=1.5',
      'limit=',
      'limit=1e3',
      'limit=99999999999',
      'limit=1&limit=2',
      'offset=-1',
      'offset=x',
      `around=${hidden}`,
      `around=${hidden}&limit=0`,
      `around=${hidden}&limit=2&offset=0`,
      'around=x&limit=2',
      'around=&limit=2',
      "limit=1'--",
    ]) {
      const answer = await owner.get(`/api/photos?${bad}`)
      expect(answer.status, bad).toBe(400)
      expect((await errorOf(answer)).details?.field, bad).toBeString()
    }
    for (const [query, message] of [
      ['limit=-1', 'limit: must be a whole number, 0 or more'],
      ['limit=abc', 'limit: must be a whole number, 0 or more'],
      ['limit=1.5', 'limit: must be a whole number, 0 or more'],
      ['offset=-1', 'offset: must be a whole number, 0 or more'],
      ['limit=9999999999', 'limit: must have at most 9 digits'],
      ['limit=1&limit=2', 'limit: must be given only once'],
    ] as const) {
      expect((await errorOf(await owner.get(`/api/photos?${query}`))).message).toBe(message)
    }
    expect(await statusOf(`around=${unknownId}&limit=2`)).toBe(404)
    expect(await statusOf('limit=2&nonsense=1&__proto__=x')).toBe(200)
    const visitor = gallery.asVisitor()
    expect((await visitor.get(`/api/photos?limit=2&around=${hidden}`)).status).toBe(404)
    expect((await visitor.get(`/api/photos?limit=2&around=${photos[0]!.id}`)).status).toBe(200)
  })

  test('the list of photos is empty, not an error, while nothing is public', async () => {
    await using gallery = await openGallery()
    await upload(gallery, await gallery.asOwner())
    for (const query of ['', '?limit=3', '?limit=3&offset=9']) {
      const list = await gallery.asVisitor().data<PhotoList>(`/api/photos${query}`)
      expect([list.length, list.total, list.photos]).toEqual([0, 0, []])
    }
    const around = await gallery.asVisitor().get(`/api/photos?limit=3&around=${unknownId}`)
    expect(around.status).toBe(404)
  })

  test('the list of photos can be requested in full thirty times a minute', async () => {
    const { gallery } = await openFive()
    await using _ = gallery
    const visitor = gallery.asVisitor()
    const statuses: number[] = []
    for (let n = 0; n < 31; n++) statuses.push((await visitor.get(`/api/photos?x=${n}`)).status)
    expect(statuses).toEqual([...Array(30).fill(200), 429])
    expect((await visitor.get('/api/photos?limit=500')).status).toBe(200)
  })
})

describe('one photo', () => {
  const ownersKeys = [
    'md5',
    'gps',
    'sourceName',
    'source',
    'isPublic',
    'visibleIn',
    'fullWidth',
    'fullHeight',
    'edit',
    'edited',
    'warning',
  ]

  test('a photo shows a visitor nothing that is only for the owner', async () => {
    await using gallery = await openGallery()
    const { owner, photo } = await publicPhoto(gallery, await camera({ gps: [50, 8] }))
    const seen = await owner.data<Photo>(`/api/photos/${photo.id}`)
    expect(seen).toMatchObject({ isPublic: true, gps: { latitude: 50, longitude: 8 } })
    for (const path of [
      `/api/photos/${photo.id}`,
      '/api/photos',
      '/api/photos?limit=1',
      '/',
      `/photo/${photo.id}`,
    ]) {
      const text = await (await gallery.asVisitor().get(path)).text()
      expect(text).toContain(photo.id)
      for (const key of ownersKeys) expect(text).not.toContain(`"${key}"`)
      for (const secret of [photo.md5!, photo.sourceName!, 'SERIAL', 'latitude']) {
        expect(text).not.toContain(secret)
      }
    }
  })

  test('a private photo is answered as if it had never existed', async () => {
    await using gallery = await openGallery()
    const photo = await upload(gallery, await gallery.asOwner())
    const answers = await Promise.all(
      [photo.id, unknownId, 'x', `${photo.id}0`, photo.id.toUpperCase(), '%00', "'--"].map(
        async (id) => {
          const answer = await gallery.asVisitor().get(`/api/photos/${id}`)
          return [answer.status, await answer.text()]
        },
      ),
    )
    for (const answer of answers) expect(answer).toEqual(answers[0]!)
    expect(answers[0]![0]).toBe(404)
  })

  test('a photo is visible to a visitor as soon as it is public, whatever was answered before', async () => {
    await using gallery = await openGallery()
    const owner = await gallery.asOwner()
    const photo = await upload(gallery, owner)
    const visitor = gallery.asVisitor()
    const album = await makeAlbum(owner, 'Stream', [], { isPhotostream: true })
    const totals: number[] = []
    const look = async () =>
      totals.push((await visitor.data<PhotoList>('/api/photos?limit=5')).total)
    await look()
    await owner.put(`/api/albums/${album.id}/photos/add`, { photoIds: [photo.id] })
    await look()
    await owner.put(`/api/albums/${album.id}/photos/delete`, { photoIds: [photo.id] })
    await look()
    expect(totals).toEqual([0, 1, 0])
  })

  test('a photo lists the other public albums that contain it', async () => {
    await using gallery = await openGallery()
    const { owner, photo, album } = await publicPhoto(gallery)
    const open = await makeAlbum(owner, 'Open', [photo])
    const seen = await owner.data<Photo>(`/api/photos/${photo.id}`)
    expect(seen).toMatchObject({ isPublic: true, visibleIn: [open.id] })
    await owner.put(`/api/albums/${album.id}/photos/delete`, { photoIds: [photo.id] })
    const closed = await owner.data<Photo>(`/api/photos/${photo.id}`)
    expect(closed).toMatchObject({ isPublic: false, visibleIn: [open.id] })
    expect((await gallery.asVisitor().get(`/api/photos/${photo.id}`)).status).toBe(200)
  })
})

describe('changes', () => {
  test('changing a photo changes only the given fields, visibly at once', async () => {
    await using gallery = await openGallery()
    const bytes = await camera({ title: 'Old', description: 'Was here', keywords: ['a', 'b'] })
    const { owner, photo } = await publicPhoto(gallery, bytes)
    const path = `/api/photos/${photo.id}`
    await gallery.asVisitor().get(path)
    const change = (body: object) =>
      owner.data<Photo>(path, { method: 'PUT', body: { id: photo.id, ...body } })
    const before = await owner.data<Photo>(path)
    expect(await change({})).toEqual(before)
    expect(await change({ title: '  New  ' })).toEqual({
      ...before,
      title: 'New',
      edited: { title: 'Old' },
    })
    expect(await change({ keywords: [' x ', 'y', 'x', ''] })).toMatchObject({
      title: 'New',
      description: 'Was here',
      keywords: ['x', 'y'],
    })
    expect(await change({ description: 'Two\nlines', keywords: [] })).toMatchObject({
      description: 'Two\nlines',
      keywords: [],
    })
    expect((await gallery.asVisitor().data<Photo>(path)).description).toBe('Two\nlines')
  })

  test('changing a photo ignores unknown fields', async () => {
    await using gallery = await openGallery()
    const { owner, photo } = await publicPhoto(gallery)
    const before = await owner.data<Photo>(`/api/photos/${photo.id}`)
    const answer = await owner.request(`/api/photos/${photo.id}`, {
      method: 'PUT',
      body: `{"id":"${photo.id}","title":"T","fileName":"x.jpg","md5":"0","width":1,"isPublic":false,"__proto__":{"title":"P","isAdmin":true},"constructor":1}`,
      headers: { 'content-type': 'application/json' },
    })
    expect((await answer.json()).data).toEqual({
      ...before,
      title: 'T',
      edited: { title: '' },
    })
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined()
  })

  const bad: [string, object, string | undefined][] = [
    ['another photo’s id', { id: unknownId, title: 'T' }, undefined],
    ['no id', { title: 'T' }, 'id'],
    ['a title of 501 characters', { title: 'x'.repeat(501) }, 'title'],
    ['a title with a NUL', { title: 'a\0b' }, 'title'],
    ['a title of two lines', { title: 'a\nb' }, 'title'],
    ['a title that is null', { title: null }, 'title'],
    ['a title that is an object', { title: { toString: 'x' } }, 'title'],
    ['a description of 5001 characters', { description: 'x'.repeat(5001) }, 'description'],
    ['a description with a NUL', { description: 'a\0' }, 'description'],
    ['keywords that are text', { keywords: 'a, b' }, 'keywords'],
    ['a keyword that is a number', { keywords: ['a', 1] }, 'keywords.1'],
    ['101 keywords', { keywords: Array.from({ length: 101 }, (_, n) => `k${n}`) }, 'keywords'],
  ]
  test.each(bad)(
    'changing a photo with %s is rejected and changes nothing',
    async (_, body, field) => {
      await using gallery = await openGallery()
      const owner = await gallery.asOwner()
      const photo = await upload(gallery, owner)
      const sent = field === 'id' || 'id' in body ? body : { id: photo.id, ...body }
      const answer = await owner.put(`/api/photos/${photo.id}`, sent)
      expect(answer.status).toBe(400)
      const { details, message } = await errorOf(answer)
      if (field !== undefined) expect(details).toEqual({ field })
      expect(message).not.toBe('')
      expect(message).not.toMatch(/Too (big|small)|Invalid input|expected/)
      expect(await owner.data<Photo>(`/api/photos/${photo.id}`)).toEqual(photo)
    },
  )
})

describe('deletions', () => {
  test('deleting a photo with its files, for good, leaves nothing behind', async () => {
    await using gallery = await openGallery()
    const { owner, photo } = await publicPhoto(gallery)
    const deleted = await owner.data<Photo>(`/api/photos/${photo.id}`, {
      method: 'DELETE',
      body: { removeFiles: true },
    })
    expect(deleted).toEqual({ ...photo, isPublic: true })
    await gallery.services.trash.empty()
    for (const folder of ['originals', 'renditions', 'removed']) {
      expect(await filesIn(gallery.data, folder)).toEqual([])
    }
    expect((await owner.get(`/api/photos/${photo.id}`)).status).toBe(404)
    expect((await owner.delete(`/api/photos/${photo.id}`, { removeFiles: true })).status).toBe(404)
    expect((await gallery.asVisitor().data<PhotoList>('/api/photos?limit=9')).total).toBe(0)
  })

  test.each([
    ['with removeFiles false', { removeFiles: false }],
    ['with an empty body', {}],
    ['without a body', undefined],
  ])('deleting a photo %s sets its original aside in the end, byte for byte', async (_, body) => {
    await using gallery = await openGallery()
    const owner = await gallery.asOwner()
    const bytes = await camera()
    const photo = await upload(gallery, owner, bytes)
    expect((await owner.delete(`/api/photos/${photo.id}`, body)).status).toBe(200)
    expect(await filesIn(gallery.data, 'removed')).toEqual([])
    await gallery.services.trash.empty()
    expect(await filesIn(gallery.data, 'originals')).toEqual([])
    expect(await filesIn(gallery.data, 'renditions')).toEqual([])
    const [kept, ...others] = await filesIn(gallery.data, 'removed')
    expect(others).toEqual([])
    expect(await Bun.file(`${gallery.data}/${kept}`).bytes()).toEqual(new Uint8Array(bytes))
  })

  test('deleting all photos returns what was deleted and requires removeFiles', async () => {
    const { gallery, owner, order } = await openFive()
    await using _ = gallery
    for (const body of [undefined, {}, { removeFiles: 'yes' }, { removeFiles: 1 }]) {
      expect((await owner.delete('/api/photo', body)).status).toBe(400)
    }
    const form = await owner.request('/api/photo', {
      method: 'DELETE',
      body: 'removeFiles=true',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(form.status).toBe(415)
    expect((await owner.data<PhotoList>('/api/photos?limit=1')).total).toBe(5)
    const deleted = await owner.data<PhotoList>('/api/photo', {
      method: 'DELETE',
      body: { removeFiles: true, count: 5 },
    })
    expect(ids(deleted)).toEqual(order)
    expect(deleted.length).toBe(5)
    expect((await owner.data<PhotoList>('/api/photos')).photos).toEqual([])
    for (const folder of ['originals', 'renditions', 'removed']) {
      expect(await filesIn(gallery.data, folder)).toEqual([])
    }
    const again = await owner.data<PhotoList>('/api/photo', {
      method: 'DELETE',
      body: { removeFiles: false },
    })
    expect(again.photos).toEqual([])
  })

  test('deleting all photos is refused if their number has changed', async () => {
    const { gallery, owner } = await openFive()
    await using _ = gallery
    const files = await filesIn(gallery.data, 'originals')
    for (const count of [0, 4, 6]) {
      const answer = await owner.delete('/api/photo', { removeFiles: true, count })
      expect(answer.status).toBe(409)
      expect(await answer.json()).toEqual({
        error: {
          code: 409,
          message: `the number of photos is now 5, not ${count}`,
          details: { total: 5 },
        },
      })
    }
    for (const count of [-1, 1.5, '5', null]) {
      expect((await owner.delete('/api/photo', { removeFiles: true, count })).status).toBe(400)
    }
    expect((await owner.data<PhotoList>('/api/photos?limit=1')).total).toBe(5)
    expect(await filesIn(gallery.data, 'originals')).toEqual(files)
  })

  test('deleting a photo clears the cover and the profile picture that show it', async () => {
    await using gallery = await openGallery()
    const { owner, photo } = await publicPhoto(gallery)
    const pic = `/api/squares/${photo.fileName}`
    await owner.data('/api/user/pic', { method: 'PUT', body: { pic } })
    const album = await owner.data<{ id: string }>('/api/albums', {
      method: 'POST',
      body: { name: 'Covered', description: '', coverPic: pic },
    })
    await owner.delete(`/api/photos/${photo.id}`, { removeFiles: true })
    expect((await owner.data<{ pic: string }>('/api/user')).pic).toBe('')
    const { coverPic } = await owner.data<{ coverPic: string }>(`/api/albums/${album.id}`)
    expect(coverPic).toBe('')
  })
})

test('only the owner can make changes, and a refused one changes nothing', async () => {
  await using gallery = await openGallery()
  const { owner, photo, album } = await publicPhoto(gallery)
  const writes: [string, string, object][] = [
    ['PUT', `/api/photos/${photo.id}`, { id: photo.id, title: 'X' }],
    ['DELETE', `/api/photos/${photo.id}`, { removeFiles: true }],
    ['DELETE', '/api/photo', { removeFiles: true }],
    ['POST', '/api/albums', { name: 'X', description: '', coverPic: '' }],
    ['PUT', `/api/albums/${album.id}/photos/add`, { photoIds: [photo.id] }],
    ['PUT', `/api/albums/${album.id}/photos/delete`, { photoIds: [photo.id] }],
    ['PUT', '/api/user', { name: 'X' }],
    ['PUT', '/api/user/pic', { pic: '' }],
    ['POST', '/api/user/config', { photoGridCols: 12 }],
    ['GET', `/api/photos/${photo.id}/original`, {}],
  ]
  const before = await owner.data<PhotoList>('/api/photos')
  for (const [method, path, body] of writes) {
    const visitor = gallery.asVisitor()
    visitor.cookies.set('vitrine_owner', 'A'.repeat(43))
    const answer = await visitor.request(path, method === 'GET' ? {} : { method, body })
    expect(answer.status, `${method} ${path}`).toBe(401)
    await errorOf(answer)
  }
  expect(await owner.data<PhotoList>('/api/photos')).toEqual(before)
  expect((await owner.data<unknown[]>('/api/albums')).length).toBe(1)
})
