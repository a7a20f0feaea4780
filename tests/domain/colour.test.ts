import { describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { adobeRgbCompatibleProfile, iccProfileOf, profileKind } from '../../src/images/colour.ts'
import { walkJpeg } from '../../src/images/jpeg.ts'
import { loadSharp } from '../../src/images/sharp.ts'
import { inserted, segment, textureJpeg } from '../support/jpegs.ts'
import { testWith } from '../support/needs.ts'
import { needsRealPhotos, readBytes, realPhotos } from '../support/real-photos.ts'

type Row = [number, number, number]
type Rows = [Row, Row, Row]

const plain = await textureJpeg()
const sharp = await loadSharp()

/** A profile built into libvips, as it writes it. */
async function builtIn(name: 'srgb' | 'p3' | 'cmyk'): Promise<Uint8Array> {
  const file = await sharp(plain).withIccProfile(name).jpeg().toBuffer()
  return iccProfileOf(file, walkJpeg(file))!
}

const p3 = await builtIn('p3')
const srgb = await builtIn('srgb')

function profileIn(...chunks: [number: number, count: number, data: Uint8Array][]) {
  const segments = chunks.map(([number, count, data]) =>
    segment(0xe2, 'ICC_PROFILE\0', Buffer.of(number, count), data),
  )
  const file = inserted(plain, 2, ...segments)
  return iccProfileOf(file, walkJpeg(file))
}

describe('profile', () => {
  const whole = Buffer.from(adobeRgbCompatibleProfile())
  const [a, b, c] = [whole.subarray(0, 90), whole.subarray(90, 300), whole.subarray(300)]

  test('a file’s profile is assembled in the order of its chunks', () => {
    expect(whole.equals(profileIn([3, 3, c], [1, 3, a], [2, 3, b])!)).toBe(true)
  })

  test('a file’s profile is read to its stated length, and other bytes are rejected', () => {
    const hidden = Buffer.concat([whole, Buffer.from('the camera’s serial number')])
    expect(whole.equals(profileIn([1, 1, hidden])!)).toBe(true)
    expect(profileIn([1, 1, Buffer.alloc(500, 'x')])).toBeNull()
    expect(profileIn([1, 1, whole.subarray(0, 400)])).toBeNull()
    expect(profileIn([1, 1, whole.subarray(0, 40)])).toBeNull()
  })

  test('a file’s profile is null if there is none, or if a chunk is missing, repeated or miscounted', () => {
    expect(iccProfileOf(plain, walkJpeg(plain))).toBeNull()
    expect(profileIn([1, 2, a])).toBeNull()
    expect(profileIn([2, 2, b])).toBeNull()
    expect(profileIn([1, 2, a], [1, 2, a])).toBeNull()
    expect(profileIn([1, 2, a], [2, 3, b])).toBeNull()
    expect(profileIn([0, 1, a])).toBeNull()
  })

  test('a file’s profile is not affected by other APP2 segments', () => {
    const file = inserted(plain, 2, segment(0xe2, 'MPF\0'), segment(0xe2, 'ICC_PROFILE'))
    expect(iccProfileOf(file, walkJpeg(file))).toBeNull()
  })
})

describe('kind', () => {
  test('the kind of a profile is srgb for sRGB and rgb for wider ones', () => {
    expect(profileKind(srgb)).toBe('srgb')
    expect(profileKind(p3)).toBe('rgb')
    expect(profileKind(adobeRgbCompatibleProfile())).toBe('rgb')
  })

  test('the kind of a profile is other for CMYK', async () => {
    expect(profileKind(await builtIn('cmyk'))).toBe('other')
  })

  test('the kind of a profile is rgb for the primaries of sRGB with another curve', () => {
    const curves = {
      linear: curve('curv', [0, 0, 0, 0]),
      'gamma 1.8': curve('curv', [0, 0, 0, 1, 0x01, 0xcd]),
      'gamma 2.4': curve('para', [0, 0, 0, 0, 0, 2, 0x66, 0x66]),
    }
    for (const [name, data] of Object.entries(curves)) {
      expect([name, profileKind(withCurve(srgb, data))]).toEqual([name, 'rgb'])
    }
  })

  test('the kind of a profile is srgb for the primaries of sRGB with gamma 2.2 or a table of sRGB', () => {
    const samples = Array.from({ length: 1024 }, (_, index) => {
      const value = index / 1023
      const linear = value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
      const sample = Math.round(linear * 65_535)
      return [sample >> 8, sample & 255]
    })
    const curves = {
      'gamma 2.2': curve('curv', [0, 0, 0, 1, 0x02, 0x33]),
      parametric: curve('para', [0, 0, 0, 0, 0, 2, 0x33, 0x33]),
      table: curve('curv', [0, 0, 4, 0, ...samples.flat()]),
    }
    for (const [name, data] of Object.entries(curves)) {
      expect([name, profileKind(withCurve(srgb, data))]).toEqual([name, 'srgb'])
    }
  })

  test('the kind of a profile is other for anything that is not a whole profile, and never throws', () => {
    expect(profileKind(new Uint8Array())).toBe('other')
    for (let length = 0; length < srgb.length; length += 7) {
      expect(profileKind(srgb.subarray(0, length))).toBe('other')
    }
    fc.assert(
      fc.property(
        fc.constantFrom(srgb, p3),
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 20 }),
        (icc, edits) => {
          const damaged = Uint8Array.from(icc)
          for (const [at, value] of edits) damaged[at % damaged.length] = value
          expect(['srgb', 'rgb', 'other']).toContain(profileKind(damaged))
        },
      ),
      { numRuns: 3000 },
    )
  })

  testWith(needsRealPhotos)(
    'the kind of a profile is srgb for every vendor’s sRGB and rgb for Adobe RGB',
    async () => {
      const kinds: Record<string, number> = {}
      const wide: string[] = []
      for (const path of realPhotos('{cameras,metadata}/*.{jpg,jpeg}')) {
        const bytes = await readBytes(path)
        const icc = iccProfileOf(bytes, walkJpeg(bytes))
        if (!icc) continue
        const kind = profileKind(icc)
        kinds[kind] = (kinds[kind] ?? 0) + 1
        if (kind === 'rgb') wide.push(path.replace(/.*\//, ''))
      }
      expect(kinds).toEqual({ srgb: 14, rgb: 2 })
      expect(wide).toEqual([
        'BonTonARTSTORplusIPTC.jpg',
        'RangeError_Invalid_typed_array_length.jpg',
      ])
    },
  )

  function curve(type: string, data: number[]): Uint8Array {
    return Buffer.concat([Buffer.from(`${type}\0\0\0\0`), Buffer.from(data), Buffer.alloc(4)])
  }

  /** The profile with all three curves replaced by this one, appended to it. */
  function withCurve(icc: Uint8Array, data: Uint8Array): Uint8Array {
    const file = Buffer.concat([icc, data])
    for (let at = 132; at < 132 + 12 * file.readUInt32BE(128); at += 12) {
      if (!file.toString('latin1', at, at + 4).endsWith('TRC')) continue
      file.writeUInt32BE(icc.length, at + 4)
      file.writeUInt32BE(data.length, at + 8)
    }
    return file
  }
})

describe('Adobe RGB', () => {
  const profile = Buffer.from(adobeRgbCompatibleProfile())

  test('the profile for photos that only EXIF marks as Adobe RGB is small, states its own size and does not use Adobe’s name', () => {
    expect(profile.length).toBeLessThan(600)
    expect(profile.readUInt32BE(0)).toBe(profile.length)
    expect(profile.toString('latin1')).toContain('Compatible with Adobe RGB (1998)\0')
  })

  test('the profile for photos that only EXIF marks as Adobe RGB has the primaries of Adobe RGB (1998), adapted to D50', () => {
    const columns = adaptedColumns(
      [
        [0.64, 0.33],
        [0.21, 0.71],
        [0.15, 0.06],
      ],
      [0.3127, 0.329],
    )
    for (const [index, name] of ['rXYZ', 'gXYZ', 'bXYZ'].entries()) {
      const offset = profile.readUInt32BE(profile.indexOf(name) + 4)
      const stored = [8, 12, 16].map((at) => profile.readInt32BE(offset + at) / 65_536)
      for (const axis of [0, 1, 2]) {
        expect(Math.abs(stored[axis]! - columns[index]![axis]!)).toBeLessThan(0.0003)
      }
    }
  })

  test('the profile for photos that only EXIF marks as Adobe RGB is accepted by libvips, which finds the values of Adobe RGB for sRGB colours', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-icc-'))
    try {
      const path = join(folder, 'compatible.icc')
      await Bun.write(path, profile)
      const background = { r: 200, g: 100, b: 50 }
      const pixels = await sharp({ create: { width: 4, height: 4, channels: 3, background } })
        .withIccProfile(path)
        .raw()
        .toBuffer()
      // What lcms makes of these values with the profile that Adobe distributes.
      expect([...pixels.subarray(0, 3)]).toEqual([177, 100, 56])
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  /** The three colourants of an RGB space: primaries and white, Bradford-adapted to D50. */
  function adaptedColumns(primaries: [number, number][], white: [number, number]): number[][] {
    const xyz = ([x, y]: [number, number]) => [x / y, 1, (1 - x - y) / y]
    const bradford = [
      [0.8951, 0.2664, -0.1614],
      [-0.7502, 1.7135, 0.0367],
      [0.0389, -0.0685, 1.0296],
    ]
    const times = (matrix: number[][], vector: number[]) =>
      matrix.map((row) => row.reduce((sum, value, index) => sum + value * vector[index]!, 0))
    const determinant = ([[a, b, c], [d, e, f], [g, h, i]]: Rows) =>
      a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
    // Cramer's rule.
    const solve = (matrix: number[][], right: number[]) =>
      [0, 1, 2].map((unknown) => {
        const put = matrix.map((row, at) => row.with(unknown, right[at]!))
        return determinant(put as Rows) / determinant(matrix as Rows)
      })
    const unscaled = primaries.map(xyz)
    const columns = [0, 1, 2].map((row) => unscaled.map((column) => column[row]!))
    const scales = solve(columns, xyz(white))
    const from = times(bradford, xyz(white))
    const to = times(bradford, [0.9642, 1, 0.8249])
    return unscaled.map((column, index) => {
      const scaled = column.map((value) => value * scales[index]!)
      const cone = times(bradford, scaled).map((value, axis) => (value * to[axis]!) / from[axis]!)
      return solve(bradford, cone)
    })
  }
})
