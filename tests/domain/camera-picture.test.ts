import { describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ownerViewer } from '../../src/contract/people/viewer.ts'
import { systemClock } from '../../src/core/clock.ts'
import { openStore } from '../../src/core/database/open.ts'
import { AppError } from '../../src/core/errors.ts'
import { createCameras } from '../../src/gallery/cameras/cameras.ts'
import { makeCameraPicture } from '../../src/gallery/cameras/picture.ts'
import { createPhotoEvents } from '../../src/gallery/photos/events.ts'
import { createIntents } from '../../src/gallery/photos/intents.ts'
import { createPhotos } from '../../src/gallery/photos/photos.ts'
import { renditionStore } from '../../src/gallery/photos/renditions.ts'
import { photoStore } from '../../src/gallery/photos/store.ts'
import { versionRows } from '../../src/gallery/photos/version-rows.ts'
import { createRenderQueue } from '../../src/images/render-queue.ts'
import { loadSharp } from '../../src/images/sharp.ts'
import { createFolderMedia } from '../../src/storage/folder-media.ts'
import { openLibrary } from '../../src/storage/library.ts'
import { filesIn } from '../support/folder-faults.ts'
import { textureJpeg } from '../support/jpegs.ts'
import { exifSegment, withSegments } from '../support/metadata-segments.ts'
import { camera } from '../support/photos.ts'

const sharp = await loadSharp()
const jpeg = await textureJpeg(1200, 800)

/** A PNG of one colour; `alpha` is from 0, transparent, to 1. */
const png = (alpha: number, width = 600, height = 900) =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 30, b: 30, alpha } } })
    .png()
    .toBuffer()

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 200,
    (error: unknown) => (error instanceof AppError ? error.code : error),
  )

async function sizesOf(bytes: Uint8Array) {
  const { files, format } = await makeCameraPicture(bytes)
  const seen = await Promise.all(
    files.map(async ({ size, bytes }) => {
      const { width, height } = await sharp(bytes).metadata()
      return [size, width, height]
    }),
  )
  return [format, ...seen]
}

describe('picture', () => {
  test('a camera’s picture is made in four sizes that fit their boxes and are never enlarged', async () => {
    expect(await sizesOf(jpeg)).toEqual([
      'jpg',
      [48, 48, 32],
      [192, 192, 128],
      [512, 512, 341],
      ['original', 1200, 800],
    ])
    expect(await sizesOf(await textureJpeg(100, 50))).toEqual([
      'jpg',
      [48, 48, 24],
      [192, 100, 50],
      [512, 100, 50],
      ['original', 100, 50],
    ])
    expect((await sizesOf(await textureJpeg(3000, 1000))).at(-1)).toEqual(['original', 2048, 683])
  })

  test('a camera’s picture stays PNG if it is transparent, and is JPEG otherwise', async () => {
    const clear = await makeCameraPicture(await png(0.5))
    expect(clear.format).toBe('png')
    const { data } = await sharp(clear.files[0]!.bytes).raw().toBuffer({ resolveWithObject: true })
    expect(data[3]).toBe(128)
    expect(Math.abs(data[0]! - 200)).toBeLessThan(3)
    expect((await makeCameraPicture(await png(1))).format).toBe('jpg')
    const grey = await sharp(jpeg).greyscale().png().toBuffer()
    expect((await makeCameraPicture(grey)).format).toBe('jpg')
    const deep = await sharp(jpeg).toColourspace('rgb16').png().toBuffer()
    expect((await sharp(deep).metadata()).depth).toBe('ushort')
    expect((await makeCameraPicture(deep)).format).toBe('jpg')
  })

  test('a camera’s picture is upright, in sRGB, and keeps nothing of the file but pixels', async () => {
    const photo = await camera({ width: 90, height: 60, orientation: 6, gps: [1, 2], title: 'Ann' })
    const wide = await sharp(await sharp(photo).keepMetadata().withIccProfile('p3').toBuffer())
      .keepMetadata()
      .png()
      .toBuffer()
    for (const bytes of [photo, wide]) {
      for (const file of (await makeCameraPicture(bytes)).files) {
        const { exif, icc, xmp, iptc, orientation, space, width, height } = await sharp(
          file.bytes,
        ).metadata()
        expect([exif, icc, xmp, iptc, orientation].filter((kept) => kept !== undefined)).toEqual([])
        expect(space).toBe('srgb')
        expect(width).toBeLessThan(height)
      }
    }
  })

  test('a camera’s picture is turned by an orientation of any type, as photos are', async () => {
    for (const entry of [
      { tag: 0x0112, type: 1, bytes: Uint8Array.of(6) },
      { tag: 0x0112, type: 4, bytes: Uint8Array.of(6, 0, 0, 0) },
    ]) {
      const turned = withSegments(jpeg, exifSegment({ ifd0: [entry] }))
      expect((await sizesOf(turned)).at(-1)).toEqual(['original', 800, 1200])
    }
  })

  test('a camera’s picture in another colour space keeps its colours', async () => {
    const red = await png(1)
    const wide = await sharp(red).removeAlpha().withIccProfile('p3').png().toBuffer()
    const ink = await sharp(red).removeAlpha().toColourspace('cmyk').jpeg().toBuffer()
    expect((await sharp(ink).metadata()).channels).toBe(4)
    for (const bytes of [red, wide, ink]) {
      const { files } = await makeCameraPicture(bytes)
      const { channels } = await sharp(files[1]!.bytes).stats()
      expect(channels).toHaveLength(3)
      // Ignoring the profile would shift P3 by 16; inks cannot produce this red exactly.
      for (const [index, value] of [200, 30, 30].entries()) {
        expect(Math.abs(channels[index]!.mean - value)).toBeLessThan(bytes === ink ? 30 : 4)
      }
    }
  })

  test.each([
    ['GIF', 415, () => Buffer.from('GIF89a\x01\x00\x01\x00', 'latin1')],
    ['SVG', 415, () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['WebP', 415, () => sharp(jpeg).webp().toBuffer()],
    ['nothing', 415, () => new Uint8Array()],
    ['only the first bytes of a JPEG', 400, () => jpeg.subarray(0, 4)],
    ['HTML after the first bytes of a PNG', 400, async () => withSignature('<script>')],
    ['half a JPEG', 400, () => jpeg.subarray(0, jpeg.length / 2)],
    ['half a PNG', 400, async () => half(await sharp(jpeg).png().toBuffer())],
    ['51 megapixels', 413, () => png(1, 51_000, 1000)],
  ])('a camera’s picture is rejected if it is %s: %p', async (_, code, make) => {
    expect(await codeOf(makeCameraPicture(await make()))).toBe(code)
  })
})

const half = (bytes: Uint8Array) => bytes.subarray(0, bytes.length / 2)
const withSignature = async (text: string) =>
  Buffer.concat([(await png(1)).subarray(0, 8), Buffer.from(text)])

async function openCameras(fetched: () => Promise<Uint8Array> = async () => jpeg) {
  const root = await mkdtemp(join(tmpdir(), 'vitrine-test-'))
  const library = openLibrary(root)
  const store = openStore(library.databasePath)
  const media = createFolderMedia(library)
  const intents = createIntents(store, library, media)
  const cameras = createCameras({
    store,
    photos: createPhotos({
      clock: systemClock,
      store,
      photoRows: photoStore(store, () => undefined),
      versionRows: versionRows(store),
      renditions: renditionStore(store),
      intents,
      events: createPhotoEvents(),
    }),
    intents,
    media,
    queue: createRenderQueue(1),
    fetchImage: fetched,
  })
  const run = (sql: string) => store.connection.run(sql)
  run("INSERT INTO camera (id, make, model) VALUES ('e-10', 'OLYMPUS', 'E-10')")
  return {
    cameras,
    intents,
    library,
    run,
    files: async () => [...(await filesIn(root, 'cameras')), ...(await filesIn(root, 'tmp'))],
    pending: () => intents.pendingFiles().size,
    [Symbol.asyncDispose]: async () => {
      store.close()
      await rm(root, { recursive: true })
    },
  }
}

describe('cameras', () => {
  test('the list of cameras is sorted by maker and model, and has every field', async () => {
    await using gallery = await openCameras()
    gallery.run(
      "INSERT INTO camera (id, make, model) VALUES ('dc4', 'EASTMAN KODAK COMPANY', 'KODAK DC4')",
    )
    gallery.run("INSERT INTO camera (id, make, model) VALUES ('d40', 'nikon', 'D40')")
    gallery.run("INSERT INTO camera (id, make, model) VALUES ('d100', 'NIKON', 'D100')")
    const list = gallery.cameras.list(ownerViewer)
    expect(list.map(({ id }) => id)).toEqual(['dc4', 'd100', 'd40', 'e-10'])
    expect(list.map(({ name }) => name)).toEqual([
      'Kodak DC4',
      'Nikon D100',
      'Nikon D40',
      'Olympus E-10',
    ])
    expect(list[3]).toMatchObject({
      id: 'e-10',
      image: '',
      make: 'OLYMPUS',
      model: 'E-10',
      cameraModel: 'E-10',
      year: 0,
      iso: '',
      aperturePriority: null,
      photoCount: 0,
    })
    expect(() => gallery.cameras.get('e-100', ownerViewer)).toThrow('not found')
    expect(() => gallery.cameras.image('e-10', 48, ownerViewer)).toThrow('not found')
  })

  test('a change to a camera keeps the fields that it does not mention', async () => {
    await using gallery = await openCameras()
    await gallery.cameras.change('e-10', { year: 2000, iso: '80', raw: true })
    const changed = await gallery.cameras.change('e-10', { iso: '320', year: undefined })
    expect(changed).toMatchObject({ year: 2000, iso: '320', raw: true, model: 'E-10' })
    expect(gallery.cameras.get('e-10', ownerViewer)).toEqual(changed)
    expect(await codeOf(gallery.cameras.change('none', { year: 1 }))).toBe(404)
  })

  test('a camera’s new picture replaces the old one and has a new address', async () => {
    await using gallery = await openCameras(() => png(0.5))
    const { cameras } = gallery
    const first = await cameras.setImageFromUpload('e-10', jpeg)
    expect(first.image).toMatch(/^\/api\/cameras\/e-10\/image\?v=[0-9a-f]{8}$/)
    expect(await gallery.files()).toHaveLength(4)
    const old = cameras.image('e-10', 192, ownerViewer)
    expect(old.format).toBe('jpeg')

    const second = await cameras.setImageFromAddress('e-10', 'http://photos.example/')
    expect(second.image).not.toBe(first.image)
    const image = cameras.image('e-10', 192, ownerViewer)
    const { format, etag } = image
    expect(format).toBe('png')
    expect(etag).not.toBe(old.etag)
    expect((await sharp((await cameras.imageFile(image)).path).metadata()).height).toBe(192)
    expect(await gallery.files()).toHaveLength(4)
    expect(await gallery.files()).not.toContain(old.key)
    expect(gallery.pending()).toBe(0)
  })

  test('a camera keeps its old picture if the new one fails', async () => {
    await using gallery = await openCameras(async () => {
      throw new AppError(400, 'no')
    })
    const { cameras } = gallery
    await cameras.setImageFromUpload('e-10', jpeg)
    const before = [await gallery.files(), cameras.get('e-10', ownerViewer)]
    expect(await codeOf(cameras.setImageFromUpload('e-10', half(jpeg)))).toBe(400)
    expect(await codeOf(cameras.setImageFromUpload('e-10', new Uint8Array()))).toBe(415)
    expect(await codeOf(cameras.setImageFromAddress('e-10', ''))).toBe(400)
    expect(await codeOf(cameras.setImageFromUpload('none', jpeg))).toBe(404)

    gallery.run("CREATE TRIGGER no BEFORE UPDATE ON camera BEGIN SELECT raise(ABORT, 'no'); END")
    expect(await codeOf(cameras.setImageFromUpload('e-10', jpeg))).toBeInstanceOf(Error)
    expect([await gallery.files(), cameras.get('e-10', ownerViewer)]).toEqual(before)
    expect(gallery.pending()).toBe(0)
  })

  test('a camera has one complete picture after several arrive at once', async () => {
    await using gallery = await openCameras()
    const { cameras } = gallery
    await Promise.all([1, 2, 3].map(() => cameras.setImageFromUpload('e-10', jpeg)))
    const keys = ([48, 192, 512, 'original'] as const).map(
      (size) => cameras.image('e-10', size, ownerViewer).key,
    )
    expect(await gallery.files()).toEqual(keys.sort())
    expect(gallery.pending()).toBe(0)
  })
})
