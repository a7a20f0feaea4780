import { describe, expect, test } from 'bun:test'
import { addressesOf } from '../../src/contract/photos/picture-formats.ts'
import { tileSources } from '../../src/contract/photos/tile.ts'
import { variantPaths } from '../../src/contract/photos/variants.ts'
import { renditions, renditionVariants } from '../../src/images/variants.ts'
import { defaultCover } from '../../ui/catalogue/albums/covers.ts'

const fileName = `${'0a'.repeat(16)}.jpg`

describe('addresses', () => {
  test('the addresses of a picture name the best format of its variant, and JPEG', () => {
    for (const variant of renditionVariants) {
      const picture = `/api/${variantPaths[variant]}/${fileName}`
      const { modern } = renditions[variant]
      expect(addressesOf(picture)).toEqual({
        modern: { type: `image/${modern}`, srcSet: `${picture}?f=${modern}` },
        src: `${picture}?f=jpg`,
      })
    }
  })

  test('the addresses of anything but a picture are unchanged', () => {
    for (const address of [
      '',
      defaultCover,
      `/api/images/${fileName}`,
      `/api/squares/${fileName}?w=400`,
      `https://pictures.example/api/squares/${fileName}`,
      '/api/cameras/e-10/image/512?v=1',
    ]) {
      expect(addressesOf(address)).toEqual({ src: address })
    }
  })
})

test('a tile offers AVIF in every width, and JPEG for browsers without it', () => {
  const { modern, src, srcSet } = tileSources({ fileName })
  expect(modern.type).toBe('image/avif')
  for (const candidate of modern.srcSet.split(', ')) {
    expect(candidate).toMatch(/^\/api\/(thumbs|squares)\/\w+\.jpg\?w=(\d+)&f=avif \2w$/)
  }
  for (const address of [src, ...srcSet.split(', ')]) expect(address).toContain('&f=jpg')
})
