import { describe, expect, test } from 'bun:test'
import type { Photo } from '../../src/contract/photos/photos.ts'
import { walkJpeg } from '../../src/images/jpeg.ts'
import { loadSharp } from '../../src/images/sharp.ts'
import type { Browser } from '../support/browser.ts'
import { quickOrFull } from '../support/executable.ts'
import { openGallery, send, upload } from '../support/gallery.ts'
import { pixelsOf, textureJpeg } from '../support/jpegs.ts'
import { makePhotos } from '../support/made-photos.ts'
import { mutated } from '../support/mutations.ts'
import { testWith } from '../support/needs.ts'
import { needsRealPhotos, readBytes, realPhotos } from '../support/real-photos.ts'

const timeLimitMs = 1_800_000

const refusals =
  /^(the file is empty|this is not a JPEG file|file is incomplete|the file is damaged: [a-z ]+|unsupported JPEG: [\w -]+|the picture data is damaged|the picture has [\d.]+ megapixels; the limit is 100|the picture is \d+ × \d+ pixels; the limit is 65500 pixels per side)$/
const warnings = ['parts of the picture data are damaged', 'the end marker is missing']

/** The status of an upload with its error or warning. */
async function outcomeOf(owner: Browser, bytes: Uint8Array): Promise<string> {
  const answer = await send(owner, bytes)
  const { data, error } = (await answer.json()) as { data?: Photo; error?: { message: string } }
  return `${answer.status} ${error?.message ?? data?.warning ?? ''}`
}

/** Uploads files `atATime` at a time, keeping their order in the result. */
async function outcomesOf(files: Uint8Array[], atATime: number): Promise<string[]> {
  await using gallery = await openGallery()
  const owner = await gallery.asOwner()
  const outcomes: string[] = []
  let next = 0
  const lane = async () => {
    for (let index = next++; index < files.length; index = next++) {
      outcomes[index] = await outcomeOf(owner, files[index]!)
    }
  }
  await Promise.all(Array.from({ length: atATime }, lane))
  return outcomes
}

/** Each file must have the same outcome alone and among others, with one of our own messages. */
async function expectOwnReasons(files: Uint8Array[]): Promise<void> {
  const alone = await outcomesOf(files, 1)
  for (const outcome of alone) {
    expect(outcome).not.toMatch(/vips|unknown error/i)
    const [, status, message] = /^(\d+) (.*)$/.exec(outcome)!
    if (status === '200') expect(['', ...warnings]).toContain(message!)
    else expect(message).toMatch(refusals)
  }
  expect(await outcomesOf(files, 4)).toEqual(alone)
  console.log(`  ${files.length} files, ${new Set(alone).size} different outcomes`)
}

/** Without duplicates, whose outcome would depend on their order. */
const distinct = (files: Uint8Array[]) => [
  ...new Map(files.map((file) => [Bun.hash(file), file])).values(),
]

describe('uploads', () => {
  const made = quickOrFull(90, 500)

  test(
    `a damaged file, uploaded among others, gets its own reason or warning: ${made} mutations of generated photos`,
    async () => {
      const whole = (await makePhotos(60, { width: 240, height: 160 })).map(({ bytes }) => bytes)
      const progressive = await textureJpeg(200, 300, { progressive: true })
      const bases = [...whole.slice(0, 6), progressive]
      // Intact files among damaged ones must have no warning.
      const files = Array.from({ length: made }, (_, seed) => [
        mutated(bases[seed % bases.length]!, seed),
        ...whole.slice(seed, seed + 1),
      ])
      await expectOwnReasons(distinct(files.flat()))
    },
    timeLimitMs,
  )

  const real = quickOrFull(30, 500)

  testWith(needsRealPhotos)(
    `a damaged file, uploaded among others, gets its own reason or warning: the collected photos and ${real} mutations of them`,
    async () => {
      const small = quickOrFull(300_000, Number.POSITIVE_INFINITY)
      const all = await Promise.all(realPhotos().map(readBytes))
      const bases = all.filter(({ length }) => length < small)
      const files = Array.from({ length: real }, (_, seed) =>
        mutated(bases[(seed * 7) % bases.length]!, seed),
      )
      await expectOwnReasons(distinct([...bases, ...files]))
    },
    timeLimitMs,
  )
})

/** A JPEG with part of its scan data overwritten, for which libjpeg gives hundreds of warnings. */
async function withDamagedSpot(): Promise<Buffer> {
  const file = await textureJpeg(900, 600, { progressive: true })
  const { start, end } = walkJpeg(file).segments.find(({ scan }) => scan)!.scan!
  const middle = Math.floor((start + end) / 2)
  // All ones are not a Huffman code; scan data has a zero after each byte of ones.
  for (let at = middle; at < Math.min(end, middle + 3000) - 2; at += 2)
    file.writeUInt16BE(0xff00, at)
  return file
}

test('a photo with a damaged spot is imported with a warning', async () => {
  const file = await withDamagedSpot()
  const sharp = await loadSharp()
  // libvips by itself gives up at its hundredth warning.
  const decoding = sharp(file, { failOn: 'truncated' }).raw().toBuffer()
  expect(
    await decoding.then(
      () => 'decoded',
      () => 'refused',
    ),
  ).toBe('refused')
  await using gallery = await openGallery()
  const owner = await gallery.asOwner()
  const photo = await upload(gallery, owner, file)
  expect(photo.warning).toBe('parts of the picture data are damaged')
  for (const path of ['thumbs', 'squares', 'resizes?w=400', 'images']) {
    const [folder, query = ''] = path.split('?')
    const answer = await owner.get(`/api/${folder}/${photo.fileName}?${query}`)
    expect([path, answer.status]).toEqual([path, 200])
  }
  const edit = { rotation: 90, x: 0, y: 0, width: 300, height: 300 }
  const edited = await owner.data<Photo>(`/api/photos/${photo.id}/edit`, {
    method: 'PUT',
    body: edit,
  })
  expect((await owner.get(`/api/images/${edited.fileName}`)).status).toBe(200)
})

describe('end markers', () => {
  test.each([false, true])(
    'a photo without its end marker is imported with a warning if nothing else is missing (progressive: %p)',
    async (progressive) => {
      await using gallery = await openGallery()
      const owner = await gallery.asOwner()
      const whole = await textureJpeg(300, 200, { progressive })
      const cut = whole.subarray(0, -2)
      const photo = await upload(gallery, owner, cut)
      expect(photo.warning).toBe('the end marker is missing')
      const original = await owner.get(`/api/photos/${photo.id}/original`)
      expect(Buffer.from(await original.bytes()).equals(cut)).toBe(true)
      const shown = await (await owner.get(`/api/images/${photo.fileName}`)).bytes()
      expect(walkJpeg(shown).end).toBe(shown.length)
      expect((await pixelsOf(shown)).data.equals((await pixelsOf(whole)).data)).toBe(true)
      const edited = await owner.data<Photo>(`/api/photos/${photo.id}/edit`, {
        method: 'PUT',
        body: { rotation: 90, x: 0, y: 0, width: 100, height: 100 },
      })
      expect((await owner.get(`/api/images/${edited.fileName}`)).status).toBe(200)
    },
  )

  test('a photo without its end marker is incomplete if rows are missing too', async () => {
    await using gallery = await openGallery()
    const owner = await gallery.asOwner()
    const whole = await textureJpeg(300, 200)
    const outcomes = [20, 60, 200, 1000].map((missing) => whole.subarray(0, -missing))
    for (const cut of outcomes) expect(await outcomeOf(owner, cut)).toBe('400 file is incomplete')
  })

  test('a photo without its end marker is incomplete if a scan is missing too', async () => {
    await using gallery = await openGallery()
    const owner = await gallery.asOwner()
    const whole = await textureJpeg(300, 200, { progressive: true })
    const scans = walkJpeg(whole).segments.filter(({ scan }) => scan)
    // Between two scans every row decodes, but without the details in the missing scans.
    for (const { scan } of scans.slice(0, -1)) {
      expect(await outcomeOf(owner, whole.subarray(0, scan!.end))).toBe('400 file is incomplete')
    }
    expect(await outcomeOf(owner, whole.subarray(0, scans.at(-1)!.scan!.end))).toBe(
      '200 the end marker is missing',
    )
  })
})
