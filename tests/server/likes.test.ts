import { describe, expect, test } from 'bun:test'
import type { Like } from '../../src/contract/people/likes.ts'
import { type Browser, errorOf } from '../support/browser.ts'
import { type Gallery, makeAlbum, openGallery, publicPhoto, upload } from '../support/gallery.ts'
import { camera } from '../support/photos.ts'

const unknownId = '019b7ca9-9070-7314-b84e-9ff82474a522'

type Named = { id: string }

const like = (browser: Browser, { id }: Named) => browser.post(`/api/likes/${id}/like`, undefined)
const unlike = (browser: Browser, { id }: Named) =>
  browser.post(`/api/likes/${id}/unlike`, undefined)
const likers = async (browser: Browser, { id }: Named) =>
  (await browser.data<Like[]>(`/api/likes/${id}`)).map(({ name }) => name)
const isLiked = async (browser: Browser, { id }: Named) =>
  (await browser.data<{ like: boolean }>(`/api/guest/likes/${id}`)).like

/** Adds `count` guests who like the photo, written as the server does. */
function likedByMany(gallery: Gallery, photo: Named, count: number) {
  const { connection } = gallery.services.store
  connection.run(
    `WITH RECURSIVE number(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM number WHERE i < ${count})
     INSERT INTO guest (name, name_key, email, email_key, verified_at)
     SELECT 'Guest ' || i, 'guest ' || i, i || '@example.org', i || '@example.org', 1 FROM number`,
  )
  connection.run(
    `INSERT INTO photo_like (photo, guest)
     SELECT photo.row_id, guest.row_id FROM photo, guest WHERE photo.id = '${photo.id}' ORDER BY guest.row_id`,
  )
}

/** Copies a photo's row `count` times. @returns the ids of the copies. */
function copyPhoto(gallery: Gallery, photo: Named, count: number): string[] {
  const { connection } = gallery.services.store
  const own: Record<string, string> = {
    id: "printf('00000000-0000-4000-8000-%012x', i)",
    original: "printf('00000000-0000-4000-8000-%012x', i)",
    file_name: "printf('%032x.jpg', i)",
    md5: "printf('%032x', i)",
  }
  const columns = connection
    .query<{ name: string }, []>(
      "SELECT name FROM pragma_table_info('photo') WHERE name <> 'row_id'",
    )
    .all()
    .map(({ name }) => name)
  connection.run(
    `WITH RECURSIVE number(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM number WHERE i < ${count})
     INSERT INTO photo (${columns}) SELECT ${columns.map((name) => own[name] ?? name)}
     FROM photo, number WHERE photo.id = '${photo.id}' ORDER BY i`,
  )
  return connection
    .query<Named, [string]>('SELECT id FROM photo WHERE id <> ? ORDER BY row_id')
    .all(photo.id)
    .map(({ id }) => id)
}

describe('all likes', () => {
  test('likes are listed oldest first, the owner’s under the profile’s name', async () => {
    await using gallery = await openGallery()
    const { owner, photo } = await publicPhoto(gallery)
    const [ann, ben] = [await gallery.asGuest('Ann'), await gallery.asGuest('Ben')]
    expect(await likers(ann, photo)).toEqual([])
    for (const browser of [ben, owner, ann]) {
      const answer = await like(browser, photo)
      expect(await answer.json()).toEqual({ data: { like: true } })
    }
    expect(await likers(gallery.asVisitor(), photo)).toEqual(['Ben', 'Ann Example', 'Ann'])
    await owner.put('/api/user', { name: 'Ann the Photographer' })
    await ben.post('/api/guest/update', { name: 'Benjamin' })
    expect(await likers(ben, photo)).toEqual(['Benjamin', 'Ann the Photographer', 'Ann'])
    for (const browser of [ann, owner]) {
      const answer = await unlike(browser, photo)
      expect(await answer.json()).toEqual({ data: { like: false } })
    }
    expect(await likers(ben, photo)).toEqual(['Benjamin'])
  })

  test('likes contain a name and whether it is the owner’s, and nothing else', async () => {
    await using gallery = await openGallery()
    const { owner, photo } = await publicPhoto(gallery)
    await like(await gallery.asGuest('Ann', 'secret@example.org'), photo)
    await like(owner, photo)
    for (const browser of [gallery.asVisitor(), owner]) {
      expect(await browser.data<Like[]>(`/api/likes/${photo.id}`)).toEqual([
        { name: 'Ann', isOwner: false },
        { name: 'Ann Example', isOwner: true },
      ])
    }
  })

  test('likes by one guest count once, however many arrive at the same time', async () => {
    await using gallery = await openGallery()
    const { photo } = await publicPhoto(gallery)
    const ann = await gallery.asGuest('Ann')
    const answers = await Promise.all(Array.from({ length: 50 }, () => like(ann, photo)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await likers(ann, photo)).toEqual(['Ann'])
    await unlike(ann, photo)
    expect((await unlike(ann, photo)).status).toBe(200)
    expect(await likers(ann, photo)).toEqual([])
  })

  test('likes by the owner count once too', async () => {
    await using gallery = await openGallery()
    const { owner, photo } = await publicPhoto(gallery)
    await Promise.all(Array.from({ length: 10 }, () => like(owner, photo)))
    expect(await likers(owner, photo)).toEqual(['Ann Example'])
    expect(await isLiked(owner, photo)).toBe(true)
  })

  test('likes require a signed-in guest or the owner', async () => {
    await using gallery = await openGallery()
    const { photo } = await publicPhoto(gallery)
    const visitor = gallery.asVisitor()
    await visitor.post('/api/guest', { name: 'Ann', email: 'ann@example.org' })
    expect((await like(visitor, photo)).status).toBe(401)
    expect((await unlike(visitor, photo)).status).toBe(401)
    expect((await visitor.get('/api/guest/likes')).status).toBe(401)
    expect((await visitor.get(`/api/guest/likes/${photo.id}`)).status).toBe(401)
    const ann = await gallery.asGuest('Ben')
    await ann.get('/api/guest/logout')
    expect((await like(ann, photo)).status).toBe(401)
    expect(await likers(visitor, photo)).toEqual([])
  })

  test('likes from a browser signed in as owner and guest are the owner’s', async () => {
    await using gallery = await openGallery()
    const { photo } = await publicPhoto(gallery)
    const both = await gallery.asGuest('Ben')
    await like(both, photo)
    for (const [name, value] of (await gallery.asOwner()).cookies) both.cookies.set(name, value)
    expect(await isLiked(both, photo)).toBe(false)
    await like(both, photo)
    expect(await likers(both, photo)).toEqual(['Ben', 'Ann Example'])
  })

  test('likes of a hidden photo are answered as if it did not exist', async () => {
    await using gallery = await openGallery()
    const owner = await gallery.asOwner()
    const photo = await upload(gallery, owner)
    const ann = await gallery.asGuest('Ann')
    await like(owner, photo)
    for (const id of [photo.id, unknownId, 'x', `${photo.id}%00`]) {
      const answers = [
        await gallery.asVisitor().get(`/api/likes/${id}`),
        await ann.get(`/api/likes/${id}`),
        await ann.get(`/api/guest/likes/${id}`),
        await like(ann, { id }),
        await unlike(ann, { id }),
      ]
      for (const answer of answers) {
        expect(answer.status).toBe(404)
        expect(await errorOf(answer)).toEqual({ code: 404, message: 'not found' })
      }
    }
    expect(await likers(owner, photo)).toEqual(['Ann Example'])
  })

  test('likes are listed for the person who gave them, of photos they can still see', async () => {
    await using gallery = await openGallery()
    const owner = await gallery.asOwner()
    const [one, two, coded] = [
      await upload(gallery, owner),
      await upload(gallery, owner, camera({ date: '2020:01:01 00:00:00' })),
      await upload(gallery, owner, camera({ date: '2021:01:01 00:00:00' })),
    ]
    const album = await makeAlbum(owner, 'Open', [one, two])
    const closed = await makeAlbum(owner, 'Closed', [coded])
    await owner.put(`/api/albums/${closed.id}`, { code: 'open sesame' })
    const ann = await gallery.asGuest('Ann')
    await ann.get(`/api/albums/${closed.id}/photos?code=open%20sesame&limit=9`)
    for (const photo of [two, coded, one]) expect((await like(ann, photo)).status).toBe(200)
    const liked = (browser: Browser) => browser.data<string[]>('/api/guest/likes')
    expect(await liked(ann)).toEqual([two.id, coded.id, one.id])
    expect(await liked(owner)).toEqual([])
    expect(await liked(await gallery.asGuest('Ben'))).toEqual([])
    await owner.put(`/api/albums/${closed.id}`, { code: 'another' })
    await owner.put(`/api/albums/${album.id}/photos/delete`, { photoIds: [one.id] })
    expect(await liked(ann)).toEqual([two.id])
    expect((await ann.get(`/api/guest/likes/${one.id}`)).status).toBe(404)
    await owner.put(`/api/albums/${album.id}/photos/add`, { photoIds: [one.id] })
    expect(await isLiked(ann, one)).toBe(true)
    await owner.delete(`/api/photos/${two.id}`, { removeFiles: true })
    expect(await liked(ann)).toEqual([one.id])
  })

  test('likes of a photo are listed up to the oldest thousand', async () => {
    await using gallery = await openGallery()
    const { photo } = await publicPhoto(gallery)
    likedByMany(gallery, photo, 1200)
    const names = await likers(gallery.asVisitor(), photo)
    expect(names).toEqual(Array.from({ length: 1000 }, (_, index) => `Guest ${index + 1}`))
  })

  test('likes of a person are listed up to the newest thousand', async () => {
    await using gallery = await openGallery()
    const { owner, photo } = await publicPhoto(gallery)
    await like(owner, photo)
    const { connection } = gallery.services.store
    const copies = copyPhoto(gallery, photo, 1100)
    connection.run(
      'INSERT INTO photo_like (photo) SELECT row_id FROM photo WHERE id <> ? ORDER BY row_id',
      [photo.id],
    )
    expect(await owner.data<string[]>('/api/guest/likes')).toEqual(copies.slice(-1000))
    // The copies have no files.
    connection.run('DELETE FROM photo WHERE id <> ?', [photo.id])
  })
})
