import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { aspectClass, shapedPicture } from '../../src/contract/photos/aspect.ts'
import { renditionSize, renditions } from '../../src/images/variants.ts'
import { coverSources, isPortraitCover } from '../../ui/catalogue/albums/covers.ts'

const fileName = `${'a'.repeat(32)}.jpg`

describe('aspect class', () => {
  test.each([
    [1250, 1000, 'landscape', 'landscapes'],
    [1249, 1000, 'square', 'squares'],
    [1000, 1000, 'square', 'squares'],
    [800, 1000, 'square', 'squares'],
    [799, 1000, 'portrait', 'portraits'],
    [65_000, 1, 'landscape', 'landscapes'],
    [1, 65_000, 'portrait', 'portraits'],
  ] as const)(
    'the aspect class of a photo of %d by %d pixels is %s',
    (width, height, found, folder) => {
      expect(aspectClass({ width, height })).toBe(found)
      expect(shapedPicture({ fileName, width, height })).toBe(`/api/${folder}/${fileName}`)
    },
  )

  test('the aspect class of a photo is the same at every size', () => {
    const side = fc.integer({ min: 1, max: 2000 })
    fc.assert(
      fc.property(side, side, fc.integer({ min: 1, max: 30 }), (width, height, scale) => {
        const larger = { width: width * scale, height: height * scale }
        expect(aspectClass(larger)).toBe(aspectClass({ width, height }))
      }),
    )
  })

  test('a variant has the orientation of its photo', () => {
    const side = fc.integer({ min: 2000, max: 9000 })
    fc.assert(
      fc.property(side, side, (width, height) => {
        const variant = aspectClass({ width, height })
        const size = renditionSize(variant, renditions[variant].width, { width, height })
        if (variant === 'landscape') expect(size.width).toBeGreaterThan(size.height)
        if (variant === 'portrait') expect(size.height).toBeGreaterThan(size.width)
        if (variant === 'square') expect(size.width).toBe(size.height)
      }),
    )
  })
})

describe('cover', () => {
  test.each(['landscapes', 'squares', 'portraits'])(
    'the cover on a card is requested in its shape: %s',
    (folder) => {
      const { src, srcSet, modern } = coverSources(`/api/${folder}/${fileName}`)
      expect(src).toBe(`/api/${folder}/${fileName}?w=400&f=jpg`)
      expect(srcSet).toContain(`/api/${folder}/${fileName}?w=1200&f=jpg 1200w`)
      expect(modern!.srcSet).toContain(`/api/${folder}/${fileName}?w=1200&f=webp 1200w`)
      expect(isPortraitCover(`/api/${folder}/${fileName}`)).toBe(folder === 'portraits')
    },
  )

  test('the cover on a card is never requested in a variant without these widths', () => {
    for (const folder of ['thumbs', 'resizes', 'images']) {
      expect(coverSources(`/api/${folder}/${fileName}`).src).toBe(
        `/api/landscapes/${fileName}?w=400&f=jpg`,
      )
    }
    expect(coverSources('https://pictures.example/a.jpg')).toEqual({
      src: 'https://pictures.example/a.jpg',
    })
    expect(coverSources('').src).toBe('/photo-album.jpg')
  })
})
