import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Photo, UploadedPhoto } from '../../src/contract/photos/photos.ts'
import type { ReadPhoto } from '../../src/contract/photos/read-again.ts'
import { importFolder } from '../../src/imports/intake/import-folder.ts'
import type { ImportEvent } from '../../src/imports/intake/import-request.ts'
import { openBucket } from '../../src/storage/bucket.ts'
import { cameraImageKey, originalKey } from '../../src/storage/media-keys.ts'
import { md5 } from '../support/backups.ts'
import { type Browser, errorOf } from '../support/browser.ts'
import { bucketComparison, configFor } from '../support/bucket-media.ts'
import { type Ceph, needsCeph, startCeph } from '../support/ceph.ts'
import { deleteForGood } from '../support/delete-for-good.ts'
import { importedMd5s, md5sOf, openImport as openDriveImport } from '../support/drive-gallery.ts'
import { openFakeDrive } from '../support/fake-drive.ts'
import { filesIn } from '../support/folder-faults.ts'
import {
  type Gallery,
  openGallery,
  publicPhoto,
  send,
  upload,
  uploadForm,
} from '../support/gallery.ts'
import { labelled } from '../support/labelled.ts'
import { makePhotos, writePhotos } from '../support/made-photos.ts'
import { describeWith } from '../support/needs.ts'
import { camera } from '../support/photos.ts'

describeWith(needsCeph)('photos in a bucket', () => {
  let ceph: Ceph
  beforeAll(async () => {
    ceph = await startCeph()
  })
  afterAll(() => ceph?.[Symbol.asyncDispose]())

  const open = async (settings: Parameters<typeof openGallery>[0] = {}, name?: string) => {
    const bucket = name ?? (await ceph.makeBucket())
    const gallery = await openGallery({ ...configFor(ceph, bucket), ...settings })
    const { media, store } = gallery.services
    const compare = bucketComparison(ceph, bucket)
    return {
      bucket,
      gallery,
      compare: () => compare(gallery.data),
      keys: async (folder = '') =>
        (await ceph.listObjects(bucket, `gallery/${folder}`)).map(({ key }) => key.slice(8)).sort(),
      md5Of: (key: string) => ceph.objectMd5(bucket, `gallery/${key}`),
      /** Waits until everything is deleted that has to be; then rows and objects must agree. */
      settled: async () => {
        const intents = () => store.connection.query('SELECT 1 FROM intent').all().length
        for (const giveUpAt = Date.now() + 20_000; intents() > 0 && Date.now() < giveUpAt; ) {
          await Bun.sleep(20)
        }
        expect(intents()).toBe(0)
        expect(await compare(gallery.data)).toEqual({ faults: [], strays: [], pending: 0 })
      },
      /** As if everything had been used long ago. */
      uncache: async () => {
        const cached = await filesIn(gallery.data, 'media-cache')
        await media.removeLocal(cached.map((path) => path.replace('media-cache/', '')))
      },
      /** Runs work while nothing answers at the bucket's address. */
      whileDown: async (work: () => Promise<void>) => {
        await ceph.gateway.kill()
        try {
          await work()
        } finally {
          await ceph.gateway.start()
        }
      },
      /** Vitrine's own client, to do damage. */
      raw: openBucket({ ...ceph, address: { bucket, prefix: 'gallery' } }),
    }
  }

  test('a gallery in a bucket has no picture in its folder except in the cache', async () => {
    const { gallery, settled, uncache, md5Of, keys } = await open()
    await using _ = gallery
    const bytes = await camera()
    const { owner, photo } = await publicPhoto(gallery, bytes)
    for (const folder of ['originals', 'renditions', 'tmp']) {
      expect(await filesIn(gallery.data, folder)).toEqual([])
    }
    expect(await md5Of(originalKey(photo.id))).toBe(md5(bytes))
    expect((await keys('renditions/')).length).toBeGreaterThan(3)
    await uncache()
    const original = await owner.get(`/api/photos/${photo.id}/original`)
    expect(md5(await original.bytes())).toBe(md5(bytes))
    await settled()
  })

  test('a gallery in a bucket accepts nothing while the bucket is out of reach, and says when to try again', async () => {
    const { gallery, settled, whileDown } = await open()
    await using _ = gallery
    const { owner, photo } = await publicPhoto(gallery)
    const bytes = await camera()
    await whileDown(async () => {
      const answer = await send(owner, bytes)
      expect(answer.status).toBe(503)
      expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0)
      expect((await errorOf(answer)).message).toBe(
        'the photo store is not answering; try again shortly',
      )
      expect(readdirSync(join(gallery.data, 'tmp'))).toEqual([])
      expect(await filesIn(gallery.data, 'media-cache/originals')).toHaveLength(1)
      expect((await photosOf(owner)).map(({ id }) => id)).toEqual([photo.id])
    })
    await settled()
    expect((await send(owner, bytes)).status).toBe(200)
    await settled()
  })

  test('a gallery in a bucket shows what is cached while the bucket is out of reach, and never says that the rest is missing', async () => {
    const { gallery, bucket, whileDown, uncache } = await open()
    const { owner, photo } = await publicPhoto(gallery)
    const path = `/api/resizes/${photo.fileName}`
    expect((await gallery.asVisitor().get(path)).status).toBe(200)
    await gallery.abandon()
    // Another process has nothing in memory.
    const { gallery: again } = await open({ data: gallery.data }, bucket)
    await using _ = again
    const returned = await again.asOwner()
    const visitor = again.asVisitor()
    const original = `/api/photos/${photo.id}/original`
    await whileDown(async () => {
      expect((await visitor.get(path)).status).toBe(200)
      expect((await returned.get(original)).status).toBe(200)
      expect((await returned.get(`/photo/${photo.id}`)).status).toBe(200)
    })
    expect(owner.cookies.size).toBeGreaterThan(0)
    await uncache()
    const { media } = again.services
    const cached = await filesIn(again.data, 'media-cache')
    await media.removeLocal(cached.map((file) => file.replace('media-cache/', '')))
    await whileDown(async () => {
      for (const [browser, address] of [
        [visitor, `/api/squares/${photo.fileName}`],
        [visitor, `/api/images/${photo.fileName}`],
        [returned, `/api/squares/${photo.fileName}`],
        [returned, original],
      ] as const) {
        const answer = await browser.get(address)
        expect([address, answer.status]).toEqual([address, 503])
        expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0)
        expect(answer.headers.get('Cache-Control')).toContain('no-store')
      }
    })
    const answer = await visitor.get(`/api/squares/${photo.fileName}`)
    expect(answer.status).toBe(200)
  })

  test('a gallery in a bucket reveals nothing of a private photo, whether it is cached, uncached or out of reach', async () => {
    const { gallery, whileDown, uncache } = await open()
    await using _ = gallery
    const { owner } = await publicPhoto(gallery)
    const hidden = await upload(gallery, owner)
    const ann = await gallery.asGuest('Ann')
    const addresses = ({ id, fileName }: Pick<Photo, 'id' | 'fileName'>) => [
      ...['thumbs', 'squares', 'portraits', 'landscapes', 'resizes', 'images'].map(
        (variant) => `/api/${variant}/${fileName}`,
      ),
      `/api/thumbs/${fileName}?w=200`,
      `/api/photos/${id}/original`,
      `/api/photos/${id}`,
    ]
    const none = { id: '0'.repeat(32), fileName: `${'0'.repeat(32)}.jpg` }
    const answersTo = async (photo: Pick<Photo, 'id' | 'fileName'>) => {
      const answers: unknown[] = []
      for (const browser of [gallery.asVisitor(), ann]) {
        for (const address of addresses(photo)) {
          const answer = await browser.get(address)
          const headers = [...answer.headers].filter(
            ([name]) => !['date', 'x-request-id'].includes(name),
          )
          answers.push([answer.status, Object.fromEntries(headers), await answer.text()])
        }
      }
      return answers
    }
    const absent = await answersTo(none)
    expect(new Set(absent.map((answer) => (answer as [number])[0]))).toEqual(
      new Set([404, 401, 403]),
    )
    expect(await answersTo(hidden)).toEqual(absent)
    await whileDown(async () => expect(await answersTo(hidden)).toEqual(absent))
    await uncache()
    expect(await answersTo(hidden)).toEqual(absent)
    await uncache()
    await whileDown(async () => expect(await answersTo(hidden)).toEqual(absent))
  })

  test('a gallery in a bucket reveals nothing of a photo that is hidden while its bucket keeps a visitor waiting', async () => {
    const { gallery, uncache } = await open()
    await using _ = gallery
    const { owner, photo, album } = await publicPhoto(gallery)
    const [{ id = '' } = {}] = await owner.data<{ id?: string }[]>('/api/cameras')
    await gallery.services.cameras.setImageFromUpload(id, await camera())
    await uncache()
    ceph.gateway.pause()
    try {
      const visitor = gallery.asVisitor()
      const paths = [`/api/resizes/${photo.fileName}`, `/api/cameras/${id}/image`]
      const asked = Promise.all(paths.map((path) => visitor.get(path)))
      await Bun.sleep(200)
      await owner.data(`/api/albums/${album.id}/photos/delete`, {
        method: 'PUT',
        body: { photoIds: [photo.id] },
      })
      // Its connections break.
      await ceph.gateway.kill()
      expect((await asked).map(({ status }) => status)).toEqual([404, 404])
    } finally {
      await ceph.gateway.kill()
      await ceph.gateway.start()
    }
  })

  test('a gallery in a bucket refuses photos when the bucket is full, until some are deleted', async () => {
    const { gallery, bucket, keys, settled } = await open()
    await using _ = gallery
    const { owner, photo } = await publicPhoto(gallery)
    await ceph.setQuota(bucket, 3_000_000)
    const large = () => camera({ width: 1500, height: 1000 })
    let status = 200
    let accepted = 0
    for (; status === 200 && accepted < 20; ) {
      const answer = await send(owner, await large())
      status = answer.status
      if (status === 200) accepted++
      else {
        expect((await errorOf(answer)).message).toBe(
          'the photo store is full; free some space there and try again',
        )
      }
    }
    expect(status).toBe(507)
    expect(accepted).toBeGreaterThan(0)
    await settled()
    expect((await photosOf(owner)).length).toBe(accepted + 1)
    expect(readdirSync(join(gallery.data, 'tmp'))).toEqual([])
    for (const { id } of await photosOf(owner)) {
      if (id !== photo.id) await deleteForGood(gallery.services, id)
    }
    await settled()
    expect(await keys('originals/')).toHaveLength(1)
    const again = await send(owner, await large())
    expect([again.status, await again.text()]).toEqual([200, expect.any(String)])
    await settled()
  })

  test('a gallery in a bucket deletes a photo at once, and its objects when the bucket is back', async () => {
    const { gallery, bucket, keys, whileDown } = await open()
    const { owner, photo } = await publicPhoto(gallery)
    const other = await upload(gallery, owner)
    await whileDown(async () => {
      await deleteForGood(gallery.services, photo.id)
      expect((await owner.get(`/api/photos/${photo.id}`)).status).toBe(404)
      expect((await owner.get(`/api/resizes/${photo.fileName}`)).status).toBe(404)
      expect(await filesIn(gallery.data, 'media-cache/originals')).toHaveLength(1)
      // Long enough for one attempt.
      await Bun.sleep(1500)
      await deleteForGood(gallery.services, other.id)
      await gallery.abandon()
    })
    expect(await keys('originals/')).toHaveLength(2)
    const again = await open({ data: gallery.data }, bucket)
    await using _ = again.gallery
    await again.settled()
    expect(await keys()).toEqual(['vitrine.json'])
  })

  test('a gallery in a bucket finishes a deletion without a restart once the bucket answers again', async () => {
    const { gallery, keys, settled, whileDown } = await open()
    await using _ = gallery
    const { photo } = await publicPhoto(gallery)
    await whileDown(async () => {
      await deleteForGood(gallery.services, photo.id)
      await Bun.sleep(1500)
    })
    await settled()
    expect(await keys()).toEqual(['vitrine.json'])
  })

  test('a gallery in a bucket keeps the original of a deleted photo on request', async () => {
    const { gallery, keys, md5Of, settled, whileDown } = await open()
    await using _ = gallery
    const bytes = await camera()
    const { owner, photo } = await publicPhoto(gallery, bytes)
    await whileDown(async () => {
      await deleteForGood(gallery.services, photo.id, false)
      expect((await owner.get(`/api/photos/${photo.id}`)).status).toBe(404)
    })
    await settled()
    const kept = (await keys()).filter((key) => key !== 'vitrine.json')
    expect(kept).toEqual([expect.stringMatching(/^removed\//)])
    expect(await md5Of(kept[0]!)).toBe(md5(bytes))
    // The same photo can come back, and go again.
    const again = await upload(gallery, owner, bytes)
    await deleteForGood(gallery.services, again.id, false)
    await settled()
    expect(await keys('removed/')).toHaveLength(2)
    expect(await keys('originals/')).toEqual([])
  })

  test('a gallery in a bucket edits a photo, and changes nothing if the bucket is out of reach', async () => {
    const { gallery, keys, md5Of, settled, uncache, whileDown } = await open()
    await using _ = gallery
    const bytes = await camera({ width: 900, height: 600 })
    const { owner, photo } = await publicPhoto(gallery, bytes)
    const before = await keys('renditions/')
    const body = { rotation: 90, x: 100, y: 100, width: 300, height: 300 }
    const edit = () => owner.request(`/api/photos/${photo.id}/edit`, { method: 'PUT', body })
    for (const prepare of [async () => {}, uncache]) {
      await prepare()
      await whileDown(async () => {
        const refused = await edit()
        expect(refused.status).toBe(503)
        expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
      })
      await settled()
      expect(await keys('renditions/')).toEqual(before)
      expect((await owner.data<Photo>(`/api/photos/${photo.id}`)).fileName).toBe(photo.fileName)
    }
    const edited = (await (await edit()).json()).data as Photo
    expect(edited).toMatchObject({ width: 300, height: 300 })
    await settled()
    const after = await keys('renditions/')
    expect(after.filter((key) => before.includes(key))).toEqual([])
    expect(after.length).toBeGreaterThan(0)
    expect(await md5Of(originalKey(photo.id))).toBe(md5(bytes))
    const visitor = gallery.asVisitor()
    expect((await visitor.get(`/api/resizes/${edited.fileName}`)).status).toBe(200)
    expect((await visitor.get(`/api/resizes/${photo.fileName}`)).status).toBe(404)
    await owner.data(`/api/photos/${photo.id}/edit`, { method: 'DELETE' })
    await settled()
  })

  test('a gallery in a bucket reads a file again without fetching it whole', async () => {
    const { gallery, settled, uncache, whileDown } = await open()
    await using _ = gallery
    const { owner, photo } = await publicPhoto(gallery, await labelled({ title: 'Ferry' }))
    const path = `/api/photos/${photo.id}`
    const { store } = gallery.services
    await store.write(() => store.connection.run("UPDATE photo SET title = 'Old', creator = 'Ann'"))
    await uncache()
    const readAgain = () => owner.request(`${path}/read-again`, { method: 'POST', body: {} })
    await whileDown(async () => expect((await readAgain()).status).toBe(503))
    const { data } = (await (await readAgain()).json()) as { data: ReadPhoto }
    expect(data.photo).toMatchObject({ title: 'Ferry', creator: null })
    expect(await filesIn(gallery.data, 'media-cache/originals')).toEqual([])
    // Its pictures named the other creator.
    expect(data.photo.fileName).not.toBe(photo.fileName)
    expect((await owner.get(`/api/thumbs/${data.photo.fileName}`)).status).toBe(200)
    await settled()
  })

  test('a gallery in a bucket keeps camera pictures, and replaces one only as a whole', async () => {
    const { gallery, keys, md5Of, settled, uncache, whileDown } = await open()
    await using _ = gallery
    const { owner } = await publicPhoto(gallery)
    const [seen] = await owner.data<{ id: string; image: string }[]>('/api/cameras')
    const path = `/api/cameras/${encodeURIComponent(seen!.id)}/image`
    const set = async (bytes: Uint8Array) => {
      const body = new FormData()
      const picture = uploadForm(bytes).get('image')!
      body.append('cameraImage', picture as Blob, 'camera.jpg')
      return owner.request(`${path}/upload`, { method: 'PUT', body })
    }
    expect((await set(await camera({ width: 900, height: 600 }))).status).toBe(200)
    const first = await keys('cameras/')
    expect(first.length).toBeGreaterThan(1)
    const visitor = gallery.asVisitor()
    await uncache()
    expect((await visitor.get(path)).status).toBe(200)
    await whileDown(async () => {
      expect((await set(await camera({ width: 900, height: 600 }))).status).toBe(503)
      expect((await visitor.get(path)).status).toBe(200)
    })
    await settled()
    expect(await keys('cameras/')).toEqual(first)
    await uncache()
    await whileDown(async () => {
      const answer = await visitor.get(path)
      expect(answer.status).toBe(503)
      expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0)
    })
    expect((await set(await camera({ width: 800, height: 600 }))).status).toBe(200)
    await settled()
    const second = await keys('cameras/')
    expect(second.filter((key) => first.includes(key))).toEqual([])
    expect(second).toHaveLength(first.length)
    const shown = await visitor.get(path)
    const image = imageOf(gallery)
    expect(await md5Of(cameraImageKey(image, 'original'))).toBe(md5(await shown.bytes()))
  })

  test('a gallery in a bucket restores an original that is missing or damaged when its file is sent again', async () => {
    const { gallery, raw, md5Of, settled, uncache, whileDown } = await open()
    await using _ = gallery
    const bytes = new Uint8Array(await camera({ width: 300, height: 200 }))
    const { owner, photo } = await publicPhoto(gallery, bytes)
    const key = originalKey(photo.id)
    const damage = async (change?: (other: Uint8Array<ArrayBuffer>) => void) => {
      await raw.remove(key)
      if (!change) return
      const other = bytes.slice()
      change(other)
      await raw.create(key, { bytes: other }, { size: other.length, md5: md5(other) }, 'image/jpeg')
    }
    await whileDown(async () => {
      const answer = await send(owner, bytes)
      expect([answer.status, answer.headers.has('Retry-After')]).toEqual([503, true])
    })
    expect((await send(owner, bytes)).status).toBe(409)
    const damages = [() => damage(), () => damage((other) => void other.reverse())]
    for (const [index, harm] of damages.entries()) {
      await harm()
      await uncache()
      if (index === 0) {
        const missing = await owner.get(`/api/photos/${photo.id}/original`)
        expect(missing.status).toBe(404)
      }
      const answer = await send(owner, bytes)
      expect(answer.status).toBe(200)
      const restored = (await answer.json()).data as UploadedPhoto
      expect([restored.id, restored.isRestored]).toEqual([photo.id, true])
      expect(await md5Of(key)).toBe(md5(bytes))
      await uncache()
      const original = await owner.get(`/api/photos/${photo.id}/original`)
      expect(md5(await original.bytes())).toBe(md5(bytes))
      const shown = await owner.get(`/api/resizes/${restored.fileName}`)
      expect(shown.status).toBe(200)
      expect((await send(owner, bytes)).status).toBe(409)
    }
    expect(readdirSync(join(gallery.data, 'tmp'))).toEqual([])
    expect((await photosOf(owner)).length).toBe(1)
    const { fileName } = await owner.data<Photo>(`/api/photos/${photo.id}`)
    for (const variant of ['thumbs', 'squares', 'portraits', 'landscapes', 'resizes']) {
      for (const Accept of ['*/*', 'image/avif,image/webp']) {
        const shown = await owner.get(`/api/${variant}/${fileName}`, { Accept })
        expect([variant, shown.status]).toEqual([variant, 200])
      }
    }
    await settled()
  })

  const importAll = async (gallery: Gallery, folder: string, isCancelled = () => false) => {
    const events: ImportEvent[] = []
    const request = { paths: [folder], isPhotostream: false }
    for await (const event of importFolder(request, gallery.services, isCancelled)) {
      events.push(event)
    }
    return events
  }
  const folderOf = async (count: number, first: number) => {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-test-'))
    writePhotos(folder, await makePhotos(count, { first, width: 48, height: 32 }))
    return folder
  }

  test('a gallery in a bucket makes an import wait while the bucket is out of reach', async () => {
    const pauses: number[] = []
    let back: Promise<void> | undefined
    const pause = async (ms: number) => {
      pauses.push(ms)
      if (pauses.length < 4) return
      back ??= ceph.gateway.start()
      await back
    }
    const { gallery, settled } = await open({ pause })
    await using _ = gallery
    const folder = await folderOf(4, 0)
    await ceph.gateway.kill()
    const events = await importAll(gallery, folder)
    expect(events.map(({ kind }) => kind)).toEqual([
      'found',
      ...Array.from({ length: 4 }, () => 'imported' as const),
      'end',
    ])
    expect(events.at(-1)).toEqual({ kind: 'end', reason: null })
    expect(pauses.length).toBeGreaterThanOrEqual(4)
    await settled()
    rmSync(folder, { recursive: true })
  })

  test('a gallery in a bucket stops an import after some minutes without the bucket, and the next run continues', async () => {
    const pauses: number[] = []
    const pause = async (ms: number) => void pauses.push(ms)
    const { gallery, settled, whileDown } = await open({ pause })
    await using _ = gallery
    const lanes = availableParallelism() + 2
    const count = lanes + 2
    const folder = await folderOf(count, 100)
    const reason = 'the photo store is not answering; try again shortly'
    await whileDown(async () => {
      const events = await importAll(gallery, folder)
      expect(events.at(-1)).toEqual({ kind: 'end', reason })
      const failed = events.filter((event) => event.kind === 'failed')
      // So many at a time; the others were not tried.
      expect(failed.map((event) => event.reason)).toEqual(Array(lanes).fill(reason))
      expect(events.length).toBe(lanes + 2)
    })
    const waitedMs = pauses.reduce((sum, ms) => sum + ms, 0) / lanes
    expect(waitedMs).toBeGreaterThan(120_000)
    expect(waitedMs).toBeLessThan(600_000)
    expect(readdirSync(join(gallery.data, 'tmp'))).toEqual([])
    await settled()
    const events = await importAll(gallery, folder)
    expect(events.filter(({ kind }) => kind === 'imported')).toHaveLength(count)
    expect(events.at(-1)).toEqual({ kind: 'end', reason: null })
    await settled()
    rmSync(folder, { recursive: true })
  })

  test('an import can be cancelled while it waits for the bucket', async () => {
    const begun = Promise.withResolvers<void>()
    const pause = (_: number, signal?: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        begun.resolve()
        // Only a cancelled import gets past its first pause.
        signal?.addEventListener('abort', reject)
        if (!signal) resolve()
      })
    const { gallery, settled, whileDown } = await open({ pause })
    await using _ = gallery
    const folder = await folderOf(3, 200)
    let isCancelled = false
    void begun.promise.then(() => {
      isCancelled = true
    })
    await whileDown(async () => {
      expect((await importAll(gallery, folder, () => isCancelled)).slice(1)).toEqual([
        { kind: 'end', reason: 'cancelled' },
      ])
    })
    await settled()
    rmSync(folder, { recursive: true })
  })

  test('an import from Google Drive stops with the reason when the bucket fails, and the next one continues', async () => {
    await using fake = await openFakeDrive()
    const bucket = await ceph.makeBucket()
    const { gallery, files } = await openDriveImport(fake, 8, configFor(ceph, bucket))
    await using _ = gallery
    const half = files.slice(0, 4).map(({ id }) => id)
    expect(await gallery.importAll(half)).toMatchObject({ state: 'FINISHED', done: 4 })
    await ceph.gateway.kill()
    try {
      const job = await gallery.importAll()
      expect(job).toMatchObject({
        state: 'ABORTED',
        failed: 0,
        error: 'the photo store is not answering; try again shortly',
      })
      expect(gallery.drive.failures({}).total).toBe(0)
      expect(importedMd5s(gallery)).toEqual(md5sOf(files.slice(0, 4)))
    } finally {
      await ceph.gateway.start()
    }
    expect(await gallery.importAll()).toMatchObject({ state: 'FINISHED', done: 4, failed: 0 })
    expect(importedMd5s(gallery)).toEqual(md5sOf(files))
    const { store } = gallery.services
    while (store.connection.query('SELECT 1 FROM intent').get()) await Bun.sleep(20)
    expect(await bucketComparison(ceph, bucket)(gallery.data)).toEqual({
      faults: [],
      strays: [],
      pending: 0,
    })
  })
})

const photosOf = async (owner: Browser): Promise<Photo[]> =>
  (await owner.data<{ photos: Photo[] }>('/api/photos?limit=1000')).photos

const imageOf = ({ services }: Gallery): string =>
  services.store.connection
    .query<{ image: string }, []>('SELECT image FROM camera WHERE image IS NOT NULL')
    .get()!.image
