// Disks change bytes without saying so: single bits of originals, and of their copies in a backup.
import { afterAll, expect, setDefaultTimeout } from 'bun:test'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Originals, PutBackResult } from '../../src/contract/site/originals.ts'
import { dayMs } from '../../src/core/time.ts'
import { originalKey } from '../../src/storage/media-keys.ts'
import { backUp, md5 } from '../support/backups.ts'
import { clearAway, executable, isFullRun, temporaryFolder } from '../support/executable.ts'
import { openGallery, upload } from '../support/gallery.ts'
import { makePhotos } from '../support/made-photos.ts'
import { chance, pick } from '../support/random-values.ts'
import { type Random, test } from '../support/seed.ts'

setDefaultTimeout(1_200_000)
afterAll(clearAway)

const count = isFullRun ? 500 : 30
const flips = isFullRun ? 500 : 20

/** As another file: on one disk, a backup's copy is a hard link. */
function flipByte(path: string, random: Random): void {
  const bytes = readFileSync(path)
  bytes[Math.floor(random() * bytes.length)]! ^= 1 + Math.floor(random() * 255)
  rmSync(path)
  writeFileSync(path, bytes)
}

test(`of ${flips} flipped bytes of originals each is found within 90 days, and put back where a backup is right`, async (random) => {
  await using gallery = await openGallery({ program: [await executable()] })
  const owner = await gallery.asOwner()
  const folder = join(temporaryFolder(), 'photos')
  const contents = new Map<string, Buffer>()
  for (const { bytes } of await makePhotos(count, { width: 60, height: 40 })) {
    contents.set((await upload(gallery, owner, bytes)).id, bytes)
  }
  await backUp(gallery, folder)
  const { library, originals } = gallery.services
  const isWhole = (id: string) => readFileSync(library.original(id)).equals(contents.get(id)!)

  const flipped = new Set<string>()
  for (let flip = 0; flip < flips; flip++) {
    const id = pick(random, [...contents.keys()])
    flipByte(library.original(id), random)
    flipped.add(id)
  }
  const damaged = [...flipped].filter((id) => !isWhole(id)).sort()
  const lost = damaged.filter(() => chance(random, 0.2))
  for (const id of lost) flipByte(join(folder, originalKey(id)), random)

  const state = async () => (await gallery.asOwner()).data<Originals>('/api/safety/originals')
  const begunAt = gallery.clock.now()
  do {
    await originals.checkShare()
    gallery.clock.advance(dayMs)
  } while ((await state()).allReadSince === null)
  expect(gallery.clock.now() - begunAt).toBeLessThanOrEqual(90 * dayMs)
  const found = await state()
  expect([found.damagedCount, found.savedCount]).toEqual([
    damaged.length,
    damaged.length - lost.length,
  ])

  const again = await gallery.asOwner()
  const putBack: string[] = []
  const options = { method: 'POST', body: {} }
  for (;;) {
    const result = await again.data<PutBackResult>('/api/safety/originals/put-back', options)
    expect(result.failed).toEqual([])
    if (result.putBack.length === 0) break
    putBack.push(...result.putBack)
  }
  expect(putBack.toSorted()).toEqual(damaged.filter((id) => !lost.includes(id)))
  // Those that no backup has are named, and untouched; all others are as they were uploaded.
  const rest = await state()
  expect(rest.damagedCount).toBe(lost.length)
  expect(rest.damaged.map(({ photo }) => photo.id).sort()).toEqual(lost.slice(0, 100))
  expect([...contents.keys()].filter((id) => !isWhole(id)).sort()).toEqual(lost)

  for (const id of lost) await upload(gallery, again, contents.get(id)!)
  await originals.checkShare()
  expect((await state()).damagedCount).toBe(0)
  const sums = [...contents].map(([id]) => md5(readFileSync(library.original(id))))
  expect(sums).toEqual([...contents.values()].map(md5))
})
