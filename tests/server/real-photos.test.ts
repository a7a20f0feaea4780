import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { $ } from 'bun'
import type { Photo } from '../../src/contract/photos/photos.ts'
import { loadSharp } from '../../src/images/sharp.ts'
import { deleteForGood } from '../support/delete-for-good.ts'
import { needsExiftool } from '../support/exiftool.ts'
import { filesIn, folderFaults } from '../support/folder-faults.ts'
import { type Gallery, makeAlbum, openGallery, send, upload } from '../support/gallery.ts'
import { pixelsOf, withEveryReader } from '../support/jpegs.ts'
import { describeWith } from '../support/needs.ts'
import { needsRealPhotos, readBytes, realPhotos } from '../support/real-photos.ts'

/** Each rendition's size for the two examples, 1800 × 1200 and 1200 × 1800. */
const renditions = {
  Landscape: {
    thumbs: [400, 400],
    squares: [1200, 1200],
    portraits: [960, 1200],
    landscapes: [1200, 628],
    resizes: [1200, 800],
  },
  Portrait: {
    thumbs: [400, 400],
    squares: [1200, 1200],
    portraits: [1080, 1350],
    landscapes: [1200, 628],
    resizes: [1200, 1800],
  },
} as const

/**
 * The width at which the examples are compared with each other: the nine files were encoded
 * separately and differ in their grain. Renditions are compared with their own original pixel by
 * pixel, except for AVIF tiles, whose codec removes grain to keep twelve of them small.
 */
const orientationWidth = 100

type Pixels = { data: Buffer; width: number; height: number }

/** A picture's stored values, upright, in three channels. Modern formats need withEveryReader. */
async function read(file: Uint8Array, size?: readonly [number, number]): Promise<Pixels> {
  const image = (await loadSharp())(file, { ignoreIcc: true }).autoOrient().removeAlpha()
  const cut = size
    ? image.resize({ width: size[0], height: size[1], fit: 'cover', position: 'centre' })
    : image
  const { data, info } = await cut.raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** The mean absolute difference of two pictures of the same shape, from 0 to 255. */
async function difference(one: Pixels, two: Pixels, comparedWidth = one.width): Promise<number> {
  const sharp = await loadSharp()
  const height = Math.round((comparedWidth * one.height) / one.width)
  const [a, b] = await Promise.all(
    [one, two].map(({ data, ...raw }) =>
      sharp(data, { raw: { ...raw, channels: 3 } })
        .resize({ width: comparedWidth, height, fit: 'fill' })
        .raw()
        .toBuffer(),
    ),
  )
  let sum = 0
  for (let at = 0; at < a!.length; at++) sum += Math.abs(a![at]! - b![at]!)
  return sum / a!.length
}

const timeLimitMs = 60_000

describeWith(needsRealPhotos)('orientation', () => {
  test.each(['Landscape', 'Portrait'] as const)(
    'the orientation examples (%s) are upright in every rendition and in the public original',
    async (shape) => {
      await using gallery = await openGallery()
      const owner = await gallery.asOwner()
      const files = realPhotos(`orientation/${shape}_*.jpg`)
      expect(files).toHaveLength(9)
      // The file that needs no rotation shows what all of them must look like.
      const upright = await readBytes(files.find((file) => file.endsWith('_1.jpg'))!)
      const whole = await read(upright)
      const wanted = new Map<string, Pixels>()
      for (const [path, size] of Object.entries(renditions[shape])) {
        wanted.set(path, await read(upright, size))
      }
      for (const file of files) {
        const photo = await upload(gallery, owner, readBytes(file))
        expect([photo.width, photo.height], file).toEqual([whole.width, whole.height])
        const cases = Object.entries(renditions[shape]).flatMap(([path, size]) =>
          ['image/jpeg', 'image/avif,image/webp'].map((accept) => ({ path, size, accept })),
        )
        const look = async ({ path, size, accept }: (typeof cases)[number]) => {
          const answer = await owner.get(`/api/${path}/${photo.fileName}`, { accept })
          const made = await read(await answer.bytes())
          const label = `${basename(file)} ${path} ${accept}`
          expect([made.width, made.height], label).toEqual([...size])
          const apart = await difference(made, wanted.get(path)!, orientationWidth)
          expect(apart, label).toBeLessThanOrEqual(3)
          if (path === 'thumbs' && accept.includes('avif')) return
          const own = await read(readFileSync(file), size)
          expect(await difference(made, own), label).toBeLessThanOrEqual(3)
        }
        await withEveryReader(() => Promise.all(cases.map(look)))
        const original = await owner.get(`/api/images/${photo.fileName}`)
        const off = await difference(await read(await original.bytes()), whole, orientationWidth)
        expect(off, `${basename(file)} images`).toBeLessThanOrEqual(3)
      }
    },
    timeLimitMs,
  )
})

/** A file is imported whole or rejected with a reason; either way the folder is consistent. */
async function outcome(gallery: Gallery, bytes: Uint8Array): Promise<string> {
  const owner = await gallery.asOwner()
  const answer = await send(owner, bytes)
  const body = await answer.json()
  expect(await folderFaults(gallery.services)).toEqual([])
  gallery.clock.advance(60_000)
  if (answer.status === 200) {
    const { id, fileName } = body.data as Photo
    for (const path of ['thumbs', 'squares', 'images']) {
      expect((await owner.get(`/api/${path}/${fileName}`)).status).toBe(200)
    }
    await deleteForGood(gallery.services, id)
    return 'taken'
  }
  expect(answer.status).toBe(/not a JPEG/.test(body.error.message) ? 415 : 400)
  expect(body.error.message).toMatch(/^[a-z][^\n]{10,}/)
  expect(body.error.message).not.toMatch(/undefined|NaN|\[object|\/tmp\//)
  expect(await filesIn(gallery.data, 'originals')).toEqual([])
  return `${answer.status} ${body.error.message}`
}

describeWith(needsRealPhotos)('broken files', () => {
  test(
    'a broken file is imported whole or rejected with a reason, and leaves nothing behind',
    async () => {
      await using gallery = await openGallery()
      const outcomes: Record<string, string> = {}
      for (const file of [...realPhotos('broken/*.jpg'), ...realPhotos('metadata/broken1.jpg')]) {
        outcomes[basename(file)] = await outcome(gallery, await readBytes(file))
      }
      expect(Object.keys(outcomes)).toHaveLength(25)
    },
    timeLimitMs,
  )

  test(
    'a file cut at any percent is rejected as incomplete',
    async () => {
      await using gallery = await openGallery()
      const bytes = await readBytes(realPhotos('metadata/img_1771.jpg')[0]!)
      for (let percent = 0; percent < 100; percent++) {
        const cut = bytes.subarray(0, Math.floor((bytes.length * percent) / 100))
        const said = await outcome(gallery, cut)
        expect(said, `${percent} %`).toBe(
          percent === 0 ? '400 the file is empty' : '400 file is incomplete',
        )
      }
      expect(await outcome(gallery, bytes)).toBe('taken')
    },
    timeLimitMs,
  )
})

const secretTags =
  /gps|serial|makernote|maker ?notes?|previewimage|thumbnailimage|jpgfromraw|ownername|lensid|internalserial|imageuniqueid|documentid|instanceid|history|location|city|country/i

describeWith(needsRealPhotos, needsExiftool)('public originals', () => {
  test(
    'the public original of a real photo has its pixels, and no location, serial number, maker note or preview',
    async () => {
      await using gallery = await openGallery()
      const owner = await gallery.asOwner()
      const files = [
        ...realPhotos('{gps,orientation,metadata}/*.{jpg,jpeg}'),
        ...realPhotos('cameras/*.jpg').slice(0, 4),
      ]
      const photos: { id: string }[] = []
      const sources = new Map<string, string>()
      for (const file of files) {
        const answer = await send(owner, await readBytes(file))
        if (answer.status !== 200) continue
        const photo: Photo = (await answer.json()).data
        photos.push(photo)
        sources.set(photo.fileName, file)
      }
      expect(photos.length).toBeGreaterThan(files.length - 4)
      await makeAlbum(owner, 'Stream', photos, { isPhotostream: true })
      const visitor = gallery.asVisitor()
      for (const [fileName, file] of sources) {
        const bytes = await (await visitor.get(`/api/images/${fileName}`)).bytes()
        const [shown, source] = await Promise.all([
          pixelsOf(bytes),
          pixelsOf(await readBytes(file)),
        ])
        expect(shown.data.equals(source.data), file).toBe(true)
      }
      const folder = `${gallery.data}/renditions`
      const listed = await $`exiftool -j -G1 -a -u -r ${folder}`.nothrow().quiet()
      const listedTags = JSON.parse(listed.stdout.toString()) as Record<string, unknown>[]
      expect(listedTags.length).toBeGreaterThanOrEqual(photos.length * 6)
      for (const tags of listedTags) {
        const names = Object.keys(tags).filter((name) => !/^(System|File|SourceFile)/.test(name))
        expect(names.filter((name) => secretTags.test(name))).toEqual([])
      }
    },
    timeLimitMs,
  )
})
