import { describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { $ } from 'bun'
import fc from 'fast-check'
import { adobeRgbCompatibleProfile, iccProfileOf } from '../../src/images/colour.ts'
import { JpegError, walkJpeg } from '../../src/images/jpeg.ts'
import { readMetadata } from '../../src/images/metadata.ts'
import { makePublicOriginal } from '../../src/images/public-original.ts'
import { loadSharp } from '../../src/images/sharp.ts'
import { needsExiftool } from '../support/exiftool.ts'
import { asProfile, inserted, pixelsOf, segment, textureJpeg } from '../support/jpegs.ts'
import { describeWith, testWith } from '../support/needs.ts'
import { needsRealPhotos, readBytes, realPhotos } from '../support/real-photos.ts'

const sharp = await loadSharp()
const plain = await textureJpeg()
const progressive = await textureJpeg(96, 64, { progressive: true })
const secret = 'Schloßweg 7, serial 12345'

const nothing = {
  orientation: 1,
  creator: null,
  copyright: null,
  usageTerms: null,
  webStatement: null,
  credit: null,
  licensorUrl: null,
  keepsAiOut: false,
}
const everything = {
  orientation: 6,
  creator: 'Zoë Müller 山田',
  copyright: '© 2026 Zoë <zoe@example.org> & Söhne',
  usageTerms: 'No "AI" training; ask first',
  webStatement: 'https://example.org/rights?a=1&b=2',
  credit: "O'Neill / Agence",
  licensorUrl: 'https://example.org/buy?photo=1&size=2',
  keepsAiOut: true,
}

const jfif = segment(0xe0, 'JFIF\0', Buffer.of(1, 2, 1, 0, 72, 0, 72, 2, 1), secret.slice(0, 6))

function holds(file: Uint8Array, text: string): boolean {
  return Buffer.from(file).includes(Buffer.from(text, 'latin1'))
}

async function expectSamePixels(made: Uint8Array, original: Uint8Array): Promise<void> {
  const [before, after] = [await pixelsOf(original), await pixelsOf(made)]
  expect(after.info).toEqual(before.info)
  expect(after.data.equals(before.data)).toBe(true)
}

describe('files', () => {
  test('a public original has the pixels of the original', async () => {
    for (const file of [plain, progressive]) {
      await expectSamePixels(makePublicOriginal(file, everything), file)
    }
  })

  test('a public original contains no metadata segment of the original, wherever it is', async () => {
    const metadata = [0xe1, 0xe2, 0xe3, 0xed, 0xee, 0xef, 0xfe].map((code) => segment(code, secret))
    const mpf = segment(0xe2, 'MPF\0', secret)
    const jfxx = segment(0xe0, 'JFXX\0', secret)
    const scanEnds = walkJpeg(progressive).segments.flatMap(({ scan }) => scan?.end ?? [])
    const between = inserted(progressive, scanEnds[2]!, ...metadata)
    const file = inserted(between, 2, jfif, jfxx, mpf, ...metadata)
    expect(holds(file, secret)).toBe(true)

    const made = makePublicOriginal(file, nothing)
    expect(holds(made, secret)).toBe(false)
    expect(holds(made, 'JFXX')).toBe(false)
    expect(holds(made, 'MPF')).toBe(false)
    await expectSamePixels(made, progressive)
  })

  test('a public original contains nothing from between segments or after the picture', async () => {
    const { segments } = walkJpeg(plain)
    const frame = segments.find(({ marker }) => marker === 0xc0)!
    const padded = inserted(plain, frame.start, Buffer.from(secret, 'latin1'))
    const file = Buffer.concat([padded, Buffer.from(secret, 'latin1'), plain])
    const made = makePublicOriginal(file, nothing)
    expect(holds(made, secret)).toBe(false)
    expect(walkJpeg(made).end).toBe(made.length)
    await expectSamePixels(made, plain)
  })

  test('a public original keeps JFIF’s density but not its thumbnail', () => {
    const made = makePublicOriginal(inserted(plain, 2, jfif), nothing)
    const [first] = walkJpeg(made).segments
    expect([...made.subarray(first!.start, first!.end)]).toEqual([
      ...segment(0xe0, 'JFIF\0', Buffer.of(1, 2, 1, 0, 72, 0, 72, 0, 0)),
    ])
  })

  test('a public original keeps Adobe’s marker, but nothing after its twelve bytes', () => {
    const adobe = ['Adobe', Buffer.of(0, 100, 0, 0, 0, 0, 1)]
    const made = makePublicOriginal(inserted(plain, 2, segment(0xee, ...adobe, secret)), nothing)
    expect(made.includes(0xee)).toBe(true)
    expect(Buffer.from(made).includes(segment(0xee, ...adobe))).toBe(true)
    expect(holds(made, secret)).toBe(false)
  })

  test('a public original keeps the file’s own profile instead of the given one', () => {
    const own = asProfile(crypto.getRandomValues(new Uint8Array(65_536)))
    const halves = [own.subarray(0, 40_000), own.subarray(40_000)]
    const chunks = halves.map((half, index) =>
      segment(0xe2, 'ICC_PROFILE\0', Buffer.of(index + 1, 2), half),
    )
    const made = makePublicOriginal(
      inserted(plain, 2, ...chunks),
      nothing,
      adobeRgbCompatibleProfile(),
    )
    expect(Buffer.from(own).equals(iccProfileOf(made, walkJpeg(made))!)).toBe(true)
  })

  test('a public original embeds the given profile, however long, if the file has none', async () => {
    const long = asProfile(new Uint8Array(200_000).map((_, index) => index % 251))
    for (const icc of [adobeRgbCompatibleProfile(), long]) {
      const made = makePublicOriginal(plain, nothing, icc)
      expect(Buffer.from(icc).equals(iccProfileOf(made, walkJpeg(made))!)).toBe(true)
      await expectSamePixels(made, plain)
    }
  })

  test('a truncated file has no public original', () => {
    expect(() => makePublicOriginal(plain.subarray(0, 900), nothing)).toThrow(JpegError)
  })

  test('a public original made again from itself with the same rights is the same file', () => {
    const made = makePublicOriginal(
      inserted(plain, 2, jfif),
      everything,
      asProfile(new Uint8Array(300)),
    )
    expect(Buffer.from(makePublicOriginal(made, everything)).equals(made)).toBe(true)
  })

  test('a public original of a damaged file that still decodes has the same pixels', async () => {
    const edits = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), {
      minLength: 1,
      maxLength: 3,
    })
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(plain, progressive), edits, async (file, changes) => {
        const damaged = Buffer.from(file)
        for (const [at, value] of changes) damaged[2 + (at % (damaged.length - 2))] = value
        const before = await pixelsOf(damaged).catch(() => null)
        if (!before) return
        let made: Uint8Array
        try {
          made = makePublicOriginal(damaged, nothing)
        } catch (error) {
          expect(error).toBeInstanceOf(JpegError)
          return
        }
        const after = await pixelsOf(made)
        expect(after.data.equals(before.data)).toBe(true)
      }),
      { numRuns: 150 },
    )
  }, 30_000)
})

describe('rights', () => {
  const exifOf = async (made: Uint8Array) => (await sharp(made).metadata()).exif!

  test('the rights in a public original are read back as they were given', async () => {
    const { keepsAiOut, ...rights } = everything
    const made = makePublicOriginal(plain, everything)
    expect(await readMetadata(made)).toMatchObject({ ...rights, gps: null })
    const mark = 'http://ns.useplus.org/ldf/vocab/DMI-PROHIBITED-AIMLTRAINING'
    expect(holds(made, `<plus:DataMining>${mark}</plus:DataMining>`)).toBe(keepsAiOut)
    expect(holds(makePublicOriginal(plain, { ...everything, keepsAiOut: false }), mark)).toBe(false)
  })

  test('the rights in a public original are in EXIF too, as UTF-8, for readers without XMP', async () => {
    const exif = await exifOf(makePublicOriginal(plain, everything))
    expect(exif.includes(`${everything.creator}\0`)).toBe(true)
    expect(exif.includes(`${everything.copyright}\0`)).toBe(true)
  })

  test('the rights in a public original are left out if they are unknown', async () => {
    const made = makePublicOriginal(plain, { ...nothing, creator: ' ', credit: '' })
    expect(holds(made, 'http://ns.adobe.com/xap')).toBe(false)
    // The header, and a directory with one entry: the orientation.
    expect((await exifOf(made)).length).toBe(6 + 8 + 2 + 12 + 4)
  })

  test('the metadata with the rights rotates the picture like the original’s orientation', async () => {
    for (const orientation of [1, 2, 3, 4, 5, 6, 7, 8]) {
      const made = makePublicOriginal(plain, { ...nothing, orientation })
      const { info } = await pixelsOf(made, { autoOrient: true })
      expect(info.width).toBe(orientation >= 5 ? 64 : 96)
    }
    for (const absurd of [0, 9, -1, 2.5, Number.NaN]) {
      const made = makePublicOriginal(plain, { ...nothing, orientation: absurd })
      expect((await sharp(made).metadata()).orientation).toBe(1)
    }
  })

  test('the rights in a public original lose control characters and lone surrogates', async () => {
    const { creator } = await readMetadata(
      makePublicOriginal(plain, { ...nothing, creator: '\0A\u0001n\u0085n\ud800\uffff\u001f' }),
    )
    expect(creator).toBe('Ann\ufffd')
  })

  test('the rights in a public original fit into their segments at any length, cut between characters', async () => {
    const texts = fc.oneof(
      fc.constantFrom('"', '山', '🏔', 'a', '&<').map((one) => one.repeat(70_000)),
      fc.string({ unit: 'binary' }),
    )
    const rights = fc.record({
      orientation: fc.integer(),
      creator: texts,
      copyright: texts,
      usageTerms: texts,
      webStatement: texts,
      credit: texts,
      licensorUrl: texts,
      keepsAiOut: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(rights, async (given) => {
        const made = makePublicOriginal(plain, given)
        expect(walkJpeg(made).end).toBe(made.length)
        const packets = walkJpeg(made).segments.filter(({ marker }) => marker === 0xe1)
        for (const { payload, end } of packets.slice(1)) {
          const xmp = Buffer.from(made.subarray(payload, end))
          expect(xmp.toString('utf8')).not.toContain('\ufffd'.repeat(3))
          expect(xmp.toString('utf8')).toEndWith('<?xpacket end="r"?>')
        }
      }),
      { numRuns: 25 },
    )
  }, 30_000)
})

describeWith(needsRealPhotos)('camera files', () => {
  const rights = { ...everything, creator: 'Ann' }

  test('a public original with rights decodes to the same pixels, as stored and upright', async () => {
    for (const path of realPhotos()) {
      const bytes = await readBytes(path)
      const { orientation } = await readMetadata(bytes)
      let made: Uint8Array
      try {
        made = makePublicOriginal(bytes, { ...rights, orientation })
      } catch (error) {
        if (error instanceof JpegError) continue
        throw error
      }
      // Rotating a large picture costs as much as decoding it and proves nothing more.
      for (const autoOrient of path.includes('/orientation/') ? [false, true] : [false]) {
        const before = await pixelsOf(bytes, { autoOrient }).catch(() => null)
        if (!before) continue
        const after = await pixelsOf(made, { autoOrient })
        expect([path, after.info]).toEqual([path, before.info])
        expect([path, after.data.equals(before.data)]).toEqual([path, true])
      }
    }
  }, 120_000)

  testWith(needsExiftool)(
    'the public originals of real files give exiftool the rights and nothing private',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'vitrine-public-'))
      try {
        let count = 0
        for (const path of realPhotos('{cameras,gps,metadata,orientation}/*.{jpg,jpeg}')) {
          const made = makePublicOriginal(await readBytes(path), rights)
          await Bun.write(join(folder, `${count++}.jpg`), made)
        }
        const { stdout } = await $`exiftool -j -a -G1 -ee ${folder}`.quiet()
        const files: Record<string, unknown>[] = JSON.parse(stdout.toString())
        expect(files).toHaveLength(count)
        const groups = new Set(
          files.flatMap((tags) => Object.keys(tags).map((key) => key.replace(/:.*/, ''))),
        )
        // JFIF, Adobe and the profile describe pixels; IFD0 and XMP are ours.
        expect([...groups].sort()).toEqual([
          ...['Adobe', 'Composite', 'ExifTool', 'File', 'ICC-header', 'ICC-meas', 'ICC-view'],
          ...['ICC_Profile', 'IFD0', 'JFIF', 'SourceFile', 'System'],
          ...['XMP-dc', 'XMP-photoshop', 'XMP-plus', 'XMP-xmpRights'],
        ])
        for (const tags of files) {
          const ours = Object.keys(tags).filter((key) => key.startsWith('IFD0:'))
          expect(ours).toEqual(['IFD0:Orientation', 'IFD0:Artist', 'IFD0:Copyright'])
          expect(tags['IFD0:Artist']).toBe('Ann')
          expect(tags['XMP-dc:Rights']).toBe(everything.copyright)
          expect(tags['XMP-plus:LicensorURL']).toBe(everything.licensorUrl)
          expect(tags['XMP-plus:DataMining']).toMatch(/AI\/ML training|AIMLTRAINING/)
          const found = Object.keys(tags).join(' ')
          expect(found).not.toMatch(/gps|serial|thumbnail|preview|mpimage|maker/i)
          expect(tags['ExifTool:Warning']).toBeUndefined()
        }
      } finally {
        await rm(folder, { recursive: true })
      }
    },
    60_000,
  )
})
