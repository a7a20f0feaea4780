import type { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Album } from '../../src/contract/albums/albums.ts'
import type { Photo } from '../../src/contract/photos/photos.ts'
import { filesIn } from '../support/folder-faults.ts'
import { makeAlbum, openGallery, upload } from '../support/gallery.ts'
import { pixelsOf, textureJpeg } from '../support/jpegs.ts'
import { exifSegment, short, text, withSegments } from '../support/metadata-segments.ts'
import { takeBackTo } from '../support/old-folder.ts'

/** A photo of 200 × 300 stored on its side. */
const lying = async (...rights: Parameters<typeof text>[]) =>
  withSegments(
    await textureJpeg(300, 200),
    exifSegment({ ifd0: [short(0x0112, 6), ...rights.map((right) => text(...right))] }),
  )

/** Writes the original's orientation into a rendition, as schema 3 did. */
function spoil(path: string): void {
  const file = readFileSync(path)
  const entry = file.indexOf(Buffer.from([0x12, 0x01, 3, 0, 1, 0, 0, 0]))
  expect(entry).toBeGreaterThan(0)
  file[entry + 8] = 6
  writeFileSync(path, file)
}

test('pictures that schema 3 rotated twice get a new address and are rendered again', async () => {
  const old = await openGallery()
  const owner = await old.asOwner()
  // Older programs did not mark pictures as not for AI.
  await owner.data('/api/sharing', { method: 'PUT', body: { keepAiOut: false } })
  const credited = await upload(old, owner, lying([0x013b, 'Zoë']))
  const plain = await upload(old, owner, lying())
  const album: Album = await makeAlbum(owner, 'Shown', [credited, plain])
  const coverPic = `/api/landscapes/${credited.fileName}`
  await owner.data(`/api/albums/${album.id}`, { method: 'PUT', body: { ...album, coverPic } })
  // One made at import, one made on request, and the public original.
  for (const path of ['portraits', 'resizes', 'images']) {
    for (const { fileName } of [credited, plain]) await owner.get(`/api/${path}/${fileName}`)
  }
  const renditionsOf = async ({ fileName }: Photo) =>
    (await filesIn(old.data, 'renditions')).filter((path) => path.includes(fileName.slice(0, 32)))
  const wrong = (await renditionsOf(credited)).filter((path) =>
    /-(?!orig)\w+-\d+\.jpeg$/.test(path),
  )
  expect(wrong.map((path) => path.replace(/.*-(\w+)-\d+/, '$1')).sort()).toEqual([
    'landscape.jpeg',
    'portrait.jpeg',
    'resize.jpeg',
    'square.jpeg',
  ])
  for (const path of wrong) spoil(join(old.data, path))
  const untouched = await renditionsOf(plain)
  await old.abandon()
  const tables = ['camera', 'photo', 'rendition', 'album', 'album_photo']
  takeBackTo(3, old.data, tables, (database: Database) => {
    database.run("UPDATE photo SET warning = 'VipsJpeg: Corrupt JPEG data of another file'")
    database.run('DELETE FROM photo_total')
    database.run('INSERT INTO photo_total SELECT 1, count(*) FROM photo')
    database.run('UPDATE album SET photo_count = (SELECT count(*) FROM album_photo)')
    database.run("INSERT INTO job (n, id, kind, state) VALUES (1, 'j', 'drive', 'FINISHED')")
    const reasons = [
      'the picture cannot be decoded: VipsJpeg: Corrupt JPEG data',
      'this kind of JPEG cannot be shown: this kind of JPEG is not supported',
      'file is incomplete',
    ]
    for (const [place, reason] of reasons.entries()) {
      database.run(
        `INSERT INTO job_file (job, place, file_id, name, md5, bytes, created_time, state, reason)
         VALUES (1, ?, '', '', '', 1, '', 'failed', ?)`,
        [place, reason],
      )
    }
  })

  await using gallery = await openGallery({ data: old.data })
  const again = await gallery.asOwner()
  const [one, two] = await Promise.all(
    [credited, plain].map(({ id }) => again.data<Photo>(`/api/photos/${id}`)),
  )
  expect(one!.fileName).toMatch(/^[0-9a-f]{32}\.jpg$/)
  expect(one!.fileName).not.toBe(credited.fileName)
  expect(two!.fileName).toBe(plain.fileName)
  expect([one!.warning, two!.warning]).toEqual([undefined, undefined])
  expect(await filesIn(old.data, 'renditions')).toEqual(untouched)
  expect((await again.get(`/api/squares/${credited.fileName}`)).status).toBe(404)
  const shown = await again.data<Album>(`/api/albums/${album.id}`)
  expect(shown.coverPic).toBe(`/api/landscapes/${one!.fileName}`)

  for (const path of ['squares', 'portraits', 'landscapes', 'resizes', 'images']) {
    const [made, expected] = await Promise.all(
      [one!, two!].map(async ({ fileName }) => {
        const answer = await again.get(`/api/${path}/${fileName}`)
        return pixelsOf(await answer.bytes(), { autoOrient: true })
      }),
    )
    expect([path, made!.info]).toEqual([path, expected!.info])
    expect([path, made!.data.equals(expected!.data)]).toEqual([path, true])
  }
  const modern = { accept: 'image/avif,image/webp' }
  for (const path of ['thumbs', 'resizes']) {
    expect((await again.get(`/api/${path}/${one!.fileName}`, modern)).status).toBe(200)
  }

  const { connection } = gallery.services.store
  // What an import makes is kept, and so is its replacement.
  const kept = connection.query<{ made: number }, []>(
    'SELECT count(*) AS made FROM rendition WHERE is_kept = 1 AND bytes > 0 GROUP BY photo',
  )
  expect(kept.all()).toEqual([{ made: 5 }, { made: 5 }])
  const reasons = connection.query<{ reason: string }, []>(
    'SELECT reason FROM job_file ORDER BY place',
  )
  expect(reasons.all().map(({ reason }) => reason)).toEqual([
    'the picture data is damaged',
    'this kind of JPEG is not supported',
    'file is incomplete',
  ])
})
