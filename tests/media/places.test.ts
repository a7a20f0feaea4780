import { afterAll, expect, test } from 'bun:test'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createFolderMedia } from '../../src/storage/folder-media.ts'
import { openLibrary } from '../../src/storage/library.ts'
import { originalKey } from '../../src/storage/media-keys.ts'
import { createMediaPlaces, type OpenBucket } from '../../src/storage/media-places.ts'
import { clearAway, temporaryFolder } from '../support/executable.ts'
import { openGallery } from '../support/gallery.ts'

afterAll(clearAway)

/** A gallery in its folder; a second folder stands in for the bucket. */
async function openPlaces() {
  const gallery = await openGallery()
  const { store, library } = gallery.services
  const other = openLibrary(join(temporaryFolder(), 'other'))
  const media = { ...createFolderMedia(other), kind: 'bucket' as const }
  const evicted: string[] = []
  let evict = (_: string[]) => {}
  const openBucket: OpenBucket = ({ onEvicted }) => {
    evict = onEvicted
    const health = () => ({ cacheBytes: 0, trouble: undefined })
    return { media, health, close: () => undefined }
  }
  const places = createMediaPlaces({ store, library, openBucket })
  places.evicted.on((keys) => evicted.push(...keys))
  const write = (root: string, key: string) => {
    mkdirSync(dirname(join(root, key)), { recursive: true })
    writeFileSync(join(root, key), key)
  }
  return {
    gallery,
    places,
    evict: (keys: string[]) => evict(keys),
    evicted,
    write,
    roots: [library.root, other.root] as const,
  }
}

test('a file that is deleted or kept in the place in use is treated alike in the other place', async () => {
  const { gallery, places, write, roots } = await openPlaces()
  await using _ = gallery
  const [deleted, kept] = [originalKey('0197-aa'), originalKey('0197-bb')]
  for (const root of roots) for (const key of [deleted, kept]) write(root, key)
  await places.remove([deleted])
  await places.move(kept, 'removed/0197-bb.jpg')
  for (const root of roots) {
    await until(() => !existsSync(join(root, deleted)) && !existsSync(join(root, kept)))
    expect(existsSync(join(root, 'removed/0197-bb.jpg'))).toBe(true)
  }
})

test('the place in use changes once nothing is being added, and later additions wait for that', async () => {
  const { gallery, places } = await openPlaces()
  await using _ = gallery
  const order: string[] = []
  const adding = Promise.withResolvers<void>()
  const first = places.during(() => adding.promise.then(() => order.push(`added ${places.kind}`)))
  const switching = places.switchTo('bucket', async () => {
    order.push(`prepared ${places.kind}`)
  })
  const second = places.during(async () => order.push(`added ${places.kind}`))
  await Bun.sleep(5)
  expect(order).toEqual([])
  adding.resolve()
  await Promise.all([first, switching, second])
  expect(order).toEqual(['added folder', 'prepared folder', 'added bucket'])

  const failing = places.switchTo('folder', () => Promise.reject(new Error('not now')))
  await expect(failing).rejects.toThrow('not now')
  await places.during(async () => order.push(places.kind))
  expect(order.at(-1)).toBe('bucket')
})

test('a file deleted by the cache is forgotten only while the bucket is in use', async () => {
  const { gallery, places, evict, evicted } = await openPlaces()
  await using _ = gallery
  evict(['in the folder'])
  await places.switchTo('bucket', async () => undefined)
  evict(['in the bucket'])
  await places.switchTo('folder', async () => undefined)
  evict(['back again'])
  expect(evicted).toEqual(['in the bucket'])
})

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await Bun.sleep(1)
}
