// Rendering can wait long in a queue; a picture must reflect what happened in the meantime.
import { afterEach, expect, spyOn, test } from 'bun:test'
import type { Album } from '../../src/contract/albums/albums.ts'
import type { Browser } from '../support/browser.ts'
import { type Gallery, makeAlbum, openGallery, publicPhoto, upload } from '../support/gallery.ts'
import { camera } from '../support/photos.ts'

const restored: (() => void)[] = []
afterEach(() => {
  for (const restore of restored.splice(0)) restore()
})

/**
 * Requests a new picture, runs `meanwhile` while it waits in the queue, and then lets it be
 * rendered.
 */
async function whileWaiting(
  gallery: Gallery,
  browser: Browser,
  path: string,
  meanwhile: () => Promise<unknown>,
): Promise<Response> {
  const { queue } = gallery.services
  const isWaiting = Promise.withResolvers<void>()
  const mayBeMade = Promise.withResolvers<void>()
  const real = queue.forVisitor
  const spy = spyOn(queue, 'forVisitor').mockImplementation(async (work) => {
    isWaiting.resolve()
    await mayBeMade.promise
    return real(work)
  })
  restored.push(() => spy.mockRestore())
  const answer = browser.get(path)
  await isWaiting.promise
  await meanwhile()
  mayBeMade.resolve()
  const answered = await answer
  spy.mockRestore()
  return answered
}

/** Large enough for every width below to be a separate rendition. */
const photo = (title: string) => camera({ title, width: 900, height: 600 })

test.each(['resizes', 'images'])(
  'a picture of %s is not sent once its photo has been hidden or deleted',
  async (path) => {
    await using gallery = await openGallery()
    const { owner, photo: first, album } = await publicPhoto(gallery, photo('First'))
    const second = await upload(gallery, owner, photo('Second'))
    await owner.data(`/api/albums/${album.id}/photos/add`, {
      method: 'PUT',
      body: { photoIds: [second.id] },
    })
    const query = path === 'resizes' ? '?w=200' : ''
    const visitor = gallery.asVisitor()

    const hidden = await whileWaiting(
      gallery,
      visitor,
      `/api/${path}/${first.fileName}${query}`,
      () => owner.put(`/api/albums/${album.id}/photos/delete`, { photoIds: [first.id] }),
    )
    expect(hidden.status).toBe(404)
    expect(hidden.headers.get('cache-control')).toBe('private, no-store')
    expect(hidden.headers.get('etag')).toBeNull()
    expect(hidden.headers.get('content-type')).toStartWith('application/json')
    // What was rendered but not sent is available to the owner.
    const own = await owner.get(`/api/${path}/${first.fileName}${query}`)
    expect([own.status, own.headers.get('cache-control')]).toEqual([200, 'private, no-cache'])

    const deleted = await whileWaiting(
      gallery,
      visitor,
      `/api/${path}/${second.fileName}${query}`,
      () => owner.delete(`/api/photos/${second.id}`, { removeFiles: true }),
    )
    expect(deleted.status).toBe(404)
  },
)

test('a picture is sent if nothing has happened, and only as public as its photo is by then', async () => {
  await using gallery = await openGallery()
  const { owner, photo: shown, album } = await publicPhoto(gallery, photo('Shown'))
  const address = `/api/resizes/${shown.fileName}`
  const nothing = async () => undefined
  const visitor = await whileWaiting(gallery, gallery.asVisitor(), `${address}?w=200`, nothing)
  expect([visitor.status, visitor.headers.get('cache-control')]).toEqual([
    200,
    'public, max-age=31536000, immutable, s-maxage=45',
  ])
  const own = await whileWaiting(gallery, owner, `${address}?w=400`, () =>
    owner.put(`/api/albums/${album.id}/photos/delete`, { photoIds: [shown.id] }),
  )
  expect([own.status, own.headers.get('cache-control')]).toEqual([200, 'private, no-cache'])
})

test('a picture in an album with a code is not sent once the code has changed', async () => {
  await using gallery = await openGallery()
  const owner = await gallery.asOwner()
  const coded = await upload(gallery, owner, photo('Coded'))
  const album = await makeAlbum(owner, 'Family', [coded])
  const setCode = (code: string) =>
    owner.data<Album>(`/api/albums/${album.id}`, { method: 'PUT', body: { code } })
  await setCode('one')
  const address = `/api/resizes/${coded.fileName}`

  const byCode = await whileWaiting(gallery, gallery.asVisitor(), `${address}?w=200&code=one`, () =>
    setCode('two'),
  )
  expect(byCode.status).toBe(404)

  const visitor = gallery.asVisitor()
  expect((await visitor.get(`/api/albums/${album.id}?code=two`)).status).toBe(200)
  const byCookie = await whileWaiting(gallery, visitor, `${address}?w=400`, () => setCode('three'))
  expect(byCookie.status).toBe(404)

  const proven = await whileWaiting(
    gallery,
    gallery.asVisitor(),
    `${address}?code=three`,
    async () => undefined,
  )
  expect(proven.status).toBe(200)
})

test("the owner's picture and preview are not sent once the session has ended", async () => {
  await using gallery = await openGallery()
  const owner = await gallery.asOwner()
  const hidden = await upload(gallery, owner, photo('Private'))
  const elsewhere = gallery.asVisitor()
  for (const [name, value] of owner.cookies) elsewhere.cookies.set(name, value)
  const picture = await whileWaiting(
    gallery,
    elsewhere,
    `/api/resizes/${hidden.fileName}?w=200`,
    () => owner.get('/api/logout'),
  )
  expect(picture.status).toBe(404)

  const again = await gallery.asOwner()
  const copy = gallery.asVisitor()
  for (const [name, value] of again.cookies) copy.cookies.set(name, value)
  const preview = await whileWaiting(
    gallery,
    copy,
    `/api/photos/${hidden.id}/edit/preview?rotation=90`,
    () => again.get('/api/logout'),
  )
  expect(preview.status).toBe(401)
})
