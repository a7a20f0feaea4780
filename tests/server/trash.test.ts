// Photos in the trash are hidden from everyone, can be restored whole, and are deleted in the end.
import { describe, expect, test } from 'bun:test'
import { unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { createImportReport } from '../../src/cli/import-report.ts'
import type { Album } from '../../src/contract/albums/albums.ts'
import { trashDays, trashNoticeDays } from '../../src/contract/limits.ts'
import type { Photo, PhotoList } from '../../src/contract/photos/photos.ts'
import type { TrashList } from '../../src/contract/photos/trash.ts'
import { importFolder } from '../../src/imports/intake/import-folder.ts'
import { addressOf, isWrite, openWithEverything, tableOf } from '../abuse/every-route.ts'
import type { Browser } from '../support/browser.ts'
import { filesIn } from '../support/folder-faults.ts'
import {
  type Gallery,
  makeAlbum,
  openGallery,
  publicPhoto,
  send,
  upload,
} from '../support/gallery.ts'
import { camera } from '../support/photos.ts'

const dayMs = 24 * 3_600_000

const remove = (owner: Browser, { id }: { id: string }) =>
  owner.data<Photo>(`/api/photos/${id}`, { method: 'DELETE', body: { removeFiles: true } })
const inTrash = (owner: Browser) => owner.data<TrashList>('/api/trash')
const change = (owner: Browser, what: 'restore' | 'delete', photos: { id: string }[]) =>
  owner.data<{ numItems: number }>(`/api/trash/${what}`, {
    method: 'POST',
    body: { ids: photos.map(({ id }) => id) },
  })

/** A photo with everything that can belong to one, among two others. */
async function openRich() {
  const gallery = await openGallery()
  const owner = await gallery.asOwner()
  const [first, photo, last] = [
    await upload(gallery, owner, camera({ date: '2024:05:06 07:08:09', model: 'X100V' })),
    await upload(
      gallery,
      owner,
      camera({
        date: '2024:05:06 07:08:09',
        model: 'X100V',
        keywords: ['gate'],
        lens: 'Zoom 1',
        gps: [50, 8],
      }),
      { sourceId: 'gate.jpg' },
    ),
    await upload(gallery, owner, camera({ date: '2024:05:06 07:08:09', model: 'X100V' })),
  ] as const
  const stream = await makeAlbum(owner, 'Stream', [first, photo, last], { isPhotostream: true })
  const ordered = await makeAlbum(owner, 'Ordered', [first, photo, last])
  const coded = await makeAlbum(owner, 'Coded', [photo])
  const filled = await owner.data<Album>('/api/albums', {
    method: 'POST',
    body: { name: 'Filled', description: '', coverPic: '', rule: 'keyword=gate' },
  })
  const put = (path: string, body: object) => owner.data(path, { method: 'PUT', body })
  await put(`/api/albums/${ordered.id}`, { orderBy: 3 })
  await put(`/api/albums/${ordered.id}/order`, { photos: [last.id, photo.id, first.id] })
  await put(`/api/albums/${coded.id}`, { code: 'sesame' })
  await put(`/api/photos/${photo.id}/edit`, { rotation: 90, x: 1, y: 1, width: 20, height: 20 })
  await put(`/api/photos/${photo.id}`, {
    id: photo.id,
    title: 'The gate',
    keywords: ['gate', 'wall'],
  })
  const again = await camera({ date: '2024:05:06 07:08:09', model: 'X100V', keywords: ['gate'] })
  const received = await gallery.services.ingest.receive(
    new Blob([again as never]).stream() as never,
  )
  await gallery.services.versions.add(photo.id, received, {
    source: 'local',
    sourceName: 'gate-2.jpg',
    sourceDate: null,
    folder: null,
    rule: null,
  })
  await gallery.services.ingest.discard(received)
  const shown = await owner.data<Photo>(`/api/photos/${photo.id}`)
  await put(`/api/albums/${ordered.id}`, { coverPic: `/api/squares/${shown.fileName}` })
  await put('/api/user/pic', { pic: `/api/squares/${shown.fileName}` })
  const guest = await gallery.asGuest('Gus')
  for (const person of [guest, owner]) {
    for (const { id } of [photo, last, first]) {
      await person.data(`/api/likes/${id}/like`, { method: 'POST', body: {} })
    }
    await person.data(`/api/comments/${photo.id}`, { method: 'POST', body: { body: 'Fine light' } })
  }
  const visitor = gallery.asVisitor()
  const people = { owner, guest, visitor }
  return { gallery, ...people, people, photo: shown, first, last, stream, ordered, coded, filled }
}
type Rich = Awaited<ReturnType<typeof openRich>>

/** What everyone is told of a gallery, by person and address. */
async function everythingOf({ people, photo, stream, ordered, coded, filled, gallery }: Rich) {
  const albums = [stream, ordered, coded, filled]
  const addresses = [
    `/api/photos/${photo.id}`,
    `/api/photos/${photo.id}/albums`,
    '/api/photos?limit=9&facets=camera,lens,keyword,year,iso',
    '/api/photos/search?limit=9&q=gate',
    `/api/photos?limit=2&around=${photo.id}`,
    '/api/albums',
    ...albums.flatMap(({ id }) => [
      `/api/albums/${id}?code=sesame`,
      `/api/albums/${id}/photos?limit=9&code=sesame`,
    ]),
    `/api/likes/${photo.id}`,
    `/api/comments/${photo.id}`,
    '/api/guest/likes',
    '/api/cameras',
    '/api/keywords',
    '/api/lenses',
    '/api/archive',
    '/api/user',
    '/feed.atom',
    '/feed.json',
    `/api/thumbs/${photo.fileName}`,
    `/api/resizes/${photo.fileName}?w=400`,
    `/api/photos/${photo.id}/original`,
  ]
  const told: Record<string, unknown> = {}
  for (const [name, person] of Object.entries(people)) {
    for (const address of addresses) {
      const answer = await person.get(address)
      const body = Bun.hash(await answer.clone().bytes())
      const type = answer.headers.get('content-type') ?? ''
      told[`${name} ${address}`] = [
        answer.status,
        type.includes('json') ? JSON.parse(await answer.text()) : String(body),
      ]
    }
  }
  told.versions = gallery.services.versions.list(photo.id)
  told.use = gallery.services.photos.diskUse()
  return told
}

describe('restored photos', () => {
  test('a restored photo comes back with everything that belonged to it', async () => {
    const rich = await openRich()
    const { gallery, owner, photo } = rich
    await using _ = gallery
    // The first time opens the album with a code for each of them.
    await everythingOf(rich)
    const before = await everythingOf(rich)
    expect(before[`visitor /api/photos/${photo.id}`]).toMatchObject([200, {}])
    await remove(owner, photo)
    expect(await change(owner, 'restore', [photo])).toEqual({ numItems: 1 })
    expect(await everythingOf(rich)).toEqual(before)
    expect((await inTrash(owner)).total).toBe(0)
    expect(await change(owner, 'restore', [photo])).toEqual({ numItems: 0 })
  })

  test('a restored photo returns to albums as they are by then, and takes no cover from another photo', async () => {
    const { gallery, owner, photo, first, last, stream, ordered, coded, filled } = await openRich()
    await using _ = gallery
    await remove(owner, photo)
    const put = (path: string, body: object) => owner.data(path, { method: 'PUT', body })
    await owner.delete(`/api/albums/${coded.id}`)
    await put(`/api/albums/${filled.id}`, { rule: 'keyword=lake' })
    await put(`/api/albums/${ordered.id}`, { coverPic: `/api/squares/${first.fileName}` })
    await put(`/api/albums/${stream.id}`, { orderBy: 3 })
    await put(`/api/albums/${stream.id}/order`, { photos: [last.id, first.id] })
    await put('/api/user/pic', { pic: 'https://example.org/me.jpg' })
    await change(owner, 'restore', [photo])
    const idsOf = async ({ id }: Album) => (await owner.data<Album>(`/api/albums/${id}`)).photos
    expect(await idsOf(filled)).toEqual([])
    expect(await idsOf(ordered)).toEqual([last.id, photo.id, first.id])
    // Like a photo that was added after the order was chosen.
    expect(await idsOf(stream)).toEqual([last.id, first.id, photo.id])
    const albums = await owner.data<Album[]>('/api/albums')
    expect(albums.find(({ id }) => id === ordered.id)?.coverPic).toContain(first.fileName)
    expect(await owner.data<{ pic: string }>('/api/user')).toMatchObject({
      pic: 'https://example.org/me.jpg',
    })
  })

  test('a restored photo comes back without comments and likes of guests deleted meanwhile', async () => {
    const { gallery, owner, photo } = await openRich()
    await using _ = gallery
    await remove(owner, photo)
    gallery.services.store.connection.run('DELETE FROM guest')
    await change(owner, 'restore', [photo])
    expect(await owner.data(`/api/likes/${photo.id}`)).toHaveLength(1)
    expect(await owner.data(`/api/comments/${photo.id}`)).toHaveLength(1)
  })
})

test('a photo in the trash is known only to the trash, and to its owner', async () => {
  const { gallery, owner, guest, photo, ids } = await openWithEverything()
  await using _ = gallery
  const [{ fileName }] = [await owner.data<Photo>(`/api/photos/${photo.id}`)]
  const visitor = gallery.asVisitor()
  await remove(owner, photo)
  const gets = tableOf(gallery).filter(
    (row) => !isWrite(row) && !/(logout|auth|callback|download)$/.test(row.path),
  )
  const addresses = [
    ...gets.map((row) => addressOf(row, { ...ids, fileName })),
    ...['/api/photos?limit=9', '/api/photos/search?q=Shown', '/api/map/photos'],
    ...['/', '/photo', `/photo/${photo.id}`, '/camera', '/keyword/gate', '/archive', '/map'],
    ...['/feed.atom', '/feed.json', '/sitemap.xml', `/embed/photo/${photo.id}`, '/album'],
  ]
  expect(addresses.length).toBeGreaterThan(60)
  const base = fileName.replace('.jpg', '')
  const told: string[] = []
  for (const [name, person] of Object.entries({ owner, guest, visitor })) {
    for (const address of addresses) {
      const answer = await person.get(address)
      const text = await answer.text()
      const names = address.startsWith('/api/trash')
        ? false
        : text.includes('Shown') || text.includes(base)
      const isListed =
        names ||
        (answer.status === 200 &&
          /\/(photos|thumbs|squares|portraits|landscapes|resizes|images|likes|comments)\/(?!search)[^?]+/.test(
            address,
          ) &&
          !address.startsWith('/api/guest'))
      if (isListed) told.push(`${name} ${address} ${answer.status}`)
      if (name !== 'owner' && address.startsWith('/api/trash')) {
        expect([address, answer.status >= 400]).toEqual([address, true])
      }
    }
  }
  expect(told).toEqual([])
  expect((await owner.get(`/api/trash/${photo.id}/preview`)).status).toBe(200)
  expect((await owner.data<PhotoList>('/api/photos')).photos.map(({ title }) => title)).toEqual([
    'Hidden',
  ])
})

describe('list', () => {
  test('the trash lists what was deleted last first, with when it will be deleted for good', async () => {
    const { gallery, owner, photo, first } = await openRich()
    await using _ = gallery
    await remove(owner, photo)
    gallery.clock.advance(1000)
    await remove(owner, first)
    const list = await inTrash(owner)
    const now = gallery.clock.now()
    expect(list).toMatchObject({ length: 2, total: 2, offset: 0 })
    expect(list.bytes).toBe(list.photos[0]!.bytes + list.photos[1]!.bytes)
    expect(list.photos.map(({ id }) => id)).toEqual([first.id, photo.id])
    expect(list.photos[1]).toMatchObject({
      title: 'The gate',
      sourceName: 'gate-2.jpg',
      albums: ['Coded', 'Filled', 'Ordered', 'Stream'],
      likes: 2,
      comments: 2,
      trashedAt: new Date(now - 1000).toISOString(),
      deletedAt: new Date(now - 1000 + trashDays * dayMs).toISOString(),
    })
    expect((await owner.data<TrashList>('/api/trash?limit=1&offset=1')).photos[0]?.id).toBe(
      photo.id,
    )
    expect((await owner.get('/api/trash?limit=0')).status).toBe(400)
  })

  test('the trash shows a tile of each photo, also if it has to be made again', async () => {
    await using gallery = await openGallery()
    const { owner, photo } = await publicPhoto(gallery)
    await remove(owner, photo)
    const preview = (accept: string) =>
      owner.get(`/api/trash/${photo.id}/preview`, { Accept: accept })
    const types = [await preview('image/avif'), await preview('image/jpeg')].map((answer) => [
      answer.status,
      answer.headers.get('content-type'),
      answer.headers.get('cache-control'),
    ])
    expect(types).toEqual([
      [200, 'image/avif', 'private, no-store'],
      [200, 'image/jpeg', 'private, no-store'],
    ])
    expect(
      (await owner.get('/api/trash/019b7ca9-9070-7314-b84e-9ff82474a522/preview')).status,
    ).toBe(404)
    await change(owner, 'restore', [photo])
    expect((await owner.get(`/api/trash/${photo.id}/preview`)).status).toBe(404)
  })

  test('a tile of a photo that is deleted for good meanwhile is not found', async () => {
    await using gallery = await openGallery()
    const owner = await gallery.asOwner()
    const statuses = new Set<number>()
    for (let number = 0; number < 8; number++) {
      const photo = await upload(gallery, owner, camera({ title: `Photo ${number}` }))
      await remove(owner, photo)
      const tiles = Array.from({ length: 6 }, () => owner.get(`/api/trash/${photo.id}/preview`))
      await change(owner, 'delete', [photo])
      for (const { status } of await Promise.all(tiles)) statuses.add(status)
    }
    expect([...statuses].filter((status) => status !== 200 && status !== 404)).toEqual([])
  })

  test('the trash is emptied after 30 days and no earlier, in batches', async () => {
    await using gallery = await openGallery()
    const { owner, photo } = await publicPhoto(gallery)
    const { trash, photos } = gallery.services
    const others: Photo[] = []
    for (let count = 0; count < 3; count++) others.push(await upload(gallery, owner))
    await remove(owner, photo)
    gallery.clock.advance(dayMs)
    await trash.put(others.map(({ id }) => id))
    const dueSoon = async () => (await gallery.services.status.get()).trash.dueSoon
    gallery.clock.advance((trashDays - 1 - trashNoticeDays) * dayMs - 1)
    expect(await dueSoon()).toBe(0)
    gallery.clock.advance(1)
    expect(await dueSoon()).toBe(1)
    gallery.clock.advance(trashNoticeDays * dayMs - 1)
    expect(await dueSoon()).toBe(4)
    expect(await trash.expire()).toBe(0)
    gallery.clock.advance(1)
    expect(await trash.expire()).toBe(1)
    expect(await filesIn(gallery.data, 'originals')).toHaveLength(3)
    gallery.clock.advance(dayMs)
    expect(await trash.expire()).toBe(3)
    for (const folder of ['originals', 'renditions', 'removed']) {
      expect(await filesIn(gallery.data, folder)).toEqual([])
    }
    expect(photos.diskUse()).toEqual({ photos: 0, originals: 0, renditions: 0 })
  })

  test('the trash counts towards the used disk space', async () => {
    await using gallery = await openGallery()
    const { owner, photo } = await publicPhoto(gallery)
    const { photos } = gallery.services
    const before = photos.diskUse()
    await remove(owner, photo)
    expect(photos.diskUse()).toEqual({ ...before, photos: 0 })
    expect(await filesIn(gallery.data, 'originals')).toHaveLength(1)
    await change(owner, 'restore', [photo])
    expect(photos.diskUse()).toEqual(before)
  })

  test('the trash deletes for good what its owner selects, completely', async () => {
    await using gallery = await openGallery()
    const { owner, photo } = await publicPhoto(gallery)
    const other = await upload(gallery, owner)
    const third = await upload(gallery, owner)
    expect(await change(owner, 'delete', [photo])).toEqual({ numItems: 0 })
    for (const each of [photo, other, third]) await remove(owner, each)
    expect(await change(owner, 'delete', [photo, photo])).toEqual({ numItems: 1 })
    expect(await filesIn(gallery.data, 'originals')).toHaveLength(2)
    expect(await owner.data('/api/trash', { method: 'DELETE' })).toEqual({ numItems: 2 })
    for (const folder of ['originals', 'renditions', 'removed']) {
      expect(await filesIn(gallery.data, folder)).toEqual([])
    }
    expect(await change(owner, 'restore', [photo, other])).toEqual({ numItems: 0 })
  })

  test('the trash is deleted with all photos, whose number does not include it', async () => {
    await using gallery = await openGallery()
    const { owner, photo } = await publicPhoto(gallery)
    await upload(gallery, owner)
    await remove(owner, photo)
    const deleted = await owner.data<PhotoList>('/api/photo', {
      method: 'DELETE',
      body: { removeFiles: true, count: 1 },
    })
    expect(deleted.length).toBe(1)
    expect((await inTrash(owner)).total).toBe(0)
    for (const folder of ['originals', 'renditions', 'removed']) {
      expect(await filesIn(gallery.data, folder)).toEqual([])
    }
  })
})

describe('files', () => {
  const open = async () => {
    const gallery: Gallery = await openGallery()
    const bytes = await camera()
    const { owner, photo, album } = await publicPhoto(gallery, bytes)
    await remove(owner, photo)
    return { gallery, owner, photo, album, bytes }
  }

  test('the file of a photo in the trash restores it when it is uploaded again', async () => {
    const { gallery, owner, photo, bytes } = await open()
    await using _ = gallery
    const answer = await send(owner, bytes)
    expect(answer.status).toBe(200)
    expect((await answer.json()).data).toMatchObject({
      id: photo.id,
      wasInTrash: true,
      isPublic: true,
    })
    expect((await inTrash(owner)).total).toBe(0)
    expect((await send(owner, bytes)).status).toBe(409)
  })

  test('the file of a photo in the trash restores it into the albums of an import, which says so', async () => {
    const { gallery, owner, photo, bytes } = await open()
    await using _ = gallery
    const path = join(gallery.data, '..', `${photo.id}.jpg`)
    await Bun.write(path, bytes)
    const printed: string[] = []
    const report = createImportReport({ isTTY: false, write: (text) => printed.push(text) })
    const request = { paths: [path], album: 'Iceland', isPhotostream: false }
    for await (const event of importFolder(request, gallery.services)) report.add(event)
    expect(report.end()).toBe(0)
    await unlink(path)
    const text = printed.join('')
    expect(text).toContain(`restored from the trash  ${path}\n`)
    expect(text).toContain('0 imported, 1 restored from the trash, 0 already in the gallery')
    expect(text).toContain('Visitors can now see the photo imported')
    const albums = await owner.data<Album[]>(`/api/photos/${photo.id}/albums`)
    expect(albums.map(({ name }) => name)).toEqual(['Iceland', 'Photostream'])
  })

  test('the file of a photo in the trash restores it and its damaged original', async () => {
    const { gallery, owner, photo, bytes } = await open()
    await using _ = gallery
    const [original] = await filesIn(gallery.data, 'originals')
    await Bun.write(`${gallery.data}/${original}`, 'damaged')
    expect((await send(owner, bytes)).status).toBe(200)
    const again = await owner.get(`/api/photos/${photo.id}/original`)
    expect(await again.bytes()).toEqual(new Uint8Array(bytes))
    // Its pictures were made from what may have been damaged.
    const { fileName } = await owner.data<Photo>(`/api/photos/${photo.id}`)
    expect(fileName).not.toBe(photo.fileName)
    expect((await owner.get(`/api/thumbs/${fileName}`)).status).toBe(200)
  })

  test('the file of a photo in the trash is a new photo once that was deleted for good', async () => {
    const { gallery, owner, photo, bytes } = await open()
    await using _ = gallery
    await change(owner, 'delete', [photo])
    const { data } = await (await send(owner, bytes)).json()
    expect(data.id).not.toBe(photo.id)
    expect(data).not.toHaveProperty('wasInTrash')
    expect(data.isPublic).toBe(false)
  })

  test('the file of a photo in the trash is no version of another photo', async () => {
    const { gallery, owner, bytes } = await open()
    await using _ = gallery
    const other = await upload(gallery, owner)
    const { ingest, versions } = gallery.services
    const received = await ingest.receive(new Blob([bytes as never]).stream() as never)
    const origin = {
      source: 'local',
      sourceName: 'x.jpg',
      sourceDate: null,
      folder: null,
      rule: null,
    } as const
    await expect(versions.add(other.id, received, origin)).rejects.toThrow('in the trash')
    await ingest.discard(received)
    expect(await owner.data<Photo>(`/api/photos/${other.id}`)).toEqual(other)
  })
})
