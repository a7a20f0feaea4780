import { describe, expect, test } from 'bun:test'
import { adobeRgbCompatibleProfile } from '../../src/images/colour.ts'
import { encode } from '../../src/images/encode.ts'
import { readMetadata } from '../../src/images/metadata.ts'
import { loadSharp } from '../../src/images/sharp.ts'
import { texture, textureJpeg, withEveryReader } from '../support/jpegs.ts'

const raw = texture(120, 80)
const settings = {
  jpeg: { quality: 90 },
  webp: { quality: 90, effort: 1 },
  avif: { quality: 80, effort: 0 },
} as const
const formats = ['jpeg', 'webp', 'avif'] as const

describe('encoder', () => {
  test.each(formats)(
    'the encoder keeps pixel values and embeds their profile unchanged as %s',
    async (format) => {
      const icc = adobeRgbCompatibleProfile()
      const file = await encode(raw, format, { ...settings[format], icc })
      const { metadata, difference } = await lookInto(file)
      expect(metadata.width).toBe(120)
      expect(metadata.height).toBe(80)
      expect(metadata.icc?.equals(icc)).toBe(true)
      expect(difference).toBeLessThan(4)
    },
  )

  test.each(formats)(
    'the encoder gives the same pixels with a profile as without, as %s',
    async (format) => {
      const icc = adobeRgbCompatibleProfile()
      const tagged = await lookInto(await encode(raw, format, { ...settings[format], icc }))
      const bare = await lookInto(await encode(raw, format, { ...settings[format], icc: null }))
      expect(tagged.pixels.equals(bare.pixels)).toBe(true)
      expect(bare.metadata.icc).toBeUndefined()
    },
  )

  test.each(formats)('the encoder writes no metadata as %s unless it is given', async (format) => {
    const { metadata } = await lookInto(
      await encode(raw, format, { ...settings[format], icc: null, credits: null }),
    )
    expect([metadata.exif, metadata.xmp, metadata.iptc]).toEqual([undefined, undefined, undefined])
  })

  test.each(formats)(
    'the encoder writes creator and copyright in any script as %s',
    async (format) => {
      const credits = { creator: 'Zoë 山田', copyright: '© Zoë & Söhne', keepsAiOut: true }
      const icc = adobeRgbCompatibleProfile()
      const file = await encode(raw, format, { ...settings[format], icc, credits })
      const { metadata } = await lookInto(file)
      expect(metadata.xmpAsString).toContain('<rdf:li>Zoë 山田</rdf:li>')
      expect(metadata.xmpAsString).toContain('© Zoë &amp; Söhne')
      expect(metadata.xmpAsString).toContain('DMI-PROHIBITED-AIMLTRAINING</plus:DataMining>')
      expect(metadata.icc?.equals(icc)).toBe(true)
    },
  )

  test('a JPEG is marked as upright, whatever other metadata it is given', async () => {
    const row = { creator: 'Zoë', copyright: null, keepsAiOut: false, orientation: 6 }
    // @ts-expect-error a row with an orientation is not accepted as credits
    const file = await encode(raw, 'jpeg', { quality: 80, icc: null, credits: row })
    expect((await readMetadata(file)).orientation).toBe(1)
  })

  test('a JPEG is 4:2:0, baseline, and gives the rights to every reader', async () => {
    const credits = { creator: 'Zoë', copyright: null, keepsAiOut: false }
    const file = await encode(raw, 'jpeg', { quality: 80, icc: null, credits })
    const { metadata } = await lookInto(file)
    expect([metadata.chromaSubsampling, metadata.isProgressive]).toEqual(['4:2:0', false])
    expect((await readMetadata(file)).creator).toBe('Zoë')
    expect(metadata.exif).toBeDefined()
  })

  function lookInto(file: Buffer) {
    return withEveryReader(async () => {
      const sharp = await loadSharp()
      const metadata = await sharp(file).metadata()
      const pixels = await sharp(file, { ignoreIcc: true }).raw().toBuffer()
      const sum = pixels.reduce((sum, value, at) => sum + Math.abs(value - raw.data[at]!), 0)
      return { metadata, pixels, difference: sum / pixels.length }
    })
  }
})

describe('decoder', () => {
  test('sharp in this program reads JPEG, and PNG for cameras', async () => {
    const sharp = await loadSharp()
    const png = await sharp(await textureJpeg())
      .png()
      .toBuffer()
    expect((await sharp(png).metadata()).format).toBe('png')
  })

  test('sharp in this program reads no other format, whatever its declared type', async () => {
    const sharp = await loadSharp()
    const image = sharp(await textureJpeg())
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><g/></svg>'
    const others: Record<string, Buffer> = {
      tiff: await image.clone().tiff().toBuffer(),
      gif: await image.clone().gif().toBuffer(),
      webp: await image.clone().webp().toBuffer(),
      avif: await image.clone().avif({ effort: 0 }).toBuffer(),
      svg: Buffer.from(svg),
    }
    // sharp can read each of them when it is allowed to.
    await withEveryReader(async () => {
      for (const file of Object.values(others)) await sharp(file).metadata()
    })
    for (const [name, file] of Object.entries(others)) {
      const outcome = await sharp(file)
        .toBuffer()
        .then(
          () => 'read',
          () => 'refused',
        )
      expect([name, outcome]).toEqual([name, 'refused'])
    }
  })
})
