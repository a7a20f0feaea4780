import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { pictureSources, widthLadder } from '../../src/contract/photos/picture-sources.ts'
import { encode } from '../../src/images/encode.ts'
import {
  centredPart,
  formatFor,
  renditionSize,
  renditions,
  renditionVariants,
  requestedWidth,
} from '../../src/images/variants.ts'

const side = fc.oneof(fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 1, max: 65_500 }))
const photo = fc.record({ width: side, height: side })
// An edited photo can be slightly longer than the longest JPEG.
const longSide = fc.oneof(side, fc.integer({ min: 65_400, max: 65_520 }))
const editedPhoto = fc.record({ width: longSide, height: longSide })
const variant = fc.constantFrom(...renditionVariants)
const width = fc.integer({ min: 1, max: 4000 })

describe('sizes', () => {
  test('the size of a rendition is never larger than the photo, nor wider than requested, nor empty', () => {
    fc.assert(
      fc.property(variant, width, photo, (variant, asked, photo) => {
        const size = renditionSize(variant, asked, photo)
        expect(size.width).toBeLessThanOrEqual(Math.min(asked, photo.width))
        expect(size.height).toBeLessThanOrEqual(photo.height)
        expect(Math.min(size.width, size.height)).toBeGreaterThanOrEqual(1)
        expect(Number.isInteger(size.width) && Number.isInteger(size.height)).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  test('a rendition has the aspect ratio of its variant, to the pixel', () => {
    fc.assert(
      fc.property(variant, width, photo, (variant, asked, photo) => {
        const { width, height } = renditions[variant]
        const shape = height === null ? photo.width / photo.height : width / height
        const size = renditionSize(variant, asked, photo)
        const wanted = Math.max(1, size.width / shape)
        expect(Math.abs(wanted - size.height)).toBeLessThanOrEqual(photo.height === 1 ? 1 : 0.5001)
      }),
      { numRuns: 2000 },
    )
  })

  test('a rendition grows with the requested width up to the size of the photo', () => {
    fc.assert(
      fc.property(variant, width, width, photo, (variant, a, b, photo) => {
        const [small, large] = [Math.min(a, b), Math.max(a, b)].map((asked) =>
          renditionSize(variant, asked, photo),
        )
        expect(small!.width).toBeLessThanOrEqual(large!.width)
        expect(small!.height).toBeLessThanOrEqual(large!.height)
      }),
      { numRuns: 2000 },
    )
  })

  test('a rendition has the largest size that the photo allows if more is requested', () => {
    fc.assert(
      fc.property(variant, photo, (variant, photo) => {
        const size = renditionSize(variant, 100_000, photo)
        const touches = size.width === photo.width || size.height >= photo.height - 1
        const { width, height } = renditions[variant]
        // One more pixel in width would need more height than there is.
        const wouldFit = height !== null && ((size.width + 1) * height) / width <= photo.height
        expect(touches || !wouldFit).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })
})

const longest = { jpeg: 65_500, webp: 16_383, avif: 16_384 } as const
const largest = { jpeg: 65_500 ** 2, webp: 16_383 ** 2, avif: 4e6 } as const

test('a rendition is never larger than its format allows, and is JPEG only if it must be', () => {
  fc.assert(
    fc.property(variant, width, editedPhoto, (variant, asked, photo) => {
      const size = renditionSize(variant, asked, photo)
      for (const wanted of ['jpeg', 'webp', 'avif'] as const) {
        const format = formatFor(wanted, size)
        const side = Math.max(size.width, size.height)
        const area = size.width * size.height
        expect(side).toBeLessThanOrEqual(longest[format])
        expect(area).toBeLessThanOrEqual(largest[format])
        const isPossible = side <= longest[wanted] && area <= largest[wanted]
        expect(format).toBe(isPossible ? wanted : 'jpeg')
      }
    }),
    { numRuns: 2000 },
  )
})

test.each(['jpeg', 'webp', 'avif'] as const)(
  'the format %s allows the longest side it is used for',
  async (format) => {
    const side = longest[format]
    for (const [width, height] of [
      [1, side],
      [side, 1],
    ] as const) {
      const data = Buffer.alloc(width * height * 3)
      const raw = { data, width, height, channels: 3 as const }
      expect((await encode(raw, format, { quality: 50, icc: null })).length).toBeGreaterThan(0)
    }
  },
)

test('each candidate of a srcset has its stated width and is wider than the one before', () => {
  fc.assert(
    fc.property(editedPhoto, (photo) => {
      const { srcSet, modern } = pictureSources({ fileName: 'a.jpg', ...photo })
      expect(modern.srcSet).toBe(srcSet.replaceAll('f=jpg', 'f=webp'))
      const widths = srcSet.split(', ').map((candidate) => {
        const step = /^\/api\/resizes\/a\.jpg\?w=(\d+)&f=jpg (\d+)w$/.exec(candidate)!
        const [, asked, said] = step
        expect(renditionSize('resize', Number(asked), photo).width).toBe(Number(said))
        return Number(said)
      })
      for (const [at, said] of widths.entries()) expect(said).toBeGreaterThan(widths[at - 1] ?? 0)
      expect(widths.at(-1)).toBe(renditionSize('resize', 3200, photo).width)
    }),
    { numRuns: 2000 },
  )
})

test('the crop of a rendition is inside the photo, in its centre, with the aspect ratio of its size', () => {
  fc.assert(
    fc.property(photo, photo, (photo, size) => {
      const part = centredPart(photo, size)
      expect(part.left).toBeGreaterThanOrEqual(0)
      expect(part.top).toBeGreaterThanOrEqual(0)
      expect(part.left + part.width).toBeLessThanOrEqual(photo.width)
      expect(part.top + part.height).toBeLessThanOrEqual(photo.height)
      expect(Math.abs(photo.width - part.width - 2 * part.left)).toBeLessThanOrEqual(1)
      expect(Math.abs(photo.height - part.height - 2 * part.top)).toBeLessThanOrEqual(1)
      expect(part.width === photo.width || part.height === photo.height).toBe(true)
    }),
    { numRuns: 2000 },
  )
})

test('the requested width is one of the ladder in plain digits, or the default of its variant', () => {
  for (const variant of renditionVariants) {
    expect(requestedWidth(variant, undefined)).toBe(renditions[variant].width)
    for (const w of widthLadder[variant]) expect(requestedWidth(variant, String(w))).toBe(w)
  }
  fc.assert(
    fc.property(variant, fc.string(), (variant, w) => {
      const onLadder = (widthLadder[variant] as readonly number[]).map(String).includes(w)
      expect(requestedWidth(variant, w) !== undefined).toBe(onLadder)
    }),
  )
  for (const w of ['0400', ' 400', '400 ', '400.0', '+400', '4e2', '0x190', '４００']) {
    expect(requestedWidth('thumb', w), w).toBeUndefined()
  }
})
