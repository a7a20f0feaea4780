import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Bucket, openBucket } from '../../src/storage/bucket.ts'
import { originalKey } from '../../src/storage/media-keys.ts'
import { createKeySet } from '../../src/storage/move/key-set.ts'
import { moveBeside, moveWithin, removeStaging } from '../../src/storage/move/open-move.ts'
import type { MediaPlace } from '../../src/storage/store.ts'
import { md5 } from '../support/backups.ts'
import { type Ceph, needsCeph, startCeph } from '../support/ceph.ts'
import { deleteForGood } from '../support/delete-for-good.ts'
import { filesIn } from '../support/folder-faults.ts'
import { type Gallery, openGallery, upload } from '../support/gallery.ts'
import { textureJpeg } from '../support/jpegs.ts'
import { describeWith } from '../support/needs.ts'

test('a set of keys has all the keys that were added to it, however many', () => {
  const set = createKeySet()
  for (let number = 0; number < 20_000; number++) set.add(`key ${number}`)
  set.add('key 1')
  expect(set.size()).toBe(20_000)
  for (let number = 0; number < 20_000; number++) expect(set.has(`key ${number}`)).toBe(true)
  for (let number = 20_000; number < 40_000; number++) expect(set.has(`key ${number}`)).toBe(false)
})

describeWith(needsCeph)('mover', () => {
  let ceph: Ceph
  beforeAll(async () => {
    ceph = await startCeph()
  })
  afterAll(() => ceph?.[Symbol.asyncDispose]())

  /** A gallery with three photos, a picture of their camera and a removed original. */
  const openMove = async () => {
    const gallery = await openGallery()
    const owner = await gallery.asOwner()
    const photos = []
    for (let count = 0; count < 4; count++) photos.push(await upload(gallery, owner))
    const [{ id }] = await owner.data<[{ id: string }]>('/api/cameras')
    const body = new FormData()
    body.append(
      'cameraImage',
      new Blob([new Uint8Array(await textureJpeg(400, 300))]),
      'camera.jpg',
    )
    await owner.data(`/api/cameras/${id}/image/upload`, { method: 'PUT', body })
    const last = photos.pop()!
    await deleteForGood(gallery.services, last.id, false)
    const name = await ceph.makeBucket()
    const { endpoint, region, keyId, secret } = ceph
    const address = { bucket: name, prefix: 'gallery' }
    const bucket = openBucket({ address, endpoint, region, keyId, secret })
    return { gallery, owner, photos, name, bucket }
  }
  const partsOf = (gallery: Gallery, bucket: Bucket, to: MediaPlace) => ({
    reader: gallery.services.store,
    library: gallery.services.library,
    bucket,
    to,
    giveUpMs: 2000,
    onWaiting: () => undefined,
    signal: new AbortController().signal,
  })
  const filesOf = async ({ data }: Gallery) => {
    const folders = ['originals', 'renditions', 'cameras', 'removed']
    const keys = (await Promise.all(folders.map((folder) => filesIn(data, folder)))).flat()
    return Object.fromEntries(keys.map((key) => [key, md5(readFileSync(join(data, key)))]))
  }
  const objectsOf = async (name: string) => {
    const objects = await ceph.listObjects(name)
    const entries = objects.map(async ({ key }) => [
      key.replace('gallery/', ''),
      await ceph.objectMd5(name, key),
    ])
    return Object.fromEntries(await Promise.all(entries))
  }

  test('a move of files copies every file there and back, and finds it again', async () => {
    const { gallery, bucket, name } = await openMove()
    await using _ = gallery
    const before = await filesOf(gallery)
    const count = Object.keys(before).length
    expect(Object.keys(before).filter((key) => /^(cameras|removed)\//.test(key)).length).toBe(5)
    const there = moveBeside(partsOf(gallery, bucket, 'bucket'))
    expect((await there.survey()).lacking.files).toBe(count)
    expect(await there.pass()).toMatchObject({ copied: { files: count }, faults: [] })
    expect(await objectsOf(name)).toEqual(before)
    const again = moveWithin(partsOf(gallery, bucket, 'bucket'))
    expect((await again.survey()).lacking.files).toBe(0)
    expect(await again.pass({ isLast: true })).toMatchObject({ copied: { files: 0 }, faults: [] })
    expect(again.verifiedCount()).toBe(count)

    for (const key of Object.keys(before)) rmSync(join(gallery.data, key))
    const back = moveBeside(partsOf(gallery, bucket, 'folder'))
    expect((await back.survey()).lacking.files).toBe(count)
    expect(await back.pass()).toMatchObject({ copied: { files: count }, faults: [] })
    expect(await filesOf(gallery)).toEqual(before)
    const within = moveWithin(partsOf(gallery, bucket, 'folder'))
    expect(await within.pass({ isLast: true })).toMatchObject({ copied: { files: 0 }, faults: [] })
  })

  test('a move of files names files with other contents and replaces only what can be made again', async () => {
    const { gallery, bucket, photos, name } = await openMove()
    await using _ = gallery
    const before = await filesOf(gallery)
    const key = originalKey(photos[0]!.id)
    const tile = Object.keys(before).find((key) => key.startsWith('renditions/'))!
    for (const other of [key, tile]) {
      const bytes = Buffer.from(`not ${other}`)
      const expected = { size: bytes.length, md5: md5(bytes) }
      await bucket.create(other, { bytes }, expected, 'image/jpeg')
    }
    const there = moveBeside(partsOf(gallery, bucket, 'bucket'))
    await there.survey()
    const { faults } = await there.pass()
    expect(faults.length).toBe(1)
    expect(faults[0]).toContain(
      `has other contents in the bucket, and nothing there is replaced (${key})`,
    )
    const wrong = md5(Buffer.from(`not ${key}`))
    expect(await objectsOf(name)).toEqual({ ...before, [key]: wrong })

    await bucket.remove(key)
    await there.pass()
    for (const other of [key, tile]) writeFileSync(join(gallery.data, other), 'something else')
    const back = await moveBeside(partsOf(gallery, bucket, 'folder')).pass()
    expect(back.faults.length).toBe(1)
    expect(back.faults[0]).toContain(`in the data folder, and nothing there is replaced (${key})`)
    expect(readFileSync(join(gallery.data, key), 'utf8')).toBe('something else')
    rmSync(join(gallery.data, key))
    expect((await moveBeside(partsOf(gallery, bucket, 'folder')).pass()).faults).toEqual([])
    expect(await filesOf(gallery)).toEqual(before)
  })

  test('files of the same size with other contents are found by their md5 in both directions', async () => {
    const { gallery, bucket, photos } = await openMove()
    await using _ = gallery
    const key = originalKey(photos[0]!.id)
    const path = join(gallery.data, key)
    const whole = readFileSync(path)
    const changed = Buffer.from(whole)
    changed[changed.length - 5]! ^= 1
    const expected = { size: changed.length, md5: md5(changed) }
    await bucket.create(key, { bytes: changed }, expected, 'image/jpeg')
    const there = moveBeside(partsOf(gallery, bucket, 'bucket'))
    await there.survey()
    expect((await there.pass()).faults[0]).toContain('has other contents in the bucket')
    rmSync(path)
    const back = moveBeside(partsOf(gallery, bucket, 'folder'))
    expect((await back.pass()).faults.filter((fault) => fault.includes(key))[0]).toContain(
      'is damaged',
    )
    expect(existsSync(path)).toBe(false)
    expect(await filesIn(gallery.data, 'tmp')).toEqual([])

    await bucket.remove(key)
    writeFileSync(path, changed)
    const damaged = moveBeside(partsOf(gallery, bucket, 'bucket'))
    await damaged.survey()
    expect((await damaged.pass()).faults).toEqual([expect.stringContaining('is damaged')])
    expect(await bucket.head(key)).toBeUndefined()
    writeFileSync(path, whole)
    expect((await damaged.pass()).faults).toEqual([])
  })

  test('a move of files notices a store that keeps other bytes than it was sent', async () => {
    const { gallery, bucket, photos } = await openMove()
    await using _ = gallery
    const key = originalKey(photos[1]!.id)
    const bytes = readFileSync(join(gallery.data, key))
    bytes[bytes.length - 3]! ^= 1
    const careless: Bucket = {
      ...bucket,
      create: (asked, source, expected, ...rest) =>
        asked === key
          ? bucket.create(key, { bytes }, { size: bytes.length, md5: md5(bytes) }, ...rest)
          : bucket.create(asked, source, expected, ...rest),
    }
    const there = moveBeside(partsOf(gallery, careless, 'bucket'))
    await there.survey()
    expect((await there.pass()).faults).toEqual([])
    await there.survey()
    expect((await there.pass()).faults).toEqual([expect.stringContaining(key)])
    await bucket.remove(key)
    const last = moveWithin(partsOf(gallery, careless, 'bucket'))
    await last.survey()
    expect((await last.pass({ isLast: true })).faults).toEqual([expect.stringContaining(key)])
  })

  test('a move of files ends at once when it is stopped, also while it only compares', async () => {
    const { gallery, bucket } = await openMove()
    await using _ = gallery
    const stopping = new AbortController()
    const there = moveBeside({ ...partsOf(gallery, bucket, 'bucket'), signal: stopping.signal })
    await there.survey()
    const { signal } = stopping
    const back = moveBeside({ ...partsOf(gallery, bucket, 'folder'), signal })
    stopping.abort(new Error('enough'))
    await expect(there.pass()).rejects.toThrow('enough')
    await expect(back.pass()).rejects.toThrow('enough')
    expect(await bucket.list('').next()).toMatchObject({ done: true })
  })

  test('a move of files copies what was added since, and leaves nothing of a photo deleted while it was copied', async () => {
    const { gallery, owner, bucket, name, photos } = await openMove()
    await using _ = gallery
    const there = moveBeside(partsOf(gallery, bucket, 'bucket'))
    await there.survey()
    await there.pass()
    const added = await upload(gallery, owner)
    await owner.data(`/api/photos/${photos[1]!.id}/edit`, {
      method: 'PUT',
      body: { rotation: 90, x: 0, y: 0, width: 60, height: 60 },
    })
    expect((await there.survey()).lacking.files).toBeGreaterThan(7)
    await there.pass({ isLast: true })
    const after = await filesOf(gallery)
    expect(await objectsOf(name)).toMatchObject(after)
    expect(Object.keys(after)).toContain(originalKey(added.id))

    const deleted = await upload(gallery, owner)
    const key = originalKey(deleted.id)
    let isDeleted = false
    const deleting: Bucket = {
      ...bucket,
      create: async (...args) => {
        const created = await bucket.create(...args)
        if (args[0] !== key) return created
        await deleteForGood(gallery.services, deleted.id)
        isDeleted = true
        return created
      },
    }
    const last = moveBeside(partsOf(gallery, deleting, 'bucket'))
    await last.survey()
    expect((await last.pass({ isLast: true })).faults).toEqual([])
    expect(isDeleted).toBe(true)
    expect(await bucket.head(key)).toBeUndefined()
    expect((await last.pass({ isLast: true })).copied.files).toBe(0)
  })

  test('a move of files keeps an original that is still to be moved to removed/', async () => {
    const { gallery, bucket } = await openMove()
    await using _ = gallery
    const { store, intents, library } = gallery.services
    const from = originalKey('0197-kept')
    mkdirSync(dirname(library.absolute(from)), { recursive: true })
    writeFileSync(library.absolute(from), 'kept')
    const files = { files: [], keep: { from, to: 'removed/0197-kept.jpg' } }
    const rowId = await store.write(() => intents.begin('delete', files))
    const there = moveBeside(partsOf(gallery, bucket, 'bucket'))
    await there.survey()
    await there.pass()
    expect(await bucket.head(from)).toBeUndefined()
    expect((await there.pass({ isLast: true })).faults).toEqual([])
    expect((await bucket.head(from))?.md5).toBe(md5(Buffer.from('kept')))
    await intents.execute([{ rowId, files }])
  })

  test('a move of files needs every original, but no rendition', async () => {
    const { gallery, bucket, photos, name } = await openMove()
    await using _ = gallery
    const before = await filesOf(gallery)
    const key = originalKey(photos[2]!.id)
    const tile = Object.keys(before).find((key) => key.startsWith('renditions/'))!
    const whole = readFileSync(join(gallery.data, key))
    for (const gone of [key, tile]) rmSync(join(gallery.data, gone))
    const there = moveBeside(partsOf(gallery, bucket, 'bucket'))
    await there.survey()
    expect((await there.pass()).faults).toEqual([expect.stringContaining(`is missing (${key})`)])
    writeFileSync(join(gallery.data, key), whole)
    expect((await there.pass({ isLast: true })).faults).toEqual([])
    const { [tile]: _gone, ...rest } = before
    expect(await objectsOf(name)).toEqual(rest)
  })

  test('a move of files waits for a bucket that is out of reach, and gives up after a while', async () => {
    const { gallery, bucket } = await openMove()
    await using _ = gallery
    let waits = 0
    const parts = {
      ...partsOf(gallery, bucket, 'bucket'),
      giveUpMs: 60_000,
      onWaiting: () => {
        waits++
        void ceph.gateway.start()
      },
    }
    await ceph.gateway.kill()
    const there = moveBeside(parts)
    await there.survey()
    expect(waits).toBe(1)
    expect((await there.pass({ isLast: true })).faults).toEqual([])

    await ceph.gateway.kill()
    const givingUp = moveBeside({ ...partsOf(gallery, bucket, 'bucket'), giveUpMs: 1000 })
    try {
      await expect(givingUp.survey()).rejects.toThrow('is not available')
    } finally {
      await ceph.gateway.start()
    }
  })

  test('a move of files leaves nothing in tmp after it was killed', async () => {
    const { gallery } = await openMove()
    await using _ = gallery
    const path = join(gallery.data, 'tmp', `move-${'0'.repeat(32)}`)
    writeFileSync(path, 'half')
    await gallery.services.library.emptyTemporary()
    expect(existsSync(path)).toBe(true)
    await removeStaging(gallery.services.library)
    expect(existsSync(path)).toBe(false)
  })
})
