import { describe, expect, test } from 'bun:test'
import type { Comment } from '../../src/contract/people/comments.ts'
import { type Browser, errorOf } from '../support/browser.ts'
import { openGallery, publicPhoto, upload } from '../support/gallery.ts'
import { camera } from '../support/photos.ts'

const unknownId = '019b7ca9-9070-7314-b84e-9ff82474a522'

type Named = { id: string }

const comments = (browser: Browser, { id }: Named) => browser.data<Comment[]>(`/api/comments/${id}`)
const write = (browser: Browser, { id }: Named, body: unknown) =>
  browser.post(`/api/comments/${id}`, { body })
const written = async (browser: Browser, { id }: Named, body: string) =>
  browser.data<Comment>(`/api/comments/${id}`, { method: 'POST', body: { body } })
const remove = (browser: Browser, photo: Named, comment: Named) =>
  browser.delete(`/api/comments/${photo.id}/${comment.id}`)

describe('all comments', () => {
  test('comments are listed oldest first, with current names and whether they are the caller’s', async () => {
    await using gallery = await openGallery()
    const { owner, photo } = await publicPhoto(gallery)
    const ann = await gallery.asGuest('Ann', 'secret@example.org')
    const first = await written(ann, photo, ' What light!\r\nAnd there. ')
    expect(first).toEqual({
      id: first.id,
      photoId: photo.id,
      name: 'Ann',
      body: 'What light!\nAnd there.',
      time: new Date(gallery.clock.now()).toISOString(),
      isOwner: false,
      mine: true,
    })
    const second = await written(owner, photo, 'Thank you.')
    expect(second).toMatchObject({ name: 'Ann Example', isOwner: true })
    await ann.post('/api/guest/update', { name: 'Annie' })
    expect(await comments(ann, photo)).toEqual([
      { ...first, name: 'Annie' },
      { ...second, mine: false },
    ])
    expect(await comments(owner, photo)).toEqual([{ ...first, name: 'Annie', mine: false }, second])
    const visitor = await gallery.asVisitor().get(`/api/comments/${photo.id}`)
    const text = await visitor.text()
    expect(JSON.parse(text).data.map(({ mine }: Comment) => mine)).toEqual([false, false])
    expect(text).not.toContain('example.org')
  })

  test('comments and likes by the owner are marked, even next to a guest of the same name', async () => {
    await using gallery = await openGallery()
    const { owner, photo } = await publicPhoto(gallery)
    const ann = await gallery.asGuest('Ann')
    await owner.put('/api/user', { name: 'Ann' })
    for (const browser of [ann, owner]) {
      await written(browser, photo, 'Who am I?')
      await browser.post(`/api/likes/${photo.id}/like`, undefined)
    }
    const marks = async (path: string) =>
      (await gallery.asVisitor().data<{ name: string; isOwner: boolean }[]>(path)).map(
        ({ name, isOwner }) => ({ name, isOwner }),
      )
    const both = [
      { name: 'Ann', isOwner: false },
      { name: 'Ann', isOwner: true },
    ]
    expect(await marks(`/api/comments/${photo.id}`)).toEqual(both)
    expect(await marks(`/api/likes/${photo.id}`)).toEqual(both)
  })

  test('comments have 1 to 2000 characters', async () => {
    await using gallery = await openGallery()
    const { photo } = await publicPhoto(gallery)
    const ann = await gallery.asGuest('Ann')
    for (const body of ['x', 'x'.repeat(2000), `\n${'x'.repeat(2000)} `, '😀'.repeat(2000)]) {
      expect((await write(ann, photo, body)).status).toBe(200)
    }
    for (const body of [
      '',
      '  \n ',
      '\u200b\u2060\n',
      'x'.repeat(2001),
      'a\0b',
      '\u001b[31m',
      null,
      1,
      ['x'],
    ]) {
      const answer = await write(ann, photo, body)
      expect(answer.status).toBe(400)
      expect((await errorOf(answer)).details).toEqual({ field: 'body' })
    }
    expect((await write(ann, photo, undefined)).status).toBe(400)
    expect((await comments(ann, photo)).length).toBe(4)
  })

  test('comments keep text that looks like HTML or SQL unchanged', async () => {
    await using gallery = await openGallery()
    const { photo } = await publicPhoto(gallery)
    const ann = await gallery.asGuest('Ann')
    const body = `<script>alert(1)</script> '); DROP TABLE comment; -- \${1} &amp;`
    await written(ann, photo, body)
    expect((await comments(gallery.asVisitor(), photo))[0]!.body).toBe(body)
  })

  test('comments require a signed-in guest or the owner', async () => {
    await using gallery = await openGallery()
    const { photo } = await publicPhoto(gallery)
    const ann = await gallery.asGuest('Ann')
    const comment = await written(ann, photo, 'Mine.')
    await ann.get('/api/guest/logout')
    for (const browser of [ann, gallery.asVisitor()]) {
      expect((await write(browser, photo, 'x')).status).toBe(401)
      expect((await remove(browser, photo, comment)).status).toBe(401)
    }
    expect((await comments(ann, photo)).map(({ mine }) => mine)).toEqual([false])
  })

  test('comments can be deleted only by their author and the owner', async () => {
    await using gallery = await openGallery()
    const { owner, photo } = await publicPhoto(gallery)
    const [ann, ben] = [await gallery.asGuest('Ann'), await gallery.asGuest('Ben')]
    const byAnn = await written(ann, photo, 'Ann’s')
    const byBen = await written(ben, photo, 'Ben’s')
    const byOwner = await written(owner, photo, 'The owner’s')
    for (const comment of [byAnn, byOwner]) {
      expect((await remove(ben, photo, comment)).status).toBe(403)
    }
    expect((await comments(owner, photo)).length).toBe(3)
    const answer = await remove(ann, photo, byAnn)
    expect(await answer.json()).toEqual({ data: byAnn })
    expect((await remove(ann, photo, byAnn)).status).toBe(404)
    expect((await remove(owner, photo, byBen)).status).toBe(200)
    expect(await comments(owner, photo)).toEqual([byOwner])
  })

  test('comments are found only under their own photo', async () => {
    await using gallery = await openGallery()
    const { owner, photo } = await publicPhoto(gallery)
    const other = await upload(gallery, owner, camera({ date: '2020:01:01 00:00:00' }))
    const comment = await written(owner, photo, 'Here.')
    expect((await remove(owner, other, comment)).status).toBe(404)
    expect((await remove(owner, photo, { id: unknownId })).status).toBe(404)
    expect((await remove(owner, photo, { id: 'x' })).status).toBe(404)
    expect(await comments(owner, other)).toEqual([])
    expect(await comments(owner, photo)).toEqual([comment])
  })

  test('comments on a hidden photo are answered as if it did not exist', async () => {
    await using gallery = await openGallery()
    const { owner, photo, album } = await publicPhoto(gallery)
    const ann = await gallery.asGuest('Ann')
    const comment = await written(ann, photo, 'Mine.')
    await owner.put(`/api/albums/${album.id}/photos/delete`, { photoIds: [photo.id] })
    for (const id of [photo.id, unknownId, 'x']) {
      for (const answer of [
        await gallery.asVisitor().get(`/api/comments/${id}`),
        await ann.get(`/api/comments/${id}`),
        await write(ann, { id }, 'Still here?'),
        await remove(ann, { id }, comment),
      ]) {
        expect(answer.status).toBe(404)
        expect(await errorOf(answer)).toEqual({ code: 404, message: 'not found' })
      }
    }
    expect(await comments(owner, photo)).toEqual([{ ...comment, mine: false }])
    await owner.delete(`/api/photos/${photo.id}`, { removeFiles: true })
    const left = gallery.services.store.connection
      .query('SELECT count(*) AS count FROM comment')
      .get()
    expect(left).toEqual({ count: 0 })
  })

  test('comments in a browser signed in as owner and guest belong to both; new ones are the owner’s', async () => {
    await using gallery = await openGallery()
    const { photo } = await publicPhoto(gallery)
    const both = await gallery.asGuest('Ben')
    const asGuest = await written(both, photo, 'As Ben.')
    for (const [name, value] of (await gallery.asOwner()).cookies) both.cookies.set(name, value)
    const asOwner = await written(both, photo, 'As the owner.')
    expect(asOwner).toMatchObject({ name: 'Ann Example', mine: true })
    expect(await comments(both, photo)).toEqual([asGuest, asOwner])
  })
})

describe('pages', () => {
  test('a page of comments has the newest hundred, or the given number before a comment', async () => {
    await using gallery = await openGallery()
    const { owner, photo } = await publicPhoto(gallery)
    for (let number = 1; number <= 130; number++) await written(owner, photo, `${number}`)
    const visitor = gallery.asVisitor()
    const page = async (query = '') => {
      const found = await visitor.data<Comment[]>(`/api/comments/${photo.id}${query}`)
      return { numbers: found.map(({ body }) => Number(body)), first: found[0]?.id }
    }
    const from = (first: number, last: number) =>
      Array.from({ length: last - first + 1 }, (_, index) => first + index)
    const newest = await page()
    expect(newest.numbers).toEqual(from(31, 130))
    const earlier = await page(`?before=${newest.first}`)
    expect(earlier.numbers).toEqual(from(1, 30))
    expect((await page(`?before=${earlier.first}`)).numbers).toEqual([])
    expect((await page('?limit=100')).numbers).toEqual(from(31, 130))
    const five = await page(`?limit=5&before=${newest.first}`)
    expect(five.numbers).toEqual(from(26, 30))
    expect((await page(`?limit=1&before=${five.first}`)).numbers).toEqual([25])
  })

  test.each([
    ['limit', '0'],
    ['limit', '101'],
    ['limit', '-1'],
    ['limit', '1e1'],
    ['limit', '99999999999'],
    ['limit', ''],
    ['before', 'x'],
    ['before', ''],
    ['before', `${unknownId}'--`],
  ])('a page of comments rejects %s=%s', async (field, value) => {
    await using gallery = await openGallery()
    const { photo } = await publicPhoto(gallery)
    const query = new URLSearchParams({ [field]: value })
    const answer = await gallery.asVisitor().get(`/api/comments/${photo.id}?${query}`)
    expect(answer.status).toBe(400)
    expect((await errorOf(answer)).details).toEqual({ field })
  })

  test('a page of comments before a comment on another photo is a 404', async () => {
    await using gallery = await openGallery()
    const { owner, photo } = await publicPhoto(gallery)
    const other = await upload(gallery, owner, camera({ date: '2020:01:01 00:00:00' }))
    const elsewhere = await written(owner, other, 'Elsewhere')
    await written(owner, photo, 'Here')
    for (const before of [unknownId, elsewhere.id]) {
      const answer = await owner.get(`/api/comments/${photo.id}?before=${before}`)
      expect(answer.status).toBe(404)
    }
  })

  test('a page of comments is compressed if the client accepts it', async () => {
    await using gallery = await openGallery()
    const { owner, photo } = await publicPhoto(gallery)
    for (let number = 0; number < 10; number++) await written(owner, photo, 'x'.repeat(2000))
    for (const browser of [owner, gallery.asVisitor()]) {
      for (const encoding of ['br', 'gzip']) {
        const answer = await browser.get(`/api/comments/${photo.id}`, {
          'accept-encoding': encoding,
        })
        expect(answer.headers.get('content-encoding')).toBe(encoding)
        expect(Number(answer.headers.get('content-length'))).toBeLessThan(2000)
        expect((await answer.json()).data.length).toBe(10)
      }
      const plain = await browser.get(`/api/comments/${photo.id}`, {
        'accept-encoding': 'identity',
      })
      expect(plain.headers.get('content-encoding')).toBeNull()
    }
  })
})
