import { describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Album } from '../../src/contract/albums/albums.ts'
import type { Camera } from '../../src/contract/cameras/cameras.ts'
import type { Photo } from '../../src/contract/photos/photos.ts'
import { sizeText } from '../../src/contract/text/size-text.ts'
import { openReadOnly } from '../../src/core/database/open-read-only.ts'
import { createPhotoMatcher } from '../../src/gallery/photos/filter/matches-photo.ts'
import {
  type CheckCounts,
  type CheckOptions,
  check,
  chooseShare,
} from '../../src/operations/check/check.ts'
import type { Problem } from '../../src/operations/check/problem.ts'
import { refusalToRepair, repairAll } from '../../src/operations/check/repair.ts'
import type { Browser } from '../support/browser.ts'
import { filesIn } from '../support/folder-faults.ts'
import { type Gallery, makeAlbum, openGallery, upload } from '../support/gallery.ts'
import { textureJpeg } from '../support/jpegs.ts'
import { camera } from '../support/photos.ts'

const plain: CheckOptions = { isDeep: false, sample: undefined }
const deep: CheckOptions = { isDeep: true, sample: undefined }

async function checked({ services }: Gallery, options = plain) {
  const { library } = services
  const reader = openReadOnly(library.databasePath)
  const problems: Problem[] = []
  let counts: CheckCounts | undefined
  for await (const event of check(options, {
    ...{ reader, library },
    matcherOf: createPhotoMatcher(reader),
  })) {
    if ('problem' in event) problems.push(event.problem)
    else counts = event.counts
  }
  reader.close()
  const minor = problems.filter(({ isMinor }) => isMinor)
  const major = problems.filter(({ isMinor }) => !isMinor)
  return { problems, major, minor, texts: major.map(({ text }) => text), counts: counts! }
}

const repaired = ({ services }: Gallery, problems: Problem[]) =>
  repairAll(problems, services, () => undefined)

/** Three photos, the first in the album "Iceland" with a camera's picture. */
async function threePhotos(gallery: Gallery) {
  const owner = await gallery.asOwner()
  const photos = [
    await upload(gallery, owner, camera({ title: 'Sunset' }), { sourceId: 'IMG_1.jpg' }),
    await upload(gallery, owner, camera({ width: 300, height: 200 }), { sourceId: 'IMG_2.jpg' }),
    await upload(gallery, owner, camera(), { sourceId: 'IMG_3.jpg' }),
  ] as const
  await makeAlbum(owner, 'Iceland', [photos[0]])
  expect(await setCameraPicture(owner)).toBe(200)
  return { owner, photos, original: ({ id }: Photo) => gallery.services.library.original(id) }
}

async function flip(path: string, at?: number) {
  const bytes = await readFile(path)
  bytes[at ?? bytes.length >> 1]! ^= 1
  await writeFile(path, bytes)
}

describe('checks', () => {
  test('vitrine check knows the photos in the trash, and says that a damaged one is there', async () => {
    await using gallery = await openGallery()
    const { owner, photos, original } = await threePhotos(gallery)
    const path = original(photos[0])
    await owner.delete(`/api/photos/${photos[0].id}`, { removeFiles: true })
    expect((await checked(gallery, deep)).texts).toEqual([])
    const bytes = await readFile(path)
    await flip(path)
    const { texts, problems } = await checked(gallery, deep)
    expect(texts).toEqual([expect.stringContaining('"Sunset" (IMG_1.jpg, in the trash)')])
    expect(problems[0]!.advice).toContain('upload or import the same file again')
    await writeFile(path, bytes)
  })

  test('vitrine check finds and refills albums that do not contain what their rules find', async () => {
    await using gallery = await openGallery()
    const { owner, photos } = await threePhotos(gallery)
    const fill = (name: string, rule: string) =>
      owner.data<Album>('/api/albums', { method: 'POST', body: { name, rule } })
    const large = await fill('Large', 'q=sunset')
    await fill('All', 'year=2024')
    expect((await checked(gallery)).texts).toEqual([])
    const { connection } = gallery.services.store
    connection.run(
      "DELETE FROM album_photo WHERE album = (SELECT row_id FROM album WHERE name = 'Large')",
    )
    connection.run("UPDATE album SET rule = 'q=fog' WHERE name = 'All'")
    const { texts, problems } = await checked(gallery)
    expect(texts).toEqual([
      'The smart album "Large" is not up to date: 1 photo that its rule finds is missing.',
      'The smart album "All" is not up to date: 3 photos in it do not match.',
    ])
    expect((await repaired(gallery, problems)).done).toEqual(['2 albums were filled again.'])
    expect((await checked(gallery)).texts).toEqual([])
    const { photos: ids } = await owner.data<Album>(`/api/albums/${large.id}`)
    expect(ids).toEqual([photos[0].id])
  })

  test('vitrine check finds nothing wrong with a gallery whose photos are intact, at any depth', async () => {
    await using gallery = await openGallery()
    await threePhotos(gallery)
    for (const options of [plain, deep, { isDeep: false, sample: 0.05 }]) {
      const { problems, counts } = await checked(gallery, options)
      expect(problems).toEqual([])
      expect(counts).toMatchObject({ total: 3, photos: 3, cameras: 1 })
      expect(counts.read).toBe(options.sample ? 1 : 3)
      expect(counts.renditions).toBeGreaterThan(10)
      const lasting = ['originals', 'cameras'].map((name) => filesIn(gallery.data, name))
      expect(counts.lasting).toBe((await Promise.all(lasting)).flat().length)
    }
  })

  test('vitrine check names a photo whose original is missing, cut, changed or unreadable, and its album', async () => {
    await using gallery = await openGallery()
    const { photos, original } = await threePhotos(gallery)
    const path = original(photos[0])
    const relative = gallery.services.library.relative(path)
    const bytes = (await stat(path)).size
    const name = 'The original of "Sunset" (IMG_1.jpg, in the album "Iceland")'
    const cases: [() => Promise<void>, string][] = [
      [() => rm(path), `${name} is missing: ${relative}`],
      [
        () => truncate(path, 100),
        `${name} is damaged (100 bytes instead of ${bytes}): ${relative}`,
      ],
      [() => flip(path), `${name} is damaged (its content has changed): ${relative}`],
      [
        async () => {
          await rm(path)
          await mkdir(path)
        },
        `${name} is damaged`,
      ],
    ]
    for (const [change, text] of cases) {
      const content = await readFile(path)
      await change()
      const { texts, major } = await checked(gallery)
      expect(texts).toEqual([expect.stringContaining(text)])
      expect(major[0]!.advice).toContain('upload or import the same file again')
      expect(major[0]!.advice).toEndWith(
        `or copy ${relative} in the folder of a backup to ${path}, with the owner of the files beside it.`,
      )
      expect(major[0]!.repair).toBeUndefined()
      await rm(path, { recursive: true, force: true })
      await writeFile(path, content)
    }
  })

  test('vitrine check decodes photos with --deep, and a sample with --sample', async () => {
    await using gallery = await openGallery()
    const { photos, original } = await threePhotos(gallery)
    const path = original(photos[1])
    const record = (bytes: Uint8Array) => {
      const md5 = new Bun.CryptoHasher('md5').update(bytes).digest('hex')
      gallery.services.store.connection.run('UPDATE photo SET md5 = ?, bytes = ? WHERE id = ?', [
        md5,
        bytes.length,
        photos[1].id,
      ])
    }
    const whole = await readFile(path)
    // As if it had been imported like this.
    const cut = whole.subarray(0, whole.length >> 1)
    await writeFile(path, cut)
    record(cut)
    expect((await checked(gallery)).texts).toEqual([])
    const named = [expect.stringContaining('IMG_2.jpg (in no album) cannot be decoded')]
    expect((await checked(gallery, deep)).texts).toEqual(named)
    expect((await checked(gallery, { isDeep: false, sample: 1 })).texts).toEqual(named)
    await writeFile(path, whole)
    record(whole)
  })

  test('vitrine check says that missing renditions are made on demand, and repairs damaged ones', async () => {
    await using gallery = await openGallery()
    const { owner, photos } = await threePhotos(gallery)
    const renditions = (await filesIn(gallery.data, 'renditions')).filter((path) =>
      path.includes(photos[0].fileName.slice(0, 32)),
    )
    const [missing, damaged] = renditions.map((path) => join(gallery.data, path))
    await rm(missing!)
    const size = (await stat(damaged!)).size
    await writeFile(damaged!, Buffer.alloc(size, 7))
    // As bit rot would leave it: nothing but its content tells.
    const { birthtimeMs } = await stat(damaged!)
    await utimes(damaged!, birthtimeMs / 1000, birthtimeMs / 1000)
    const shallow = await checked(gallery)
    expect([shallow.major, shallow.minor.length]).toEqual([[], 1])
    const found = await checked(gallery, deep)
    // Without --deep, a repair would not see that one is damaged.
    expect([...found.minor, ...found.major].map(({ advice }) => advice)).toEqual([
      'vitrine check --repair makes it again.',
      'vitrine check --deep --repair makes it again.',
    ])
    expect(found.texts).toEqual([
      `A picture made from "Sunset" (IMG_1.jpg, in the album "Iceland") is damaged: ${renditions[1]}`,
    ])
    expect(await repaired(gallery, found.problems)).toEqual({
      done: ['2 pictures were made again.'],
      failed: [],
    })
    expect((await checked(gallery, deep)).problems).toEqual([])
    for (const path of ['thumbs', 'squares', 'portraits', 'landscapes', 'resizes']) {
      expect((await owner.get(`/api/${path}/${photos[0].fileName}`)).status).toBe(200)
    }
  })

  test('vitrine check finds renditions that were changed after they were made without reading the others', async () => {
    await using gallery = await openGallery()
    const { photos } = await threePhotos(gallery)
    const renditions = (await filesIn(gallery.data, 'renditions')).filter((path) =>
      path.includes(photos[0].fileName.slice(0, 32)),
    )
    const [spoilt, touched, older, grown] = renditions.map((path) => join(gallery.data, path))
    const later = async (path: string, ms: number) => {
      const at = ((await stat(path)).birthtimeMs + ms) / 1000
      await utimes(path, at, at)
    }
    const bytes = await readFile(spoilt!)
    bytes.fill(7, bytes.length >> 1)
    await writeFile(spoilt!, bytes)
    await later(spoilt!, 5000)
    await later(touched!, 5000)
    await later(older!, -60_000)
    await later(grown!, 90_000)
    const { texts, minor, problems } = await checked(gallery)
    const name = 'A picture made from "Sunset" (IMG_1.jpg, in the album "Iceland")'
    expect(texts.toSorted()).toEqual(
      [
        `${name} is damaged: ${renditions[0]}`,
        `${name} has been changed since it was made: ${renditions[3]}`,
      ].toSorted(),
    )
    expect(minor).toEqual([])
    expect((await repaired(gallery, problems)).done).toEqual(['2 pictures were made again.'])
    expect((await checked(gallery, deep)).problems).toEqual([])
  })

  test('vitrine check finds strays in every folder and moves them to quarantine without replacing anything', async () => {
    await using gallery = await openGallery()
    const { photos } = await threePhotos(gallery)
    const strays = [
      'originals/ab/stray.jpg',
      `originals/zz/${photos[0].id}.jpg`,
      'originals/loose.txt',
      'renditions/ab/holiday.avif',
      `renditions/ab/${'ab'.repeat(16)}-thumb-400.avif.bak`,
      'cameras/other-48.jpg',
      'removed/notes.txt',
      'originals/deep/er/still.jpg',
    ]
    const harmless = ['originals/.DS_Store', 'removed/0198c0de.jpg', 'cameras/Thumbs.db']
    for (const path of [...strays, ...harmless, 'quarantine/cameras/other-48.jpg']) {
      await mkdir(dirname(join(gallery.data, path)), { recursive: true })
      await writeFile(join(gallery.data, path), path)
    }
    const { texts, problems, counts } = await checked(gallery)
    expect(texts.toSorted()).toEqual(
      strays.map((path) => `A file belongs to no photo: ${path}`).toSorted(),
    )
    expect(refusalToRepair(problems, { ...counts, lasting: 100, photos: 100 })).toBeUndefined()
    expect((await repaired(gallery, problems)).done).toEqual(['8 files were moved to quarantine/.'])
    expect(await filesIn(gallery.data, 'quarantine')).toEqual(
      [
        ...strays.map((path) => join('quarantine', path)),
        'quarantine/cameras/other-48-1.jpg',
      ].toSorted(),
    )
    expect((await checked(gallery)).problems).toEqual([])
    for (const path of harmless) {
      expect(existsSync(join(gallery.data, path))).toBe(true)
      await rm(join(gallery.data, path))
    }
  })

  test('vitrine check makes a camera’s smaller pictures again, and asks for a new one if the largest is lost', async () => {
    await using gallery = await openGallery()
    const { owner } = await threePhotos(gallery)
    const pictures = (await filesIn(gallery.data, 'cameras')).map((path) =>
      join(gallery.data, path),
    )
    const small = pictures.find((path) => path.includes('-192.'))!
    await rm(small)
    const [missing] = (await checked(gallery)).problems
    expect(missing!.advice).toBe('vitrine check --repair makes it again.')
    await writeFile(small, Buffer.alloc(20))
    const { texts, problems } = await checked(gallery, deep)
    expect(texts).toEqual([
      expect.stringContaining('The picture of the camera "Olympus E-10" is missing or damaged'),
    ])
    expect(problems[0]!.advice).toBe('vitrine check --deep --repair makes it again.')
    await repaired(gallery, problems)
    expect((await checked(gallery, deep)).problems).toEqual([])

    const largest = (await filesIn(gallery.data, 'cameras')).find((path) => /-original/.test(path))!
    await rm(join(gallery.data, largest))
    const lost = await checked(gallery)
    expect(lost.major).toMatchObject([{ advice: expect.stringContaining('picture again') }])
    expect(lost.major[0]!.repair).toBeUndefined()
    await setCameraPicture(owner)
  })

  test('vitrine check finds references to missing rows and wrong counters in the database', async () => {
    await using gallery = await openGallery()
    await threePhotos(gallery)
    const { connection } = gallery.services.store
    connection.run('PRAGMA foreign_keys = OFF')
    connection.run("UPDATE album SET cover_photo = 999, cover_pic = '/api/squares/'")
    connection.run('UPDATE owner SET pic_photo = 999')
    connection.run('UPDATE ux_config SET photostream_album = 999')
    connection.run('UPDATE album SET photo_count = 7')
    connection.run('UPDATE photo_total SET total = 7')
    const { texts, major, problems } = await checked(gallery)
    expect(texts.toSorted()).toEqual([
      'The cover of the album "Iceland" is a photo that does not exist.',
      'The number of photos stored with the album "Iceland" is wrong.',
      'The photostream is an album that does not exist.',
      'The profile picture is a photo that does not exist.',
      'The stored number of photos is wrong.',
    ])
    expect(major.every(({ advice }) => advice.length > 20)).toBe(true)
    expect((await repaired(gallery, problems)).done).toEqual(['Photos were counted again.'])
    expect((await checked(gallery)).texts).toHaveLength(3)
    connection.run('UPDATE album SET cover_photo = NULL')
    connection.run('UPDATE owner SET pic_photo = NULL')
    connection.run('UPDATE ux_config SET photostream_album = NULL')
    connection.run('PRAGMA foreign_keys = ON')
  })

  test('vitrine check reports nothing while photos are uploaded, edited and deleted beside it', async () => {
    await using gallery = await openGallery()
    const { owner, photos } = await threePhotos(gallery)
    let isOver = false
    const changes = (async () => {
      for (let turn = 0; turn < 8; turn++) {
        const added = await upload(gallery, owner, camera())
        const edit = { rotation: 90 * (1 + (turn % 3)), x: 0, y: 0, width: 20, height: 20 + turn }
        await owner.request(`/api/photos/${photos[2].id}/edit`, {
          method: 'PUT',
          body: JSON.stringify(edit),
          headers: { 'Content-Type': 'application/json' },
        })
        await owner.request(`/api/photos/${added.id}`, {
          method: 'DELETE',
          body: JSON.stringify({ removeFiles: turn % 2 === 0 }),
          headers: { 'Content-Type': 'application/json' },
        })
      }
      isOver = true
    })()
    let rounds = 0
    while (!isOver) {
      expect((await checked(gallery, deep)).texts).toEqual([])
      rounds++
    }
    await changes
    expect(rounds).toBeGreaterThan(1)
    expect((await checked(gallery, deep)).problems).toEqual([])
  })

  test('vitrine check does not report a file that is being imported or was deleted after it was listed', async () => {
    await using gallery = await openGallery()
    await threePhotos(gallery)
    const { store, intents } = gallery.services
    const coming = 'originals/7f/coming.jpg'
    await mkdir(join(gallery.data, 'originals/7f'), { recursive: true })
    await writeFile(join(gallery.data, coming), 'x')
    const number = await store.note(() => intents.begin('ingest', { files: [coming] }))
    expect((await checked(gallery)).problems).toEqual([])
    await store.note(() => intents.complete(number))
    const searching = checked(gallery)
    await Bun.sleep(600)
    await rm(join(gallery.data, coming))
    expect((await searching).problems).toEqual([])
  })
})

describe('repairs', () => {
  const counts: CheckCounts = {
    total: 50,
    photos: 50,
    read: 50,
    renditions: 300,
    cameras: 0,
    lasting: 60,
  }
  const strays = (folder: string, count: number): Problem[] =>
    Array.from({ length: count }, (_, n) => ({
      text: '',
      advice: '',
      repair: { kind: 'move', path: `${folder}/ab/${n}.jpg` },
    }))

  test('a repair is refused when it would move more than a tenth of what cannot be made again', () => {
    expect(refusalToRepair(strays('cameras', 6), counts)).toBeUndefined()
    expect(refusalToRepair(strays('cameras', 7), counts)).toContain(
      '7 of 60 files that cannot be made again would be moved, more than a tenth. This is probably the wrong database',
    )
    expect(refusalToRepair(strays('originals', 5), counts)).toBeUndefined()
    expect(refusalToRepair(strays('originals', 6), counts)).toContain('wrong database')
  })

  test('a repair of an older database beside newer files moves nothing', async () => {
    await using gallery = await openGallery()
    const { photos } = await threePhotos(gallery)
    const { store } = gallery.services
    for (const { id } of photos.slice(1)) {
      await store.write(() => store.connection.run('DELETE FROM photo WHERE id = ?', [id]))
    }
    const { problems, counts } = await checked(gallery)
    expect(refusalToRepair(problems, counts)).toContain('Nothing was repaired')
    await gallery.services.library.emptyTemporary()
    for (const { repair } of problems) {
      const moved = repair?.kind === 'move' ? [repair.path] : []
      const aside = repair?.kind === 'set aside' ? repair.paths : []
      for (const path of [...moved, ...aside]) await rm(join(gallery.data, path))
    }
  })

  test('a repair moves any number of renditions that no photo names to a folder of their own', async () => {
    await using gallery = await openGallery()
    const { photos } = await threePhotos(gallery)
    const { store, library } = gallery.services
    const kept = await readFile(library.original(photos[0].id))
    for (const { id } of photos) {
      await store.write(() => store.connection.run('DELETE FROM photo WHERE id = ?', [id]))
      await rm(library.original(id))
    }
    const strays = await filesIn(gallery.data, 'renditions')
    const sizes = await Promise.all(
      strays.map(async (path) => (await stat(join(gallery.data, path))).size),
    )
    const size = sizeText(sizes.reduce((sum, bytes) => sum + bytes, 0))
    const { problems, texts, counts } = await checked(gallery)
    expect(texts.at(-1)).toMatch(
      new RegExp(
        `^${strays.length} renditions \\(${size}\\) belong to no photo, such as renditions/`,
      ),
    )
    expect(refusalToRepair(problems, counts)).toBeUndefined()
    const { done, failed } = await repaired(gallery, problems)
    expect(failed).toEqual([])
    expect(done[0]).toBe(
      `${strays.length} renditions were moved to ${gallery.data}/stray-renditions. They take ${size} and nothing needs them: delete that folder to free the space.`,
    )
    expect(await filesIn(gallery.data, 'renditions')).toEqual([])
    expect(await filesIn(gallery.data, 'stray-renditions')).toEqual(
      strays.map((path) => `stray-${path}`),
    )
    expect(await filesIn(gallery.data, 'quarantine')).toEqual([])
    expect((await checked(gallery)).problems).toEqual([])

    // The same file again, as after going back and forth between versions: neither is lost.
    await mkdir(dirname(join(gallery.data, strays[0]!)), { recursive: true })
    await writeFile(join(gallery.data, strays[0]!), kept)
    await repaired(gallery, (await checked(gallery)).problems)
    expect(await filesIn(gallery.data, 'stray-renditions')).toHaveLength(strays.length + 1)
  })
})

test('a sample of a check is exactly the share of the photos, at least one, and any of them', () => {
  const chosen = (share: number, total: number) => {
    const isChosen = chooseShare(share, total)
    return Array.from({ length: total }, () => isChosen())
  }
  for (const [share, total, expected] of [
    [0.05, 1000, 50],
    [0.05, 3, 1],
    [1, 17, 17],
    [0.001, 10, 1],
  ] as const) {
    expect(chosen(share, total).filter(Boolean)).toHaveLength(expected)
  }
  const everChosen = new Set(Array.from({ length: 400 }, () => chosen(0.2, 5).indexOf(true)))
  expect(everChosen).toEqual(new Set([0, 1, 2, 3, 4]))
})

async function setCameraPicture(owner: Browser): Promise<number> {
  const [known] = await owner.data<Camera[]>('/api/cameras')
  const body = new FormData()
  const bytes = new Uint8Array(await textureJpeg(600, 400))
  body.append('cameraImage', new Blob([bytes]), 'camera.jpg')
  const answer = await owner.request(`/api/cameras/${known!.id}/image/upload`, {
    method: 'PUT',
    body,
  })
  return answer.status
}
