import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { JpegError, walkJpeg } from '../../src/images/jpeg.ts'
import { inserted, pixelsOf, segment, textureJpeg } from '../support/jpegs.ts'
import { describeWith } from '../support/needs.ts'
import { needsRealPhotos, readBytes, realPhotos } from '../support/real-photos.ts'

const plain = await textureJpeg()
const progressive = await textureJpeg(96, 64, { progressive: true })

/** 'whole', or the code of the error; anything else thrown fails the test. */
function outcomeOf(bytes: Uint8Array): string {
  try {
    walkJpeg(bytes)
    return 'whole'
  } catch (error) {
    if (error instanceof JpegError) return error.code
    throw error
  }
}

const frameStart = (bytes: Uint8Array) =>
  walkJpeg(bytes).segments.find(({ marker }) => marker === 0xc0 || marker === 0xc2)!.start

describe('walk', () => {
  test('the walk finds the frame, the segments and the end of a baseline picture', () => {
    const { frame, segments, end } = walkJpeg(plain)
    expect(frame).toEqual({
      marker: 0xc0,
      width: 96,
      height: 64,
      components: 3,
      precision: 8,
      progressive: false,
    })
    expect(segments[0]).toEqual({ marker: 0xdb, start: 2, payload: 6, end: 71, scan: null })
    expect(segments.filter(({ scan }) => scan)).toHaveLength(1)
    expect(segments.at(-1)?.scan?.end).toBe(end - 2)
    expect(end).toBe(plain.length)
  })

  test('the walk finds every scan of a progressive picture', () => {
    const { frame, segments, end } = walkJpeg(progressive)
    expect(frame.progressive).toBe(true)
    const scans = segments.flatMap(({ scan }) => scan ?? [])
    expect(scans.length).toBeGreaterThan(4)
    expect(scans.every(({ start, end }) => end > start)).toBe(true)
    expect(end).toBe(progressive.length)
  })

  test('segments and scans cover the file without gaps', () => {
    const { segments, end } = walkJpeg(progressive)
    let position = 2
    for (const { start, end, scan } of segments) {
      expect(start).toBe(position)
      position = scan?.end ?? end
    }
    expect(position).toBe(end - 2)
  })

  test('the walk ends at the picture’s own end, whatever follows', () => {
    const second = Buffer.concat([plain, progressive, Buffer.from('a film'), plain])
    expect(walkJpeg(second).end).toBe(plain.length)
  })

  test('the walk does not mistake a thumbnail’s end of image for the picture’s', () => {
    const withThumbnail = inserted(plain, 2, segment(0xe1, 'Exif\0\0', plain))
    expect(walkJpeg(withThumbnail).end).toBe(withThumbnail.length)
    expect(outcomeOf(withThumbnail.subarray(0, plain.length + 40))).toBe('incomplete')
  })

  test('the walk skips fill bytes before a marker, which belong to no segment', () => {
    const filled = inserted(plain, frameStart(plain), Buffer.alloc(5, 0xff))
    const beforeEnd = inserted(filled, filled.length - 2, Buffer.alloc(3, 0xff))
    const { end, segments } = walkJpeg(beforeEnd)
    expect(end).toBe(beforeEnd.length)
    expect(segments.at(-1)?.scan?.end).toBe(end - 5)
  })

  test('the walk treats stuffed zeros, restart markers and stray markers in scan data as data', () => {
    const strays = [0x00, 0x01, 0x45, 0xc0, 0xc8, 0xd3, 0xd8, 0xde, 0xf5]
    for (const stray of strays) {
      const file = inserted(plain, plain.length - 2, Buffer.of(0x12, 0xff, stray, 0x34))
      expect(walkJpeg(file).segments).toHaveLength(walkJpeg(plain).segments.length)
      expect(walkJpeg(file).end).toBe(file.length)
    }
  })

  test('the walk finds a segment after scan data', () => {
    const file = inserted(plain, plain.length - 2, segment(0xe1, 'late \xff\xd9 words'))
    expect(walkJpeg(file).segments.at(-1)?.marker).toBe(0xe1)
    expect(walkJpeg(file).end).toBe(file.length)
  })

  test('the walk works on a view into a larger buffer', () => {
    const larger = Buffer.concat([Buffer.from('before'), plain, Buffer.from('after')])
    expect(walkJpeg(larger.subarray(6, 6 + plain.length))).toEqual(walkJpeg(plain))
  })
})

describe('rejected files', () => {
  test('a file that is not a JPEG is rejected, whatever its name', () => {
    for (const start of ['GIF89a', '\x89PNG\r\n', 'RIFF', '<svg', 'PK', '\xff\xd8\0', 'II*\0']) {
      expect(outcomeOf(Buffer.from(`${start} and more`, 'latin1'))).toBe('not-jpeg')
    }
  })

  test('a file cut anywhere is rejected as incomplete', () => {
    for (const file of [plain, progressive]) {
      const lengths = Array.from({ length: file.length }, (_, length) => length)
      const outcomes = new Set(lengths.map((length) => outcomeOf(file.subarray(0, length))))
      expect([...outcomes]).toEqual(['incomplete'])
    }
    expect(() => walkJpeg(plain.subarray(0, 300))).toThrow('file is incomplete')
  })

  test('a JPEG that browsers do not show is rejected as unsupported', () => {
    const at = frameStart(plain)
    for (const code of [0xc3, 0xc5, 0xc9, 0xca, 0xcf, 0xf7]) {
      const exotic = Buffer.from(plain)
      exotic[at + 1] = code
      expect(outcomeOf(exotic)).toBe('unsupported')
    }
    const twelveBits = Buffer.from(plain)
    twelveBits[at + 4] = 12
    expect(outcomeOf(twelveBits)).toBe('unsupported')
    const noHeight = Buffer.from(plain)
    noHeight.writeUInt16BE(0, at + 5)
    expect(outcomeOf(noHeight)).toBe('unsupported')
  })

  test('a JPEG whose image ends before it begins is rejected as damaged', () => {
    expect(outcomeOf(Buffer.of(0xff, 0xd8, 0xff, 0xd9))).toBe('damaged')
  })

  test('a file of only scans or only segments is rejected without holding them in memory', () => {
    const header = plain.subarray(0, walkJpeg(plain).segments.at(-1)!.end)
    const scan = segment(0xda, Buffer.alloc(10))
    expect(outcomeOf(Buffer.concat([header, ...Array(2000).fill(scan)]))).toBe('unsupported')
    const comments = Array(50_000).fill(segment(0xfe))
    expect(outcomeOf(inserted(plain, 2, ...comments))).toBe('unsupported')
  })
})

describe('damaged bytes', () => {
  const changes = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), {
    minLength: 1,
    maxLength: 12,
  })

  test('a JPEG with changed bytes is accepted completely or rejected with a reason, and never crashes', () => {
    fc.assert(
      fc.property(fc.constantFrom(plain, progressive), changes, fc.nat(), (file, edits, cut) => {
        const damaged = Buffer.from(file)
        for (const [at, value] of edits) damaged[at % damaged.length] = value
        const { end } = walkedOrEmpty(damaged.subarray(0, damaged.length - (cut % 50)))
        expect(end).toBeLessThanOrEqual(damaged.length)
      }),
      { numRuns: 2000 },
    )
  })

  test('any bytes after a start of image are accepted completely or rejected', () => {
    const noise = fc.array(fc.constantFrom(0xff, 0x00, 0x02, 0xc0, 0xda, 0xd9, 0xe1, 0xd0, 0x11))
    fc.assert(
      fc.property(noise, (bytes) => {
        walkedOrEmpty(Buffer.from([0xff, 0xd8, 0xff, ...bytes]))
      }),
      { numRuns: 2000 },
    )
  })

  function walkedOrEmpty(bytes: Uint8Array): { end: number } {
    return outcomeOf(bytes) === 'whole' ? walkJpeg(bytes) : { end: 0 }
  }
})

describeWith(needsRealPhotos)('real files', () => {
  test('files from cameras are accepted completely', async () => {
    for (const path of realPhotos('{cameras,gps,metadata,orientation}/*.{jpg,jpeg}')) {
      const bytes = await readBytes(path)
      const { frame } = walkJpeg(bytes)
      const { info } = await pixelsOf(bytes)
      expect([path, frame.width, frame.height]).toEqual([path, info.width, info.height])
    }
  }, 60_000)

  test('damaged files from cameras are accepted completely or rejected', async () => {
    const outcomes = new Map<string, number>()
    for (const path of realPhotos('broken/*')) {
      const outcome = outcomeOf(await readBytes(path))
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    }
    expect(Object.fromEntries(outcomes)).toEqual({
      whole: 9,
      incomplete: 4,
      'not-jpeg': 9,
      damaged: 2,
    })
  })

  test('files from cameras cut at every percent are incomplete', async () => {
    for (const name of ['nikon-d40', 'canon-eos-5d', 'htc-one']) {
      const bytes = await readBytes(realPhotos(`cameras/${name}.jpg`)[0]!)
      const { end } = walkJpeg(bytes)
      for (let percent = 0; percent < 100; percent++) {
        const cut = bytes.subarray(0, Math.floor((end * percent) / 100))
        expect(`${percent} ${outcomeOf(cut)}`).toBe(`${percent} incomplete`)
      }
    }
  })
})
