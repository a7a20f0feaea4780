import { describe, expect, spyOn, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { canvasSize, largestInside } from '../../src/contract/photos/crop.ts'
import type { Edit, Photo } from '../../src/contract/photos/photos.ts'
import { variantPaths } from '../../src/contract/photos/variants.ts'
import { adobeRgbCompatibleProfile, iccProfileOf } from '../../src/images/colour.ts'
import { walkJpeg } from '../../src/images/jpeg.ts'
import { readMetadata } from '../../src/images/metadata.ts'
import { loadSharp } from '../../src/images/sharp.ts'
import type { Browser } from '../support/browser.ts'
import { errorOf } from '../support/browser.ts'
import { deleteForGood } from '../support/delete-for-good.ts'
import { filesIn } from '../support/folder-faults.ts'
import { type Gallery, makeAlbum, openGallery, publicPhoto, upload } from '../support/gallery.ts'
import { pixelsOf, texture, withEveryReader } from '../support/jpegs.ts'
import { exifSegment, text, withSegments } from '../support/metadata-segments.ts'
import { camera } from '../support/photos.ts'

const sharp = await loadSharp()
const renditionPaths = ['thumbs', 'squares', 'portraits', 'landscapes', 'resizes'] as const

const editOf = (photo: Pick<Photo, 'id'>) => `/api/photos/${photo.id}/edit`
const save = (owner: Browser, photo: Photo, edit: Edit) =>
  owner.data<Photo>(editOf(photo), { method: 'PUT', body: edit })
const asPublic = (photo: Photo): Photo => ({ ...photo, isPublic: true })
const restore = (owner: Browser, photo: Photo) =>
  owner.data<Photo>(editOf(photo), { method: 'DELETE' })

async function shown(browser: Browser, path: string, photo: Photo) {
  const answer = await browser.get(`/api/${path}/${photo.fileName}`, { accept: 'image/jpeg' })
  expect(answer.status).toBe(200)
  return pixelsOf(await answer.bytes())
}

type Pixels = Awaited<ReturnType<typeof pixelsOf>>

/** The mean difference of two pictures of the same size, from 0 to 255. */
function difference(one: Pixels, other: Pixels): number {
  expect([one.info.width, one.info.height]).toEqual([other.info.width, other.info.height])
  const sum = one.data.reduce((sum, value, at) => sum + Math.abs(value - other.data[at]!), 0)
  return sum / one.data.length
}

/** The owner's file, rotated by right angles and cropped, as sharp does it. */
async function expected(file: Uint8Array, { rotation, x, y, width, height }: Edit) {
  const upright = await sharp(file).autoOrient().toColourspace('srgb').png().toBuffer()
  const turned = await sharp(upright).rotate(rotation).png().toBuffer()
  return sharp(turned)
    .extract({ left: x, top: y, width, height })
    .raw()
    .toBuffer({ resolveWithObject: true })
}

/** A pixel of a picture; `x` and `y` are shares of its width and height. */
function at({ data, info }: Pixels, x: number, y: number): number[] {
  const column = Math.min(info.width - 1, Math.floor(x * info.width))
  const row = Math.min(info.height - 1, Math.floor(y * info.height))
  const start = (row * info.width + column) * info.channels
  return [...data.subarray(start, start + 3)]
}

describe('edits', () => {
  test('an edited photo shows the cropped part in every variant, under a new name', async () => {
    await using gallery = await openGallery()
    const file = await camera({ width: 900, height: 600 })
    const { owner, photo } = await publicPhoto(gallery, file)
    const edit = { rotation: 0, x: 120, y: 70, width: 500, height: 410 }
    const edited = await save(owner, photo, edit)

    expect(edited).toMatchObject({ width: 500, height: 410, fullWidth: 900, fullHeight: 600, edit })
    expect(edited.id).toBe(photo.id)
    expect(edited.fileName).toMatch(/^[0-9a-f]{32}\.jpg$/)
    expect(edited.fileName).not.toBe(photo.fileName)
    expect(edited.thumbhash).not.toBe(photo.thumbhash)
    expect(await owner.data<Photo>(`/api/photos/${photo.id}`)).toEqual(edited)

    const visitor = gallery.asVisitor()
    const wanted = await expected(file, edit)
    expect(difference(await shown(visitor, 'images', edited), wanted)).toBeLessThan(1)
    expect(difference(await shown(visitor, 'resizes', edited), wanted)).toBeLessThan(3)
    const middle = at(wanted, 0.5, 0.5)
    for (const path of renditionPaths) {
      const picture = await shown(visitor, path, edited)
      const seen = at(picture, 0.5, 0.5)
      for (const channel of [0, 1]) {
        expect(Math.abs(seen[channel]! - middle[channel]!), path).toBeLessThan(8)
      }
    }
    const original = await owner.get(`/api/photos/${photo.id}/original`)
    expect(Buffer.from(await original.bytes()).equals(Buffer.from(file))).toBe(true)
  })

  test('an edited photo reveals only to the owner that it was edited', async () => {
    await using gallery = await openGallery()
    const { owner, photo } = await publicPhoto(gallery)
    await save(owner, photo, { rotation: 90, x: 0, y: 0, width: 30, height: 40 })
    const seen = await gallery.asVisitor().data<Photo>(`/api/photos/${photo.id}`)
    expect([seen.width, seen.height]).toEqual([30, 40])
    for (const key of ['edit', 'fullWidth', 'fullHeight']) expect(seen).not.toHaveProperty(key)
  })

  test.each([1, 6, 7])(
    'an edited photo of orientation %i is rotated from upright without resampling',
    async (o) => {
      await using gallery = await openGallery()
      const file = await camera({ width: 300, height: 200, orientation: o })
      const { owner, photo } = await publicPhoto(gallery, file)
      for (const rotation of [90, 180, 270]) {
        const canvas = canvasSize(photo, rotation)
        const edit = {
          rotation,
          x: 11,
          y: 23,
          width: canvas.width - 60,
          height: canvas.height - 70,
        }
        const edited = await save(owner, photo, edit)
        const picture = await shown(owner, 'images', edited)
        expect(difference(picture, await expected(file, edit))).toBeLessThan(1)
        const answer = await owner.get(`/api/images/${edited.fileName}`)
        expect((await readMetadata(await answer.bytes())).orientation).toBe(1)
      }
    },
  )

  test('an edited photo rotated by other angles has black corners and the same centre', async () => {
    await using gallery = await openGallery()
    const file = await camera({ width: 1500, height: 1000 })
    const { owner, photo } = await publicPhoto(gallery, file)
    const middle = at(await pixelsOf(file), 0.5, 0.5)
    for (const rotation of [5, 45, 200]) {
      const canvas = canvasSize(photo, rotation)
      const edited = await save(owner, photo, { rotation, x: 0, y: 0, ...canvas })
      expect([edited.width, edited.height]).toEqual([canvas.width, canvas.height])
      for (const path of ['resizes', 'images']) {
        const picture = await shown(owner, path, edited)
        for (const [x, y] of [
          [0, 0],
          [1, 0],
          [0, 1],
          [1, 1],
        ]) {
          expect(Math.max(...at(picture, x!, y!)), `${path} at ${x}, ${y}`).toBeLessThan(8)
        }
        const seen = at(picture, 0.5, 0.5)
        expect(Math.abs(seen[0]! - middle[0]!)).toBeLessThan(8)
        expect(Math.abs(seen[1]! - middle[1]!)).toBeLessThan(8)
      }
    }
  })

  test('an edited photo rotated clockwise has its right side lower', async () => {
    await using gallery = await openGallery()
    // Red increases to the right in this picture, so after rotation it also increases downwards.
    const { owner, photo } = await publicPhoto(gallery, camera({ width: 400, height: 400 }))
    const edited = await save(owner, photo, {
      rotation: 45,
      x: 0,
      y: 0,
      ...canvasSize(photo, 45),
    })
    const picture = await shown(owner, 'images', edited)
    const red = (x: number, y: number) => at(picture, x, y)[0]!
    expect(red(0.5, 0.9)).toBeGreaterThan(red(0.5, 0.1) + 60)
    expect(red(0.9, 0.5)).toBeGreaterThan(red(0.1, 0.5) + 60)
  })

  test('an edited photo cropped to the largest rectangle inside it shows no black corner', async () => {
    await using gallery = await openGallery()
    const create = { width: 1300, height: 800, channels: 3 as const, background: '#fff' }
    const file = await sharp({ create }).jpeg({ quality: 95 }).toBuffer()
    const { owner, photo } = await publicPhoto(gallery, file)
    for (const rotation of [5, 30, 90, 137]) {
      const edit = { rotation, ...largestInside(photo, rotation) }
      const edited = await save(owner, photo, edit)
      for (const path of ['resizes', 'images']) {
        const { data } = await shown(owner, path, edited)
        expect(data.reduce((least, value) => Math.min(least, value), 255)).toBeGreaterThan(245)
      }
    }
  })

  test('an edited photo has renditions of every width, none larger than its crop', async () => {
    await using gallery = await openGallery()
    const file = await camera({ width: 2000, height: 1500 })
    const { owner, photo } = await publicPhoto(gallery, file)
    const edit = { rotation: 90, x: 300, y: 200, width: 900, height: 1000 }
    const edited = await save(owner, photo, edit)
    const sizes: Record<string, [number, number]> = {
      'resizes/?w=400': [400, 444],
      'resizes/?w=3200': [900, 1000],
      'squares/?w=800': [800, 800],
      'squares/?w=1600': [900, 900],
      'thumbs/?w=200': [200, 200],
    }
    const wanted = await expected(file, edit)
    for (const [address, size] of Object.entries(sizes)) {
      const [path, query] = address.split('/')
      const answer = await owner.get(`/api/${path}/${edited.fileName}${query}`)
      const picture = await pixelsOf(await answer.bytes())
      expect([picture.info.width, picture.info.height], address).toEqual(size)
      const seen = at(picture, 0.5, 0.5)
      const middle = at(wanted, 0.5, 0.5)
      expect(Math.abs(seen[0]! - middle[0]!)).toBeLessThan(8)
      expect(Math.abs(seen[1]! - middle[1]!)).toBeLessThan(8)
    }
  })

  test('an edited photo is not found at its old addresses, even by the owner', async () => {
    await using gallery = await openGallery()
    const { owner, photo } = await publicPhoto(gallery)
    const paths = Object.values(variantPaths)
    for (const path of paths) await owner.get(`/api/${path}/${photo.fileName}`)
    const edited = await save(owner, photo, { rotation: 0, x: 0, y: 0, width: 50, height: 50 })
    for (const path of paths) {
      expect((await owner.get(`/api/${path}/${photo.fileName}`)).status).toBe(404)
      expect((await gallery.asVisitor().get(`/api/${path}/${edited.fileName}`)).status).toBe(200)
    }
    const old = photo.fileName.slice(0, 32)
    const files = await filesIn(gallery.data, 'renditions')
    expect(files.filter((path) => path.includes(old))).toEqual([])
  })

  test('an edited photo that is private stays private under its new name', async () => {
    await using gallery = await openGallery()
    const owner = await gallery.asOwner()
    const photo = await upload(gallery, owner)
    const edited = await save(owner, photo, { rotation: 180, x: 0, y: 0, width: 96, height: 64 })
    for (const path of Object.values(variantPaths)) {
      const answer = await gallery.asVisitor().get(`/api/${path}/${edited.fileName}`)
      expect(answer.status).toBe(404)
    }
  })

  test('an edited photo remains the album cover and the profile picture', async () => {
    await using gallery = await openGallery()
    const { owner, photo, album } = await publicPhoto(gallery)
    const pic = `/api/squares/${photo.fileName}`
    await owner.data(`/api/albums/${album.id}`, {
      method: 'PUT',
      body: { id: album.id, name: album.name, description: '', coverPic: pic },
    })
    await owner.data('/api/user/pic', { method: 'PUT', body: { pic } })
    const edited = await save(owner, photo, { rotation: 90, x: 0, y: 0, width: 64, height: 96 })
    const visitor = gallery.asVisitor()
    const now = `/api/squares/${edited.fileName}`
    expect(await visitor.data(`/api/albums/${album.id}`)).toMatchObject({ coverPic: now })
    expect(await visitor.data('/api/user')).toMatchObject({ pic: now })
  })
})

describe('public originals', () => {
  test('the public original of an edited photo contains the rights, but not where and with which camera it was taken', async () => {
    await using gallery = await openGallery()
    const rights = exifSegment({ ifd0: [text(0x013b, 'Zoë'), text(0x8298, '© Zoë')] })
    const plain = await sharp(texture(300, 200).data, {
      raw: { width: 300, height: 200, channels: 3 },
    })
      .jpeg({ quality: 95 })
      .toBuffer()
    const { owner, photo } = await publicPhoto(gallery, withSegments(plain, rights))
    const tracked = await upload(gallery, owner, camera({ gps: [48, 9] }))
    await owner.data(
      `/api/albums/${(await owner.data<{ id: string }[]>('/api/albums'))[0]!.id}/photos/add`,
      {
        method: 'PUT',
        body: { photoIds: [tracked.id] },
      },
    )
    const turn = { rotation: 90, x: 0, y: 0, width: 50, height: 60 }
    const files = await Promise.all(
      [photo, tracked].map(async (photo) => {
        const edited = await save(owner, photo, turn)
        return (await gallery.asVisitor().get(`/api/images/${edited.fileName}`)).bytes()
      }),
    )
    const said = await readMetadata(files[0]!)
    expect([said.creator, said.copyright, said.orientation]).toEqual(['Zoë', '© Zoë', 1])
    const silent = await readMetadata(files[1]!)
    expect([silent.gps, silent.cameraModel, silent.originalDate]).toEqual([null, null, null])
    expect(Buffer.from(files[1]!).includes('SERIAL')).toBe(false)
    // Full colour resolution: every component is sampled alike.
    const { chromaSubsampling } = await sharp(files[0]!).metadata()
    expect(chromaSubsampling).toBe('4:4:4')
  })

  const flat = (background: { r: number; g: number; b: number }) =>
    sharp({ create: { width: 1400, height: 900, channels: 3, background } })

  /** The profile in a file and the stored values of its middle. */
  async function colours(file: Uint8Array) {
    return withEveryReader(async () => {
      const { icc } = await sharp(file).metadata()
      const image = sharp(file, { ignoreIcc: true }).removeAlpha().toColourspace('srgb')
      const pixels = await image.raw().toBuffer({ resolveWithObject: true })
      return { icc, middle: at(pixels, 0.5, 0.5) }
    })
  }

  async function expectColours(
    gallery: Gallery,
    file: Uint8Array,
    { own, inOriginal }: { own: Uint8Array | null; inOriginal: Uint8Array | null },
    middle: number[],
  ) {
    const { owner, photo } = await publicPhoto(gallery, file)
    const edit = { rotation: 10, x: 300, y: 200, width: 600, height: 500 }
    const edited = await save(owner, photo, edit)
    const preview = `${editOf(photo)}/preview?rotation=10&x=300&y=200&width=600&height=500`
    const targets = [
      preview,
      ...[...renditionPaths, 'images'].map((path) => `/api/${path}/${edited.fileName}`),
    ]
    for (const target of targets) {
      const profile = target.startsWith('/api/images/') ? inOriginal : own
      const answer = await owner.get(target, { accept: 'image/jpeg' })
      const seen = await colours(await answer.bytes())
      expect(seen.icc?.length, target).toBe(profile?.length)
      expect(seen.icc?.equals(profile!) ?? true, target).toBe(true)
      for (const channel of [0, 1, 2]) {
        expect(Math.abs(seen.middle[channel]! - middle[channel]!), target).toBeLessThanOrEqual(4)
      }
    }
  }

  test('the public original of an edited photo keeps a P3 photo’s pixel values and profile, as its renditions do', async () => {
    await using gallery = await openGallery()
    const pixels = await flat({ r: 234, g: 51, b: 35 }).raw().toBuffer()
    const file = await sharp(pixels, { raw: { width: 1400, height: 900, channels: 3 } })
      .withIccProfile('p3')
      .jpeg({ quality: 95 })
      .toBuffer()
    const p3 = iccProfileOf(file, walkJpeg(file))
    expect(p3).not.toBeNull()
    const { middle } = await colours(file)
    await expectColours(gallery, file, { own: p3, inOriginal: p3 }, middle)
  })

  test('the public original of an edited photo keeps the profile of an sRGB photo, which renditions omit', async () => {
    await using gallery = await openGallery()
    const file = await flat({ r: 10, g: 120, b: 240 }).withIccProfile('srgb').jpeg().toBuffer()
    const srgb = iccProfileOf(file, walkJpeg(file))
    expect(srgb).not.toBeNull()
    const { middle } = await colours(file)
    await expectColours(gallery, file, { own: null, inOriginal: srgb }, middle)
  })

  test('the public original of an edited photo has a profile if only EXIF marks the photo as Adobe RGB', async () => {
    await using gallery = await openGallery()
    const plain = await flat({ r: 60, g: 200, b: 90 }).jpeg({ quality: 95 }).toBuffer()
    const marked = withSegments(plain, exifSegment({ interop: [text(1, 'R03')] }))
    const adobe = adobeRgbCompatibleProfile()
    const { middle } = await colours(marked)
    await expectColours(gallery, marked, { own: adobe, inOriginal: adobe }, middle)
  })

  test('the public original of an edited CMYK photo is converted to sRGB, without a profile', async () => {
    await using gallery = await openGallery()
    const file = await flat({ r: 200, g: 90, b: 60 })
      .toColourspace('cmyk')
      .withIccProfile('cmyk')
      .jpeg({ quality: 95 })
      .toBuffer()
    expect((await sharp(file).metadata()).space).toBe('cmyk')
    const { data, info } = await sharp(file).toColourspace('srgb').raw().toBuffer({
      resolveWithObject: true,
    })
    const middle = at({ data, info }, 0.5, 0.5)
    await expectColours(gallery, file, { own: null, inOriginal: null }, middle)
  })
})

describe('undo', () => {
  test('restoring a photo restores the pixels, under a third name', async () => {
    await using gallery = await openGallery()
    const { owner, photo } = await publicPhoto(gallery, camera({ width: 700, height: 500 }))
    const bytesOf = async (photo: Photo) => {
      const answers = [...renditionPaths, 'images'].map(async (path) => {
        const answer = await owner.get(`/api/${path}/${photo.fileName}`)
        return Buffer.from(await answer.bytes()).toString('base64')
      })
      return Promise.all(answers)
    }
    const before = await bytesOf(photo)
    const edited = await save(owner, photo, { rotation: 25, x: 9, y: 9, width: 99, height: 99 })
    expect(await bytesOf(edited)).not.toEqual(before)
    const restored = await restore(owner, photo)
    expect(restored).toEqual({ ...asPublic(photo), fileName: restored.fileName })
    expect(new Set([photo, edited, restored].map(({ fileName }) => fileName)).size).toBe(3)
    expect(await bytesOf(restored)).toEqual(before)
    expect((await owner.get(`/api/images/${edited.fileName}`)).status).toBe(404)
  })

  test('restoring a photo also happens when an edit that changes nothing is saved', async () => {
    await using gallery = await openGallery()
    const { owner, photo } = await publicPhoto(gallery)
    await save(owner, photo, { rotation: 90, x: 0, y: 0, width: 64, height: 96 })
    const whole = { rotation: 0, x: 0, y: 0, width: 96, height: 64 }
    expect(await save(owner, photo, whole)).toMatchObject({ edit: null, width: 96, height: 64 })
    const larger = { rotation: 0, x: 0, y: 0, width: 5000, height: 5000 }
    const again = await save(owner, photo, larger)
    expect(again.edit).toBeNull()
  })

  test('restoring a photo keeps the address if the pixels stay the same', async () => {
    await using gallery = await openGallery()
    const { owner, photo } = await publicPhoto(gallery)
    expect((await restore(owner, photo)).fileName).toBe(photo.fileName)
    const edit = { rotation: 90, x: 0, y: 0, width: 64, height: 50 }
    const edited = await save(owner, photo, edit)
    expect(await save(owner, photo, edit)).toEqual(edited)
  })
})

describe('requests', () => {
  test('an edit is clamped to the canvas', async () => {
    await using gallery = await openGallery()
    const { owner, photo } = await publicPhoto(gallery)
    const { edit, width, height } = await save(owner, photo, {
      rotation: 90,
      x: 10,
      y: 90,
      width: 500,
      height: 500,
    })
    expect(edit).toEqual({ rotation: 90, x: 10, y: 90, width: 54, height: 6 })
    expect([width, height]).toEqual([54, 6])
    const beyond = { rotation: 0, x: 5000, y: 5000, width: 10, height: 10 }
    expect((await save(owner, photo, beyond)).edit).toEqual({
      rotation: 0,
      x: 95,
      y: 63,
      width: 1,
      height: 1,
    })
  })

  test('an edit with invalid values is rejected and names the field', async () => {
    await using gallery = await openGallery()
    const { owner, photo } = await publicPhoto(gallery)
    const good = { rotation: 0, x: 0, y: 0, width: 10, height: 10 }
    const wrong: [object, string][] = [
      [{ ...good, rotation: 360 }, 'rotation'],
      [{ ...good, rotation: 1.5 }, 'rotation'],
      [{ ...good, rotation: -5 }, 'rotation'],
      [{ ...good, x: -1 }, 'x'],
      [{ ...good, y: 1e9 }, 'y'],
      [{ ...good, width: 0 }, 'width'],
      [{ ...good, height: '10' }, 'height'],
    ]
    for (const [body, field] of wrong) {
      const error = await errorOf(await owner.put(editOf(photo), body))
      expect([error.code, error.details]).toEqual([400, { field }])
    }
    expect(await owner.data<Photo>(`/api/photos/${photo.id}`)).toEqual(asPublic(photo))
  })

  test('an edit is allowed only to the owner and only for existing photos', async () => {
    await using gallery = await openGallery()
    const { owner, photo } = await publicPhoto(gallery)
    const edit = { rotation: 0, x: 0, y: 0, width: 10, height: 10 }
    const visitor = gallery.asVisitor()
    const unknown = { id: '00000000-0000-4000-8000-000000000000' }
    for (const [browser, target, status] of [
      [visitor, photo, 401],
      [visitor, unknown, 401],
      [owner, unknown, 404],
    ] as const) {
      expect((await browser.put(editOf(target), edit)).status).toBe(status)
      expect((await browser.delete(editOf(target))).status).toBe(status)
      expect((await browser.get(`${editOf(target)}/preview?rotation=5`)).status).toBe(status)
    }
    expect((await owner.data<Photo>(`/api/photos/${photo.id}`)).fileName).toBe(photo.fileName)
  })

  test('an edit waits for an earlier one of the same photo, and the last one wins', async () => {
    await using gallery = await openGallery()
    const { owner, photo } = await publicPhoto(gallery, camera({ width: 2400, height: 1800 }))
    // The first takes by far the longest: without waiting it would finish last.
    const slow = { rotation: 45, x: 0, y: 0, ...canvasSize(photo, 45) }
    const quick = [10, 20].map((width) => ({ rotation: 0, x: 0, y: 0, width, height: 20 }))
    const edits = [slow, ...quick]
    const done: Edit[] = []
    const saved = await Promise.all(
      edits.map(async (edit) => {
        const answer = await gallery.services.edits.save(photo.id, edit)
        done.push(edit)
        return answer
      }),
    )
    expect(done).toEqual(edits)
    expect(saved.map(({ edit }) => edit)).toEqual(edits)
    expect(new Set(saved.map(({ fileName }) => fileName)).size).toBe(3)
    expect(await owner.data<Photo>(`/api/photos/${photo.id}`)).toEqual(saved[2]!)
    for (const { fileName } of saved.slice(0, 2)) {
      expect((await owner.get(`/api/thumbs/${fileName}`)).status).toBe(404)
    }
  })

  test('an edit of a photo that is deleted in the meantime leaves nothing behind', async () => {
    await using gallery = await openGallery()
    const { owner, photo } = await publicPhoto(gallery)
    const { library } = gallery.services
    const { writeDerived } = library
    using writing = spyOn(library, 'writeDerived')
    writing.mockImplementationOnce(async (path, bytes) => {
      await deleteForGood(gallery.services, photo.id)
      return writeDerived(path, bytes)
    })
    const edit = { rotation: 90, x: 0, y: 0, width: 20, height: 20 }
    expect((await owner.put(editOf(photo), edit)).status).toBe(404)
    expect(writing).toHaveBeenCalledTimes(5)
    for (const folder of ['originals', 'renditions', 'tmp']) {
      expect(await filesIn(gallery.data, folder)).toEqual([])
    }
  })

  test.each(['before', 'after'])(
    'an edit saved just %s a rendition of the old pixels is recorded leaves no trace of them',
    async (moment) => {
      await using gallery = await openGallery()
      const { owner, photo } = await publicPhoto(gallery, camera({ width: 900, height: 600 }))
      const { library, store } = gallery.services
      const { writeDerived } = library
      const { note } = store
      const turn = () => save(owner, photo, { rotation: 90, x: 0, y: 0, width: 600, height: 900 })
      using noting = spyOn(store, 'note')
      using writing = spyOn(library, 'writeDerived')
      // The rows of the old and the new file share this key.
      const key = { variant: 'square', width: 600, format: 'jpeg', no_ai: 1 } as const
      const oldFile = library.rendition(photo.fileName, key)
      await rm(oldFile)
      if (moment === 'before') {
        noting.mockImplementationOnce(async (work) => {
          await turn()
          return note(work)
        })
      } else {
        writing.mockImplementationOnce(async (path, bytes) => {
          await turn()
          return writeDerived(path, bytes)
        })
      }
      const answer = await owner.get(`/api/squares/${photo.fileName}`, { accept: 'image/jpeg' })
      // By then, the edit had removed the old picture and its name.
      expect(answer.status).toBe(404)
      const { fileName } = await owner.data<Photo>(`/api/photos/${photo.id}`)
      expect(fileName).not.toBe(photo.fileName)
      expect(await Bun.file(oldFile).exists()).toBe(false)
      // The row belongs to the new file, which is served without rendering it again.
      const writes = writing.mock.calls.length
      const fresh = await owner.get(`/api/squares/${fileName}`, { accept: 'image/jpeg' })
      const lying = await Bun.file(library.rendition(fileName, key)).bytes()
      expect(Buffer.from(await fresh.bytes()).equals(lying)).toBe(true)
      expect(writing).toHaveBeenCalledTimes(writes)
    },
  )

  test('an edit that cannot be written leaves the photo unchanged', async () => {
    await using gallery = await openGallery()
    const { owner, photo } = await publicPhoto(gallery)
    const log = spyOn(console, 'error').mockImplementation(() => undefined)
    using writing = spyOn(gallery.services.library, 'writeDerived')
    const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' })
    writing.mockImplementationOnce(() => Promise.reject(full))
    const edit = { rotation: 90, x: 0, y: 0, width: 20, height: 20 }
    expect((await owner.put(editOf(photo), edit)).status).toBe(507)
    expect(await owner.data<Photo>(`/api/photos/${photo.id}`)).toEqual(asPublic(photo))
    expect((await owner.get(`/api/thumbs/${photo.fileName}`)).status).toBe(200)
    expect(await save(owner, photo, edit)).toMatchObject({ edit })
    log.mockRestore()
  })
})

describe('previews', () => {
  test('a preview shows the edit without saving anything', async () => {
    await using gallery = await openGallery()
    const file = await camera({ width: 900, height: 600 })
    const { owner, photo } = await publicPhoto(gallery, file)
    const files = await filesIn(gallery.data, 'renditions')
    const edit = { rotation: 90, x: 40, y: 50, width: 300, height: 400 }
    const query = new URLSearchParams(Object.entries(edit).map(([key, n]) => [key, String(n)]))
    const answer = await owner.get(`${editOf(photo)}/preview?${query}`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('image/jpeg')
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    const picture = await pixelsOf(await answer.bytes())
    expect(difference(picture, await expected(file, edit))).toBeLessThan(3)
    expect(await filesIn(gallery.data, 'renditions')).toEqual(files)
    expect(await owner.data<Photo>(`/api/photos/${photo.id}`)).toEqual(asPublic(photo))
  })

  test('a preview without a crop shows the whole rotated canvas, at most 1200 pixels per side', async () => {
    await using gallery = await openGallery()
    const { owner, photo } = await publicPhoto(gallery, camera({ width: 1500, height: 1000 }))
    const sizeOf = async (query: string) => {
      const answer = await owner.get(`${editOf(photo)}/preview${query}`)
      const { info } = await pixelsOf(await answer.bytes())
      return [info.width, info.height]
    }
    expect(await sizeOf('')).toEqual([1200, 800])
    expect(await sizeOf('?rotation=90')).toEqual([800, 1200])
    const { width, height } = canvasSize(photo, 45)
    expect([width, height]).toEqual([1768, 1768])
    expect(await sizeOf('?rotation=45')).toEqual([1200, 1200])
    expect(await sizeOf('?rotation=0&x=0&y=0&width=300&height=200')).toEqual([300, 200])
    expect(await sizeOf('?x=1400&y=900&width=300&height=200')).toEqual([100, 100])
  })

  test('a preview starts from the original, whatever the current edit', async () => {
    await using gallery = await openGallery()
    const { owner, photo } = await publicPhoto(gallery, camera({ width: 300, height: 200 }))
    const preview = async () =>
      Buffer.from(await (await owner.get(`${editOf(photo)}/preview?rotation=30`)).bytes())
    const before = await preview()
    await save(owner, photo, { rotation: 90, x: 0, y: 0, width: 50, height: 50 })
    expect((await preview()).equals(before)).toBe(true)
  })

  test('a preview with a partial crop or invalid values is rejected', async () => {
    await using gallery = await openGallery()
    const { owner, photo } = await publicPhoto(gallery)
    for (const query of [
      '?x=1',
      '?x=1&y=1&width=5',
      '?rotation=360',
      '?rotation=ninety',
      '?rotation=-5',
      '?x=1&y=1&width=0&height=5',
      '?x=1e3&y=1&width=5&height=5',
    ]) {
      expect((await owner.get(`${editOf(photo)}/preview${query}`)).status, query).toBe(400)
    }
  })
})

test('an edited photo keeps its position in an album', async () => {
  await using gallery = await openGallery()
  const owner = await gallery.asOwner()
  const photos = [await upload(gallery, owner), await upload(gallery, owner)]
  const album = await makeAlbum(owner, 'Two', photos)
  const ids = async () => {
    const list = await owner.data<{ photos: Photo[] }>(`/api/albums/${album.id}/photos?limit=9`)
    return list.photos.map(({ id }) => id)
  }
  const before = await ids()
  await save(owner, photos[0]!, { rotation: 180, x: 0, y: 0, width: 96, height: 64 })
  expect(await ids()).toEqual(before)
})
