import { expect, test } from 'bun:test'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openListing } from '../../src/storage/bucket-listing.ts'
import { newFolder } from '../support/backups.ts'

const object = (key: string) => ({ key, size: key.length, md5: undefined })

test('a listing of a bucket finds objects and lists those of one folder in order', async () => {
  const folder = await newFolder()
  const listing = openListing(join(folder, 'listing'))
  const keys = Array.from({ length: 1200 }, (_, index) => `originals/${1000 + index}.jpg`)
  listing.add(keys.toReversed().map(object))
  listing.add(['original', 'originals0', 'originals-old/1.jpg', 'removed/1.jpg'].map(object))
  expect([...listing.keysIn('originals')].flat()).toEqual(keys)
  expect([...listing.keysIn('cameras')]).toEqual([])
  expect(listing.find('removed/1.jpg')).toEqual({ size: 13, md5: undefined })
  expect(listing.find('removed/2.jpg')).toBeUndefined()
  listing.close()
  rmSync(folder, { recursive: true })
})

test('a listing of a bucket uses no named file, so that a kill leaves nothing', async () => {
  const folder = await newFolder()
  const listing = openListing(join(folder, 'listing'))
  for (let page = 0; page < 20; page++) {
    listing.add(
      Array.from({ length: 1000 }, (_, index) => object(`originals/${page}-${index}.jpg`)),
    )
    expect(readdirSync(folder)).toEqual([])
  }
  listing.close()
  rmSync(folder, { recursive: true })
})
