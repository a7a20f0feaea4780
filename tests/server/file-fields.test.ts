// Which fields of a photo are its file's, which were edited here, and reading files again.
import { afterAll, beforeAll, describe, expect, spyOn, test } from 'bun:test'
import { rename } from 'node:fs/promises'
import type { Photo } from '../../src/contract/photos/photos.ts'
import type { Reading, ReadingChanges, ReadPhoto } from '../../src/contract/photos/read-again.ts'
import { readMetadata } from '../../src/images/metadata.ts'
import { md5 } from '../support/backups.ts'
import { type Browser, errorOf } from '../support/browser.ts'
import { type Gallery, makeAlbum, openGallery, upload } from '../support/gallery.ts'
import { type Labels, labelled } from '../support/labelled.ts'
import { camera } from '../support/photos.ts'

const unknownId = '019b7ca9-9070-7314-b84e-9ff82474a522'
const first: Required<Labels> = {
  title: 'Ferry',
  description: 'At dusk',
  keywords: ['boat', 'sea'],
  alt: 'A ferry leaves the quay',
  creator: 'Ann Example',
  copyright: '© 2024 Ann Example',
  rating: 3,
  documentId: 'xmp.did:1',
}
const { documentId: _, ...fieldsOfFirst } = first

let gallery: Gallery
let owner: Browser
beforeAll(async () => {
  gallery = await openGallery()
  owner = await gallery.asOwner()
})
afterAll(() => gallery[Symbol.asyncDispose]())

const photoOf = (id: string) => owner.data<Photo>(`/api/photos/${id}`)
const add = async (labels: Labels = first) => upload(gallery, owner, await labelled(labels))
const change = ({ id }: { id: string }, body: object) =>
  owner.data<Photo>(`/api/photos/${id}`, { method: 'PUT', body: { id, ...body } })
const readAgain = ({ id }: { id: string }) =>
  owner.data<ReadPhoto>(`/api/photos/${id}/read-again`, { method: 'POST', body: {} })

/** Gives the photo another export as its file. */
async function replaceFile({ id }: { id: string }, labels: Labels): Promise<void> {
  const bytes = await labelled(labels)
  const path = gallery.services.library.temporary()
  await Bun.write(path, bytes)
  const file = { path, bytes: bytes.length, md5: md5(bytes) }
  const origin = {
    source: 'local',
    sourceName: 'export.jpg',
    sourceDate: null,
    folder: null,
    rule: null,
  } as const
  await gallery.services.versions.add(id, file, origin)
}

/** As if an older program had read something else in the file, or had not kept what was edited. */
function pretend({ id }: { id: string }, columns: Record<string, string | null>): Promise<unknown> {
  const { store } = gallery.services
  const sets = Object.keys(columns).map((name) => `${name} = $${name}`)
  return store.write(() =>
    store.connection
      .query<unknown, Record<string, string | null>>(
        `UPDATE photo SET ${sets.join(', ')} WHERE id = $id`,
      )
      .run({ ...columns, id }),
  )
}
const columnsOf = ({ id }: { id: string }) =>
  gallery.services.store.connection
    .query<{ edited: string; document_id: string; camera_serial: string }, { id: string }>(
      'SELECT edited, document_id, camera_serial FROM photo WHERE id = $id',
    )
    .get({ id })

async function start(body: object): Promise<Reading> {
  const { id } = await owner.data<Reading>('/api/photos/read-again', { method: 'POST', body })
  return settled(id)
}
async function settled(id: string): Promise<Reading> {
  for (;;) {
    const reading = await owner.data<Reading>(`/api/photos/read-again/${id}`)
    if (!['reading', 'applying'].includes(reading.state)) return reading
    await Bun.sleep(5)
  }
}
const changesOf = ({ id }: Reading, query = '') =>
  owner.data<ReadingChanges>(`/api/photos/read-again/${id}/changes${query}`)
async function apply({ id }: Reading): Promise<Reading> {
  await owner.data(`/api/photos/read-again/${id}/apply`, { method: 'POST', body: {} })
  return settled(id)
}

describe('edited fields', () => {
  test('an edited field says what the file says, to the owner only', async () => {
    const photo = await add()
    expect(photo).toMatchObject({ ...fieldsOfFirst, edited: {} })
    const changed = await change(photo, { title: 'The ferry', keywords: ['boat'], alt: '' })
    expect(changed).toMatchObject({
      ...{ title: 'The ferry', keywords: ['boat'], alt: null },
      edited: { title: 'Ferry', keywords: ['boat', 'sea'], alt: 'A ferry leaves the quay' },
    })
    // Typing what the file says gives the field back to it.
    expect((await change(photo, { title: 'Ferry', keywords: ['boat', 'sea'] })).edited).toEqual({
      alt: 'A ferry leaves the quay',
    })
    await makeAlbum(owner, 'Stream', [photo], { isPhotostream: true })
    const guest = await gallery.asGuest('Gus')
    for (const browser of [gallery.asVisitor(), guest]) {
      for (const path of [`/api/photos/${photo.id}`, '/api/photos?limit=9', `/photo/${photo.id}`]) {
        const text = await (await browser.get(path)).text()
        expect(text).toContain(photo.id)
        expect(text).not.toContain('edited')
        expect(text).not.toContain('leaves the quay')
      }
    }
  })

  test('any field can be edited and emptied', async () => {
    const photo = await add()
    const edited = {
      ...{ title: 'T', description: 'D', keywords: ['k'], alt: 'A' },
      ...{ creator: 'C', copyright: 'R', rating: 5 },
    }
    expect(await change(photo, edited)).toMatchObject({ ...edited, edited: fieldsOfFirst })
    const empty = { title: '', description: '', keywords: [], alt: '', creator: '', copyright: '' }
    expect(await change(photo, { ...empty, rating: null })).toMatchObject({
      ...{ ...empty, alt: null, creator: null, copyright: null, rating: null },
      edited: fieldsOfFirst,
    })
    expect(await change(photo, fieldsOfFirst)).toMatchObject({ ...fieldsOfFirst, edited: {} })
    expect(await change(photo, { alt: null, creator: null })).toMatchObject({
      ...{ alt: null, creator: null },
    })
  })

  test('an edited field survives 20 readings of the file; the others follow the file each time', async () => {
    const photo = await add()
    await change(photo, { title: 'Mine', rating: 5, alt: 'My words' })
    let file: Omit<Required<Labels>, 'documentId'> = fieldsOfFirst
    for (let round = 1; round <= 20; round++) {
      if (round % 5 === 0) {
        file = {
          ...{ title: `Title ${round}`, description: `Text ${round}`, keywords: [`k${round}`] },
          ...{ alt: `Alt ${round}`, creator: `C${round}`, copyright: `R${round}` },
          rating: (round % 4) + 1,
        }
        await replaceFile(photo, file)
      }
      // As if the file had said something else when it was last read.
      await pretend(photo, { description: `Old ${round}`, keywords: '["old"]', creator: null })
      const { photo: read, changes } = await readAgain(photo)
      expect(changes.map(({ field }) => field)).toEqual(['description', 'keywords', 'creator'])
      const { title, rating, alt, ...followed } = file
      expect(read).toMatchObject({ title: 'Mine', rating: 5, alt: 'My words', ...followed })
      expect(read.edited).toEqual({ title, rating, alt })
    }
    expect((await readAgain(photo)).changes).toEqual([])
  })

  test('an edited field that pictures contain is the new one in pictures made from then on', async () => {
    const photo = await add()
    const before = await owner.get(`/api/images/${photo.fileName}`)
    expect(Buffer.from(await before.bytes()).includes('Ann Example')).toBe(true)
    const titled = await change(photo, { title: 'Other' })
    expect(titled.fileName).toBe(photo.fileName)
    const changed = await change(photo, { creator: 'Zoë', copyright: '' })
    expect(changed.fileName).not.toBe(photo.fileName)
    expect((await owner.get(`/api/images/${photo.fileName}`)).status).toBe(404)
    for (const kind of ['images', 'thumbs', 'resizes']) {
      expect((await owner.get(`/api/${kind}/${changed.fileName}`)).status).toBe(200)
    }
    const bytes = Buffer.from(
      await (await owner.get(`/api/images/${changed.fileName}`)).arrayBuffer(),
    )
    expect([bytes.includes('Zoë'), bytes.includes('Ann Example')]).toEqual([true, false])
  })

  const turn = { rotation: 90, x: 0, y: 0, width: 20, height: 20 }
  test.each<[string, (photo: Photo) => Promise<unknown>]>([
    [
      'a crop',
      (photo) => owner.data(`/api/photos/${photo.id}/edit`, { method: 'PUT', body: turn }),
    ],
    ['a new version', (photo) => replaceFile(photo, { ...first, documentId: 'xmp.did:2' })],
  ])('edited while pictures of %s are rendered is in them', async (_, render) => {
    const photo = await add()
    const { library } = gallery.services
    const { writeDerived } = library
    using writing = spyOn(library, 'writeDerived')
    writing.mockImplementationOnce(async (path, bytes) => {
      await change(photo, { creator: 'Zoë' })
      return writeDerived(path, bytes)
    })
    await render(photo)
    const { fileName, creator } = await photoOf(photo.id)
    expect(creator).toBe('Zoë')
    for (const kind of ['images', 'resizes', 'squares']) {
      const picture = await owner.get(`/api/${kind}/${fileName}`, { accept: 'image/jpeg' })
      expect((await readMetadata(await picture.bytes())).creator, kind).toBe('Zoë')
    }
  })

  const bad: [string, object, string][] = [
    ['an alt text of 2001 characters', { alt: 'x'.repeat(2001) }, 'alt'],
    ['an alt text of two lines', { alt: 'a\nb' }, 'alt'],
    ['a creator of 201 characters', { creator: 'x'.repeat(201) }, 'creator'],
    ['a copyright with a NUL', { copyright: 'a\0' }, 'copyright'],
    ['a rating of 6', { rating: 6 }, 'rating'],
    ['a rating of 0', { rating: 0 }, 'rating'],
    ['half a star', { rating: 3.5 }, 'rating'],
    ['a rating that is text', { rating: '3' }, 'rating'],
  ]
  test('an edited field is rejected if it is malformed', async () => {
    const photo = await add()
    for (const [what, body, field] of bad) {
      const answer = await owner.put(`/api/photos/${photo.id}`, { id: photo.id, ...body })
      expect(answer.status, what).toBe(400)
      const { details, message } = await errorOf(answer)
      expect(details, what).toEqual({ field })
      expect(message).not.toMatch(/Too (big|small)|Invalid input|expected/)
    }
    expect(await photoOf(photo.id)).toEqual(photo)
  })
})

describe('one file', () => {
  test('reading a file again fills in what was not recorded before, and changes nothing that is shown', async () => {
    const bytes = await camera({ title: 'Gate', description: 'Open', keywords: ['iron'] })
    const camerasPhoto = await upload(gallery, owner, bytes)
    const photo = await add()
    await change(photo, { title: 'Mine' })
    for (const each of [photo, camerasPhoto]) {
      await pretend(each, { edited: null, document_id: null, camera_serial: null })
    }
    expect((await photoOf(photo.id)).edited).toBeNull()
    const { changes, photo: read } = await readAgain(photo)
    expect(changes).toEqual([])
    expect(read).toMatchObject({ title: 'Mine', edited: { title: 'Ferry' } })
    expect(columnsOf(photo)).toMatchObject({ document_id: 'xmp.did:1', camera_serial: null })
    const reading = await start({ ids: [camerasPhoto.id] })
    expect(reading).toMatchObject({ state: 'read', total: 1, done: 1, changed: 0 })
    expect(columnsOf(camerasPhoto)).toMatchObject({ edited: '{}', document_id: null })
    expect(columnsOf(camerasPhoto)!.camera_serial).toStartWith('SERIAL-')
  })

  test('reading a file again finds metadata that is longer than what is read first', async () => {
    const padding = new Uint8Array(60_000)
    const segment = new Uint8Array([0xff, 0xef, ...[60_002 >> 8, 60_002 & 255], ...padding])
    const whole = await labelled(first)
    const long = Buffer.concat([
      whole.subarray(0, 2),
      ...Array.from({ length: 6 }, () => segment),
      whole.subarray(2),
    ])
    const photo = await upload(gallery, owner, long)
    await pretend(photo, { title: 'Old' })
    expect((await readAgain(photo)).changes).toEqual([
      { field: 'title', before: 'Old', after: 'Ferry' },
    ])
  })

  test('reading a missing or damaged original again fails and changes nothing', async () => {
    const photo = await add()
    const path = `${gallery.data}/originals/${photo.id.slice(0, 2)}`
    const key = [...new Bun.Glob(`originals/**/*${photo.id}*`).scanSync({ cwd: gallery.data })][0]!
    const file = `${gallery.data}/${key}`
    expect(path).toBeTruthy()
    await rename(file, `${file}.aside`)
    const post = () => owner.request(`/api/photos/${photo.id}/read-again`, { method: 'POST' })
    const missing = await post()
    expect([missing.status, (await errorOf(missing)).message]).toEqual([
      404,
      'the original of this photo is missing; upload the same file again to restore it',
    ])
    await Bun.write(file, new Uint8Array(5000))
    expect((await errorOf(await post())).message).toContain('is damaged')
    const reading = await start({ ids: [photo.id] })
    expect(reading).toMatchObject({ state: 'read', changed: 0, unreadable: 1 })
    expect(reading.failures).toEqual([
      { photoId: photo.id, name: 'DSC_0001.jpg', reason: expect.stringContaining('damaged') },
    ])
    await rename(`${file}.aside`, file)
    expect(await photoOf(photo.id)).toEqual(photo)
    expect(
      (await owner.request(`/api/photos/${unknownId}/read-again`, { method: 'POST' })).status,
    ).toBe(404)
  })
})

describe('several files', () => {
  test('reading several files again shows what would change, and changes it only when it is applied', async () => {
    const photos = [await add(), await add({ ...first, title: 'Second' }), await add()]
    await pretend(photos[0]!, { title: 'Old', keywords: '["old"]' })
    await pretend(photos[1]!, { creator: 'Somebody else' })
    await change(photos[2]!, { title: 'Mine' })
    const ids = photos.map(({ id }) => id)
    const before = await Promise.all(ids.map(photoOf))
    const reading = await start({ ids })
    expect(reading).toMatchObject({ state: 'read', total: 3, done: 3, changed: 2, applied: 0 })
    const { total, photos: rows } = await changesOf(reading)
    expect(total).toBe(2)
    expect(rows).toEqual([
      {
        photo: {
          id: ids[0]!,
          fileName: before[0]!.fileName,
          title: 'Old',
          sourceName: 'DSC_0001.jpg',
        },
        changes: [
          { field: 'title', before: 'Old', after: 'Ferry' },
          { field: 'keywords', before: ['old'], after: ['boat', 'sea'] },
        ],
      },
      {
        photo: expect.objectContaining({ id: ids[1]! }),
        changes: [{ field: 'creator', before: 'Somebody else', after: 'Ann Example' }],
      },
    ])
    expect((await changesOf(reading, '?limit=1&offset=1')).photos).toEqual(rows.slice(1))
    expect(await Promise.all(ids.map(photoOf))).toEqual(before)
    // Edited while the table was looked at.
    await change(photos[0]!, { title: 'Mine, too' })
    expect(await apply(reading)).toMatchObject({ state: 'applied', changed: 2, applied: 2 })
    const after = await Promise.all(ids.map(photoOf))
    expect(after.map(({ title, creator }) => [title, creator])).toEqual([
      ['Mine, too', 'Ann Example'],
      ['Second', 'Ann Example'],
      ['Mine', 'Ann Example'],
    ])
    expect(after[0]!.keywords).toEqual(['boat', 'sea'])
    // Its pictures named the other creator.
    expect(after[1]!.fileName).not.toBe(before[1]!.fileName)
    expect((await owner.get(`/api/thumbs/${after[1]!.fileName}`)).status).toBe(200)
    const again = await owner.request(`/api/photos/read-again/${reading.id}/apply`, {
      method: 'POST',
    })
    expect(again.status).toBe(409)
  })

  test('reading several files again skips a photo that got another version meanwhile', async () => {
    const photo = await add()
    await pretend(photo, { title: 'Old' })
    const reading = await start({ ids: [photo.id] })
    expect(reading.changed).toBe(1)
    await replaceFile(photo, { title: 'Newest' })
    await apply(reading)
    expect((await photoOf(photo.id)).title).toBe('Newest')
  })

  test('reading several files again can be cancelled, is replaced by the next, and includes every photo', async () => {
    const { total } = await owner.data<{ total: number }>('/api/photos?limit=1')
    const photo = await add()
    await pretend(photo, { title: 'Old' })
    const one = await start({ ids: [photo.id, photo.id] })
    expect(one).toMatchObject({ total: 1, changed: 1 })
    const path = `/api/photos/read-again/${one.id}`
    expect((await owner.data<Reading>(path, { method: 'DELETE' })).state).toBe('cancelled')
    expect((await owner.request(`${path}/apply`, { method: 'POST' })).status).toBe(409)
    const all = await start({ all: true })
    expect(all).toMatchObject({ state: 'read', total: total + 1, done: total + 1, changed: 1 })
    for (const [method, end] of [
      ['GET', ''],
      ['GET', '/changes'],
      ['POST', '/apply'],
      ['DELETE', ''],
    ]) {
      expect((await owner.request(`${path}${end}`, { method: method! })).status).toBe(404)
    }
    expect((await photoOf(photo.id)).title).toBe('Old')
    await apply(all)
    expect((await photoOf(photo.id)).title).toBe('Ferry')
  })

  test('reading several files again rejects what it cannot read', async () => {
    const photo = await add()
    for (const [body, message] of [
      [{}, 'ids: must be given, or all, but not both'],
      [{ ids: [photo.id], all: true }, 'ids: must be given, or all, but not both'],
      [{ ids: [] }, 'ids: '],
      [{ ids: ['x'] }, 'ids.0'],
      [{ all: false }, 'all: '],
      [{ ids: [photo.id, unknownId] }, 'one of these photos no longer exists'],
    ] as const) {
      const answer = await owner.request('/api/photos/read-again', { method: 'POST', body })
      expect(answer.status, message).toBe(400)
      expect((await errorOf(answer)).message).toContain(message)
    }
    expect((await owner.get(`/api/photos/read-again/${unknownId}`)).status).toBe(404)
    const reading = await start({ ids: [photo.id] })
    for (const bad of ['limit=0', 'limit=201', 'limit=x', 'offset=-1']) {
      const answer = await owner.get(`/api/photos/read-again/${reading.id}/changes?${bad}`)
      expect(answer.status, bad).toBe(400)
    }
  })
})
