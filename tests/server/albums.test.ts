import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { Album } from '../../src/contract/albums/albums.ts'
import type { Photo, PhotoList } from '../../src/contract/photos/photos.ts'
import type { UxConfig } from '../../src/contract/site/ux-config.ts'
import { errorOf } from '../support/browser.ts'
import { makeAlbum, openGallery, publicPhoto, upload } from '../support/gallery.ts'
import { camera } from '../support/photos.ts'

const unknownId = '019b7ca9-9070-7314-b84e-9ff82474a522'
const dates = ['2020:01:01 00:00:00', '2024:01:01 00:00:00', '2022:01:01 00:00:00']

async function openThree() {
  const gallery = await openGallery()
  const owner = await gallery.asOwner()
  const photos: Photo[] = []
  for (const date of dates) photos.push(await upload(gallery, owner, await camera({ date })))
  const order = async (album: { id: string }) =>
    (await owner.data<PhotoList>(`/api/albums/${album.id}/photos`)).photos.map(({ id }) =>
      photos.findIndex((photo) => photo.id === id),
    )
  return { gallery, owner, photos, order }
}

describe('albums', () => {
  test('an album keeps its photos in the order they were added', async () => {
    const { gallery, owner, photos, order } = await openThree()
    await using _ = gallery
    const album = await makeAlbum(owner, 'A', [photos[2]!, photos[0]!, photos[1]!])
    expect(await order(album)).toEqual([2, 0, 1])
    const { photos: listed, photoCount } = await owner.data<Album>(`/api/albums/${album.id}`)
    expect([listed, photoCount]).toEqual([[2, 0, 1].map((index) => photos[index]!.id), 3])
  })

  test('an album that becomes the photostream is sorted by date, and goes back to its own order afterwards', async () => {
    const { gallery, owner, photos, order } = await openThree()
    await using _ = gallery
    const album = await makeAlbum(owner, 'A', [photos[2]!, photos[0]!, photos[1]!])
    const other = await makeAlbum(owner, 'B', [photos[2]!, photos[1]!])
    const choose = (photoStreamAlbumId: string) =>
      owner.data<UxConfig>('/api/user/config', { method: 'POST', body: { photoStreamAlbumId } })
    const visible = async () =>
      (await gallery.asVisitor().data<PhotoList>('/api/photos?limit=9')).photos.map(({ id }) =>
        photos.findIndex((photo) => photo.id === id),
      )
    expect(await visible()).toEqual([])
    expect((await choose(album.id)).photoStreamAlbumId).toBe(album.id)
    expect(await order(album)).toEqual([1, 2, 0])
    expect(await visible()).toEqual([1, 2, 0])
    await choose(other.id)
    expect([await order(album), await order(other)]).toEqual([
      [2, 0, 1],
      [1, 2],
    ])
    expect(await visible()).toEqual([1, 2])
    await choose('')
    expect(await order(other)).toEqual([2, 1])
    expect(await visible()).toEqual([])
  })

  test.each([
    [1, [2, 1, 0]],
    [2, [1, 2, 0]],
  ])(
    'an album with orderBy %i sorts its photos, including those added later',
    async (orderBy, expected) => {
      const { gallery, owner, photos, order } = await openThree()
      await using _ = gallery
      const album = await makeAlbum(owner, 'A', [photos[0]!])
      const { store, albums } = gallery.services
      await store.write(() => {
        store.connection.run('UPDATE album SET order_by = ?', [orderBy])
        albums.reorder(albums.byId(album.id)!.row_id)
      })
      const photoIds = [photos[1]!.id, photos[2]!.id]
      await owner.put(`/api/albums/${album.id}/photos/add`, { photoIds })
      expect(await order(album)).toEqual(expected)
    },
  )

  test('an album in manual order gets later photos at the end, newest first', async () => {
    const { gallery, owner, photos, order } = await openThree()
    await using _ = gallery
    const album = await makeAlbum(owner, 'A', [photos[1]!])
    await gallery.services.store.write(() =>
      gallery.services.store.connection.run(
        'UPDATE album SET order_by = 3; UPDATE album_photo SET sort_key = 1',
      ),
    )
    for (const photo of [photos[0]!, photos[2]!]) {
      await owner.put(`/api/albums/${album.id}/photos/add`, { photoIds: [photo.id] })
    }
    expect(await order(album)).toEqual([1, 2, 0])
  })

  test('an album adds and removes each photo once and returns how many changed', async () => {
    const { gallery, owner, photos } = await openThree()
    await using _ = gallery
    const [one, two] = photos.map((photo) => photo.id)
    const album = await makeAlbum(owner, 'A')
    const change = async (call: string, photoIds: unknown[]) =>
      (
        await owner.data<{ numItems: number }>(`/api/albums/${album.id}/photos/${call}`, {
          method: 'PUT',
          body: { photoIds },
        })
      ).numItems
    expect(await change('add', [one, one, two])).toBe(2)
    expect(await change('add', [one, two])).toBe(0)
    expect(await change('delete', [one, one])).toBe(1)
    expect(await change('delete', [one])).toBe(0)
    expect(await change('add', [])).toBe(0)
    expect((await owner.data<Album>(`/api/albums/${album.id}`)).photos).toEqual([two!])
  })

  test('an album is unchanged if one of the photos does not exist', async () => {
    const { gallery, owner, photos } = await openThree()
    await using _ = gallery
    const album = await makeAlbum(owner, 'A', [photos[0]!])
    for (const call of ['add', 'delete']) {
      for (const stranger of [unknownId, 'x', null, 1]) {
        const answer = await owner.put(`/api/albums/${album.id}/photos/${call}`, {
          photoIds: [photos[0]!.id, photos[1]!.id, stranger],
        })
        expect(answer.status).toBe(400)
        const { message, details } = await errorOf(answer)
        expect(details?.field).toStartWith('photoIds')
        // The owner can see this when another window has deleted the photo.
        if (stranger === unknownId)
          expect(message).toBe(
            'one of these photos no longer exists; reload the page and try again',
          )
      }
    }
    expect((await owner.data<Album>(`/api/albums/${album.id}`)).photos).toEqual([photos[0]!.id])
    const unknown = await owner.put(`/api/albums/${unknownId}/photos/add`, { photoIds: [] })
    expect(unknown.status).toBe(404)
  })

  test('an album has a unique name, whatever its spelling', async () => {
    await using gallery = await openGallery()
    const owner = await gallery.asOwner()
    await makeAlbum(owner, 'Café ①')
    for (const name of ['Café ①', 'CAFÉ ①', ' café 1 ', 'Cafe\u0301 1']) {
      const answer = await owner.post('/api/albums', { name, description: '', coverPic: '' })
      expect(answer.status, name).toBe(409)
      expect((await errorOf(answer)).details).toEqual({ field: 'name' })
    }
    for (const name of ['', '   ', 'x'.repeat(121), 'a\0b', 'a\nb', null, 5, undefined]) {
      const answer = await owner.post('/api/albums', { name, description: '', coverPic: '' })
      expect(answer.status).toBe(400)
      expect((await errorOf(answer)).details).toEqual({ field: 'name' })
    }
    expect((await owner.data<Album[]>('/api/albums')).length).toBe(1)
  })

  test('an album shows its cover only to those who can see the photo', async () => {
    await using gallery = await openGallery()
    const owner = await gallery.asOwner()
    const photo = await upload(gallery, owner)
    const coverPic = `/api/squares/${photo.fileName}`
    const album = await owner.data<Album>('/api/albums', {
      method: 'POST',
      body: { name: 'A', description: 'd', coverPic },
    })
    expect(album.coverPic).toBe(coverPic)
    // As copied from a page, which also names a width and a format.
    const copied = { coverPic: `${coverPic}?w=800&f=webp` }
    const changed = await owner.data<Album>(`/api/albums/${album.id}`, {
      method: 'PUT',
      body: copied,
    })
    expect(changed.coverPic).toBe(coverPic)
    const visitor = gallery.asVisitor()
    expect((await visitor.data<Album[]>('/api/albums'))[0]!.coverPic).toBe('')
    expect((await visitor.data<Album>(`/api/albums/${album.id}`)).coverPic).toBe('')
    expect(await (await visitor.get('/api/albums')).text()).not.toContain('"code"')
    await owner.put(`/api/albums/${album.id}/photos/add`, { photoIds: [photo.id] })
    expect((await visitor.data<Album[]>('/api/albums'))[0]!.coverPic).toBe(coverPic)
  })

  test.each([
    'javascript:alert(1)',
    'http://example.org/a.jpg',
    '//example.org/a.jpg',
    '/api/squares/../../x',
    `/api/squares/${'0'.repeat(32)}.jpg`,
    '/api/user',
    'https://',
    'data:image/png;base64,AA==',
    'https:// x',
  ])('an album rejects the cover %j, as does the profile picture', async (address) => {
    await using gallery = await openGallery()
    const owner = await gallery.asOwner()
    const cover = await owner.post('/api/albums', { name: 'A', description: '', coverPic: address })
    expect([cover.status, (await errorOf(cover)).details]).toEqual([400, { field: 'coverPic' }])
    const pic = await owner.put('/api/user/pic', { pic: address })
    expect([pic.status, (await errorOf(pic)).details]).toEqual([400, { field: 'pic' }])
  })

  test('an album sorts photos with any dates newest first', async () => {
    await using gallery = await openGallery()
    const owner = await gallery.asOwner()
    const date = fc.option(
      fc.constantFrom('2001:01:01 00:00:00', '2001:01:01 00:00:01', '1990:06:01 12:00:00'),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(date, { minLength: 1, maxLength: 4 }), async (dates) => {
        await owner.delete('/api/photo', { removeFiles: true })
        const photos: Photo[] = []
        for (const date of dates) photos.push(await upload(gallery, owner, await camera({ date })))
        const key = (photo: Photo) =>
          Date.parse(`${photo.originalDate ?? photo.uploadDate.slice(0, -1)}Z`)
        const expected = [...photos].sort((a, b) => key(b) - key(a))
        const { photos: listed } = await owner.data<PhotoList>('/api/photos?limit=50')
        expect(listed.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
      }),
      { numRuns: 8 },
    )
  })
})

describe('configuration', () => {
  const defaults: UxConfig = {
    photoGridCols: 3,
    photoGridSpacing: 0,
    photoItemsLoad: 12,
    showBio: true,
    photoBackgroundColor: 'light',
    colorTheme: 'light',
    denseTopBar: false,
    denseBottomBar: false,
    photoBorders: 'all',
    photoStreamAlbumId: '',
  }

  test('the display configuration is complete by default and changes only the given fields', async () => {
    await using gallery = await openGallery()
    const owner = await gallery.asOwner()
    const visitor = gallery.asVisitor()
    expect(await visitor.data<UxConfig>('/api/user/config')).toEqual(defaults)
    const change = (body: unknown) =>
      owner.data<UxConfig>('/api/user/config', { method: 'POST', body })
    const changed = { ...defaults, photoGridCols: 5, colorTheme: 'dark' as const }
    expect(await change({ photoGridCols: 5, colorTheme: 'dark', nonsense: 1 })).toEqual(changed)
    expect(await change({})).toEqual(changed)
    expect(await visitor.data<UxConfig>('/api/user/config')).toEqual(changed)
  })

  test('the display configuration replaces an unknown theme or border style with the default', async () => {
    await using gallery = await openGallery()
    const owner = await gallery.asOwner()
    const change = (body: unknown) =>
      owner.data<UxConfig>('/api/user/config', { method: 'POST', body })
    await change({ colorTheme: 'dark', photoBorders: 'none' })
    expect(await change({ colorTheme: 'neon', photoBorders: 'round' })).toEqual(defaults)
    expect((await change({ photoBorders: 'left-right' })).photoBorders).toBe('left-right')
  })

  test.each([
    ['photoGridCols', 0],
    ['photoGridCols', 13],
    ['photoGridCols', '3'],
    ['photoGridCols', null],
    ['photoGridSpacing', 7],
    ['photoItemsLoad', 0],
    ['photoItemsLoad', 501],
    ['photoItemsLoad', 1.5],
    ['showBio', 'true'],
    ['photoBackgroundColor', 'pink'],
    ['photoStreamAlbumId', unknownId],
    ['photoStreamAlbumId', 'x'],
  ])('the display configuration rejects %s = %j and changes nothing', async (field, value) => {
    await using gallery = await openGallery()
    const owner = await gallery.asOwner()
    const answer = await owner.post('/api/user/config', { denseTopBar: true, [field]: value })
    expect(answer.status).toBe(400)
    expect((await errorOf(answer)).details).toEqual({ field })
    expect(await owner.data<UxConfig>('/api/user/config')).toEqual(defaults)
  })
})

test('only the owner sees a profile picture whose photo is private', async () => {
  await using gallery = await openGallery()
  const { owner, photo, album } = await publicPhoto(gallery)
  const pic = `/api/thumbs/${photo.fileName}`
  expect((await (await owner.put('/api/user/pic', { pic })).json()).data.pic).toBe(pic)
  expect((await gallery.asVisitor().data<{ pic: string }>('/api/user')).pic).toBe(pic)
  await owner.put(`/api/albums/${album.id}/photos/delete`, { photoIds: [photo.id] })
  const seen = await gallery.asVisitor().data<object>('/api/user')
  expect(seen).toEqual({ name: 'Ann Example', bio: '', pic: '' })
  expect((await owner.data<{ pic: string }>('/api/user')).pic).toBe(pic)
})
