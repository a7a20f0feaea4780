// Uploads that seem to be new versions of photos, and going back to earlier ones.
import { describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import type { Comment } from '../../src/contract/people/comments.ts'
import type { Photo, PhotoList, UploadedPhoto } from '../../src/contract/photos/photos.ts'
import type {
  PendingUpload,
  PhotoVersion,
  ReplacedPhoto,
} from '../../src/contract/photos/versions.ts'
import { type Browser, errorOf } from '../support/browser.ts'
import { filesIn, folderFaults } from '../support/folder-faults.ts'
import {
  type Gallery,
  makeAlbum,
  openGallery,
  publicPhoto,
  send,
  upload,
} from '../support/gallery.ts'
import { pixelsOf } from '../support/jpegs.ts'
import { type Entry, long, text } from '../support/metadata-segments.ts'
import { type CameraOptions, camera } from '../support/photos.ts'

const md5 = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex')
const dayMs = 86_400_000

/** Exports of one photo: the same camera, time and name. */
const exported = (options: CameraOptions = {}) => camera({ serial: '12345', ...options })

const replacing = { onMatch: 'replace' }
const inExif = (...exif: Entry[]): CameraOptions => ({ more: { exif } })
const inIfd0 = (...ifd0: Entry[]): CameraOptions => ({ serial: '', more: { ifd0 } })
/** With the same name, second, camera and settings. */
const otherPhotos: [string, CameraOptions, CameraOptions][] = [
  ['another unique id', inExif(text(0xa420, '4f01')), inExif(text(0xa420, '4f02'))],
  ['another image number', inExif(long(0x9211, 7)), inExif(long(0x9211, 8))],
  ['another offset from UTC', inExif(text(0x9011, '+02:00')), inExif(text(0x9011, '+01:00'))],
  ['another serial number of DNG', inIfd0(text(0xc62f, '711')), inIfd0(text(0xc62f, '712'))],
]
const spelled = (make: string, model: string, serial = ''): CameraOptions => ({
  make,
  model,
  serial,
})
const spellings: [string, CameraOptions, CameraOptions][] = [
  ['a camera in two spellings', spelled('Canon', 'Canon EOS R5'), spelled('Canon', 'EOS R5')],
  [
    'a body in two spellings',
    spelled('Canon', 'Canon EOS R5', '711'),
    spelled('Canon', 'EOS R5', '711'),
  ],
  ['a maker in two spellings', spelled('NIKON CORPORATION', 'NIKON Z 6'), spelled('Nikon', 'Z6')],
]

const bodyOf = async <T>(answer: Response, status: number): Promise<T> => {
  const body = await answer.json()
  expect([answer.status, body.error]).toEqual([status, undefined])
  return body.data
}
const ask = async (owner: Browser, bytes: Uint8Array, fields = {}): Promise<PendingUpload> =>
  (
    await bodyOf<{ pending: PendingUpload }>(
      await send(owner, bytes, { onMatch: 'ask', ...fields }),
      202,
    )
  ).pending
const decide = (owner: Browser, { id }: { id: string }, decision: string) =>
  owner.post(`/api/uploads/pending/${id}`, { decision })
const pendingOf = (owner: Browser) => owner.data<PendingUpload[]>('/api/uploads/pending')
const versionsOf = (owner: Browser, { id }: { id: string }) =>
  owner.data<PhotoVersion[]>(`/api/photos/${id}/versions`)
const originalOf = async (owner: Browser, { id }: { id: string }) =>
  md5(await (await owner.get(`/api/photos/${id}/original`)).bytes())
const countOf = async (owner: Browser) => (await owner.data<PhotoList>('/api/photos')).total

/** A gallery with a photo and the file of another export of it. */
async function withPhoto(options: CameraOptions = {}) {
  const gallery = await openGallery()
  const { owner, photo } = await publicPhoto(gallery, exported(options))
  return { gallery, owner, photo, next: await exported(options) }
}

describe('matching uploads', () => {
  test('an upload that matches a photo is a photo of its own, unless its client requests something else', async () => {
    const { gallery, owner, next } = await withPhoto()
    await using _ = gallery
    const answer = await bodyOf<UploadedPhoto>(await send(owner, next), 200)
    expect(answer).not.toHaveProperty('hasLostCrop')
    expect(await countOf(owner)).toBe(2)
  })

  test('an upload that matches a photo waits for the owner’s decision, and then replaces the photo with nothing lost', async () => {
    const { gallery, owner, photo, next } = await withPhoto({ title: 'Tor' })
    await using _ = gallery
    const guest = await gallery.asGuest('Gus')
    await guest.data(`/api/likes/${photo.id}/like`, { method: 'POST', body: {} })
    const body = { body: 'Fine light' }
    await guest.data<Comment>(`/api/comments/${photo.id}`, { method: 'POST', body })
    await owner.data(`/api/photos/${photo.id}`, {
      method: 'PUT',
      body: { id: photo.id, description: 'Written here' },
    })

    const pending = await ask(owner, next, { name: 'dsc_0001.JPG' })
    expect(pending).toMatchObject({
      fileName: 'dsc_0001.JPG',
      bytes: next.length,
      source: 'local',
      rule: 'name and time',
      photo: { id: photo.id },
    })
    expect(await pendingOf(owner)).toEqual([pending])
    expect(await countOf(owner)).toBe(1)
    const preview = await owner.get(`/api/uploads/pending/${pending.id}/preview`)
    expect(preview.headers.get('cache-control')).toBe('private, no-store')
    expect((await pixelsOf(await preview.bytes())).info).toMatchObject({ width: 96, height: 64 })

    gallery.clock.advance(1000)
    const replaced = await bodyOf<ReplacedPhoto>(await decide(owner, pending, 'replace'), 200)
    expect(replaced).toMatchObject({
      id: photo.id,
      md5: md5(next),
      title: 'Tor',
      description: 'Written here',
      isPublic: true,
      uploadDate: photo.uploadDate,
      sourceName: 'dsc_0001.JPG',
      hasLostCrop: false,
    })
    expect(replaced.fileName).not.toBe(photo.fileName)
    expect((await guest.get(`/api/squares/${replaced.fileName}`)).status).toBe(200)
    expect((await guest.get(`/api/squares/${photo.fileName}`)).status).toBe(404)
    const evidence = await owner.data<{ comments: unknown[] }>(`/api/comments/${photo.id}`)
    expect(JSON.stringify(evidence)).toContain('Fine light')
    expect(JSON.stringify(await owner.data(`/api/likes/${photo.id}`))).toContain('Gus')
    expect(await originalOf(owner, photo)).toBe(md5(next))
    expect(await pendingOf(owner)).toEqual([])
    expect((await decide(owner, pending, 'replace')).status).toBe(404)
    expect(await versionsOf(owner, photo)).toEqual([
      {
        id: expect.any(String),
        addedAt: new Date(gallery.clock.now()).toISOString(),
        bytes: next.length,
        fileName: 'dsc_0001.JPG',
        isCurrent: true,
        rule: 'name and time',
      },
      {
        id: photo.id,
        addedAt: photo.uploadDate,
        bytes: expect.any(Number),
        fileName: 'DSC_0001.jpg',
        isCurrent: false,
        rule: null,
      },
    ])
  })

  test('an upload that matches a photo becomes its own photo if the owner keeps both, and nothing if it is discarded', async () => {
    const { gallery, owner, photo, next } = await withPhoto()
    await using _ = gallery
    const pending = await ask(owner, next)
    const added = await bodyOf<UploadedPhoto>(await decide(owner, pending, 'keep-both'), 201)
    expect(added.id).not.toBe(photo.id)
    expect([await originalOf(owner, added), await originalOf(owner, photo)]).toEqual([
      md5(next),
      photo.md5!,
    ])
    // Now two photos have this name and time, so that neither can be meant.
    expect((await send(owner, await exported(), { onMatch: 'ask' })).status).toBe(200)
    await owner.data('/api/photo', { method: 'DELETE', body: { removeFiles: true } })

    await upload(gallery, owner, exported())
    const unwanted = await ask(owner, await exported())
    expect((await decide(owner, unwanted, 'discard')).status).toBe(204)
    expect(await pendingOf(owner)).toEqual([])
    expect(await filesIn(gallery.data, 'originals')).toHaveLength(1)
  })

  test('an upload that matches a photo replaces it at once if its client wants so, except for a second one of the same run', async () => {
    const { gallery, owner, photo } = await withPhoto()
    await using _ = gallery
    const how = { onMatch: 'replace', run: 'one' }
    const first = await bodyOf<ReplacedPhoto>(await send(owner, await exported(), how), 200)
    expect([first.id, first.hasLostCrop]).toEqual([photo.id, false])
    const second = await bodyOf<UploadedPhoto>(await send(owner, await exported(), how), 200)
    expect(second.id).not.toBe(photo.id)
  })

  test('only one of several simultaneous uploads that match a photo replaces it', async () => {
    const { gallery, owner, photo } = await withPhoto()
    await using _ = gallery
    const files = await Promise.all(Array.from({ length: 4 }, () => exported()))
    const answers = await Promise.all(
      files.map((file) => send(owner, file, { onMatch: 'replace' })),
    )
    const ids = await Promise.all(answers.map(async (each) => (await bodyOf<Photo>(each, 200)).id))
    expect(ids.filter((id) => id === photo.id)).toHaveLength(1)
    expect(new Set(ids).size).toBe(4)
  })

  test('an upload that waits for a decision does not make others wait for the same photo', async () => {
    const { gallery, owner, next } = await withPhoto()
    await using _ = gallery
    const pending = await ask(owner, next)
    expect(await ask(owner, next)).toEqual(pending)
    expect((await send(owner, await exported(), { onMatch: 'ask' })).status).toBe(200)
    expect(await pendingOf(owner)).toHaveLength(1)
    const same = await bodyOf<ReplacedPhoto>(await send(owner, next, { onMatch: 'replace' }), 200)
    expect([same.id, same.hasLostCrop]).toEqual([pending.photo.id, false])
    expect(await pendingOf(owner)).toEqual([])
  })

  test('a matching upload of another shape drops the crop and says so', async () => {
    const { gallery, owner, photo } = await withPhoto()
    await using _ = gallery
    const edit = { rotation: 0, x: 10, y: 10, width: 40, height: 30 }
    await owner.data(`/api/photos/${photo.id}/edit`, { method: 'PUT', body: edit })
    const pending = await ask(owner, await exported({ width: 64, height: 96 }))
    const replaced = await bodyOf<ReplacedPhoto>(await decide(owner, pending, 'replace'), 200)
    expect([replaced.hasLostCrop, replaced.edit]).toEqual([true, null])
  })

  test('a matching upload that cannot be decoded is refused at once', async () => {
    const { gallery, owner, next } = await withPhoto()
    await using _ = gallery
    const cut = next.subarray(0, next.length - 200)
    expect((await send(owner, cut, { onMatch: 'ask' })).status).toBe(400)
    expect(await pendingOf(owner)).toEqual([])
  })

  test('a waiting upload survives a restart, and is discarded after seven days', async () => {
    const before = await openGallery()
    const { owner: claimed } = await publicPhoto(before, exported())
    const waiting = [await ask(claimed, await exported())]
    await before.abandon()
    await using gallery = await openGallery({ data: before.data })
    const owner = await gallery.asOwner()
    expect((await pendingOf(owner)).map(({ id }) => id)).toEqual(waiting.map(({ id }) => id))
    gallery.clock.advance(7 * dayMs - 1000)
    await gallery.services.pendingFiles.expire()
    expect(await pendingOf(owner)).toHaveLength(1)
    gallery.clock.advance(3000)
    await gallery.services.pendingFiles.expire()
    expect(await pendingOf(owner)).toEqual([])
    expect(await filesIn(gallery.data, 'originals')).toHaveLength(1)
  })

  test('a waiting upload is deleted with the photo', async () => {
    const { gallery, owner, next } = await withPhoto()
    await using _ = gallery
    await ask(owner, next)
    await owner.data('/api/photo', { method: 'DELETE', body: { removeFiles: true } })
    expect(await filesIn(gallery.data, 'originals')).toEqual([])
    expect(await pendingOf(owner)).toEqual([])
  })

  test('a preview of a waiting upload that is discarded meanwhile is not found', async () => {
    const { gallery, owner } = await withPhoto()
    await using _ = gallery
    const statuses = new Set<number>()
    for (let number = 0; number < 8; number++) {
      const { id } = await ask(owner, await exported({ title: `Export ${number}` }))
      const previews = Array.from({ length: 6 }, () =>
        owner.get(`/api/uploads/pending/${id}/preview`),
      )
      const answers = await Promise.all([decide(owner, { id }, 'discard'), ...previews])
      for (const { status } of answers.slice(1)) statuses.add(status)
    }
    expect([...statuses].filter((status) => status !== 200 && status !== 404)).toEqual([])
  })

  test('a waiting upload stays in the trash with its photo, and comes back with it', async () => {
    const { gallery, owner, photo, next } = await withPhoto()
    await using _ = gallery
    const pending = await ask(owner, next)
    await owner.data(`/api/photos/${photo.id}`, { method: 'DELETE', body: { removeFiles: true } })
    expect(await pendingOf(owner)).toEqual([])
    expect((await decide(owner, pending, 'replace')).status).toBe(404)
    expect((await owner.get(`/api/uploads/pending/${pending.id}/preview`)).status).toBe(404)
    await gallery.services.pendingFiles.expire()
    expect(await folderFaults(gallery.services)).toEqual([])
    await owner.data('/api/trash/restore', { method: 'POST', body: { ids: [photo.id] } })
    expect(await pendingOf(owner)).toEqual([pending])
    expect(await folderFaults(gallery.services)).toEqual([])
    await bodyOf(await decide(owner, pending, 'replace'), 200)
    expect(await originalOf(owner, photo)).toBe(md5(next))
  })

  test.each(otherPhotos)('an upload with %s is another photo', async (_, one, other) => {
    await using gallery = await openGallery()
    const { owner, photo } = await publicPhoto(gallery, exported(one))
    await bodyOf<UploadedPhoto>(await send(owner, await exported(other), replacing), 200)
    expect(await countOf(owner)).toBe(2)
    expect(await versionsOf(owner, photo)).toHaveLength(1)
    // What a file omits says nothing, so this one is the same photo, whichever file lacks it.
    const { more: __, ...bare } = other
    const again = { ...bare, date: '2024:08:09 07:08:09' }
    const first = await upload(gallery, owner, exported({ ...one, date: again.date }))
    await bodyOf(await send(owner, await exported(again), replacing), 200)
    expect(await versionsOf(owner, first)).toHaveLength(2)
  })

  test('an upload from another person’s camera waits, also when it is sent again', async () => {
    const ofOwner = (name: string) => ({ more: { exif: [text(0xa430, name)] } })
    const { gallery, owner, photo } = await withPhoto(ofOwner('Ann'))
    await using _ = gallery
    const next = await exported(ofOwner('Bob'))
    for (const __ of ['first', 'again']) {
      const answer = await send(owner, next, replacing)
      const { pending } = await bodyOf<{ pending: PendingUpload }>(answer, 202)
      expect(pending.photo.id).toBe(photo.id)
    }
    expect(await versionsOf(owner, photo)).toHaveLength(1)
    const [pending] = await pendingOf(owner)
    expect((await decide(owner, pending!, 'replace')).status).toBe(200)
    await bodyOf(await send(owner, await exported(ofOwner('BOB ')), replacing), 200)
    expect(await versionsOf(owner, photo)).toHaveLength(3)
  })

  test('an upload is compared with the serial number in a file whose row has none', async () => {
    const serial = (number: string) => ({ serial: '', more: { ifd0: [text(0xc62f, number)] } })
    await using gallery = await openGallery()
    const { owner, photo } = await publicPhoto(gallery, exported(serial('711')))
    const row = { id: photo.id }
    gallery.services.store.connection
      .query<unknown, { id: string }>('UPDATE photo SET camera_serial = NULL WHERE id = $id')
      .run(row)
    await bodyOf<UploadedPhoto>(await send(owner, await exported(serial('712')), replacing), 200)
    expect(await versionsOf(owner, photo)).toHaveLength(1)
    await bodyOf(await send(owner, await exported(serial('0711')), replacing), 200)
    expect(await versionsOf(owner, photo)).toHaveLength(2)
  })

  test.each(spellings)(
    'an upload of %s replaces its photo, and waits only beside other frames',
    async (_, one, other) => {
      await using gallery = await openGallery()
      const { owner, photo } = await publicPhoto(gallery, exported(one))
      const phone = { make: 'Apple', model: 'iPhone 15', serial: '' }
      await upload(gallery, owner, exported(phone), { name: 'other.jpg' })
      await bodyOf(await send(owner, await exported(other), replacing), 200)
      await bodyOf(await send(owner, await exported(one), replacing), 200)
      expect(await versionsOf(owner, photo)).toHaveLength(3)
      await upload(gallery, owner, exported(one), { name: 'frame-2.jpg' })
      for (const spelling of [one, other]) {
        await bodyOf(await send(owner, await exported(spelling), { ...replacing }), 202)
        const [pending] = await pendingOf(owner)
        await decide(owner, pending!, 'discard')
      }
      expect(await versionsOf(owner, photo)).toHaveLength(3)
    },
  )

  test('an upload for a photo becomes its new version, whatever it seems to be', async () => {
    await using gallery = await openGallery()
    const { owner, photo } = await publicPhoto(gallery, exported())
    const other = await camera({ serial: 'another', date: '2001:02:03 04:05:06' })
    const versionOf = photo.id
    const replaced = await bodyOf<Photo>(await send(owner, other, { versionOf }), 200)
    expect([replaced.id, replaced.md5]).toEqual([photo.id, md5(other)])
    expect((await versionsOf(owner, photo)).map(({ rule }) => rule)).toEqual([null, null])
    expect(await countOf(owner)).toBe(1)

    const again = await errorOf(await send(owner, other, { versionOf }))
    expect(again).toMatchObject({ code: 409, details: { photoId: photo.id } })
    const unknown = await send(owner, await camera(), { versionOf: Bun.randomUUIDv7() })
    expect(await errorOf(unknown)).toMatchObject({ code: 404 })
    const wrong = await send(owner, await camera(), { versionOf: 'x' })
    expect(await errorOf(wrong)).toMatchObject({ code: 400, details: { field: 'versionOf' } })
    expect(await countOf(owner)).toBe(1)
    expect(await filesIn(gallery.data, 'tmp')).toEqual([])
  })

  test('an upload with an unknown choice for matches is refused', async () => {
    await using gallery = await openGallery()
    const owner = await gallery.asOwner()
    const refused = await send(owner, await camera(), { onMatch: 'always' })
    expect(await errorOf(refused)).toEqual({
      code: 400,
      message: 'onMatch: must be one of ask, replace, keep-both',
      details: { field: 'onMatch' },
    })
    expect((await send(owner, await camera(), { run: 'x'.repeat(101) })).status).toBe(400)
    expect(await filesIn(gallery.data, 'tmp')).toEqual([])
  })
})

describe('versions', () => {
  /** Replaces the photo so many times. @returns the md5 of each version, the first one first. */
  async function replaceOften(gallery: Gallery, owner: Browser, photo: Photo, times: number) {
    const md5s = [photo.md5!]
    for (let version = 0; version < times; version++) {
      gallery.clock.advance(1000)
      const bytes = await exported({ title: `Version ${version}` })
      await bodyOf(await send(owner, bytes, { onMatch: 'replace' }), 200)
      md5s.push(md5(bytes))
    }
    return md5s
  }

  test('a photo with several versions shows each of them again with the same bytes, and keeps three besides it', async () => {
    const { gallery, owner, photo } = await withPhoto()
    await using _ = gallery
    const md5s = await replaceOften(gallery, owner, photo, 5)
    const versions = await versionsOf(owner, photo)
    expect(versions.map(({ isCurrent }) => isCurrent)).toEqual([true, false, false, false])
    for (const [index, { id, addedAt }] of versions.entries()) {
      const body = { version: id }
      const shown = await bodyOf<ReplacedPhoto>(
        await owner.put(`/api/photos/${photo.id}/version`, body),
        200,
      )
      expect([shown.md5, shown.title]).toEqual([md5s.at(-1 - index)!, `Version ${4 - index}`])
      expect(await originalOf(owner, photo)).toBe(shown.md5!)
      const current = (await versionsOf(owner, photo)).find((version) => version.isCurrent)
      expect([current?.id, current?.addedAt]).toEqual([id, addedAt])
    }
    expect(await filesIn(gallery.data, 'originals')).toHaveLength(4)
    const unknown = await owner.put(`/api/photos/${photo.id}/version`, { version: photo.id })
    expect(unknown.status).toBe(404)
  })

  test('a photo with several versions is in the gallery with each, and loses all of them with ‘removeFiles’', async () => {
    const { gallery, owner, photo } = await withPhoto()
    await using _ = gallery
    const next = await exported()
    await bodyOf(await send(owner, next, { onMatch: 'replace' }), 200)
    await bodyOf(await send(owner, await exported(), { onMatch: 'replace' }), 200)
    const again = await errorOf(await send(owner, next, { onMatch: 'ask' }))
    expect([again.code, again.details]).toEqual([409, { photoId: photo.id }])
    const body = { removeFiles: true }
    await owner.data(`/api/photos/${photo.id}`, { method: 'DELETE', body })
    expect(await filesIn(gallery.data, 'originals')).toHaveLength(3)
    await owner.data('/api/trash/delete', { method: 'POST', body: { ids: [photo.id] } })
    expect(await filesIn(gallery.data, 'originals')).toEqual([])
  })

  test('a photo with several versions keeps its place in an album that is sorted by hand', async () => {
    const { gallery, owner, photo } = await withPhoto()
    await using _ = gallery
    const others = [await upload(gallery, owner), await upload(gallery, owner)]
    const album = await makeAlbum(owner, 'Walk', [others[0]!, photo, others[1]!])
    const order = [others[1]!.id, photo.id, others[0]!.id]
    await owner.data(`/api/albums/${album.id}/order`, { method: 'PUT', body: { photos: order } })
    await bodyOf(await send(owner, await exported(), { onMatch: 'replace' }), 200)
    const { photos } = await owner.data<PhotoList>(`/api/albums/${album.id}/photos`)
    expect(photos.map(({ id }) => id)).toEqual(order)
  })
})
