import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadSharp } from '../../src/images/sharp.ts'
import { texture } from './jpegs.ts'

/** A generated JPEG that differs from all others. */
export type MadePhoto = { readonly name: string; readonly bytes: Buffer; readonly md5: string }

/**
 * `count` different photos with camera data: number `first` was taken at noon on the first day of
 * 2020, each following one a day later. Every tenth is nine times as large. With `isLocated`, all
 * were taken in Paris.
 */
export async function makePhotos(
  count: number,
  {
    first = 0,
    width = 480,
    height = 320,
    isLocated = false,
  }: { first?: number; width?: number; height?: number; isLocated?: boolean } = {},
): Promise<MadePhoto[]> {
  const numbers = Array.from({ length: count }, (_, index) => first + index)
  const isLarge = (number: number) => number % 10 === 9
  const small = texture(width, height)
  // Of a large picture, nine times as many pixels take seconds.
  const large = numbers.some(isLarge) ? texture(width * 3, height * 3) : small
  return Promise.all(
    numbers.map((number) => makePhoto(number, isLarge(number) ? large : small, isLocated)),
  )
}

/** Writes the photos into a folder. @returns their paths. */
export function writePhotos(folder: string, photos: MadePhoto[]): string[] {
  mkdirSync(folder, { recursive: true })
  return photos.map(({ name, bytes }) => {
    const path = join(folder, name)
    writeFileSync(path, bytes)
    return path
  })
}

async function makePhoto(
  number: number,
  { data, ...raw }: ReturnType<typeof texture>,
  isLocated: boolean,
) {
  const sharp = await loadSharp()
  const pixels = data.slice()
  // The number is also in the pixels, as a pattern.
  for (let at = 0; at < pixels.length; at += 97) pixels[at] = (pixels[at]! + number * 7) % 256
  const day = new Date(Date.UTC(2020, 0, 1 + number, 12)).toISOString()
  const taken = day.slice(0, 19).replaceAll('-', ':').replace('T', ' ')
  const bytes = await sharp(pixels, { raw })
    .jpeg({ quality: 90 })
    .withExif({
      IFD0: { Make: 'Kodak', Model: 'Brownie 127', ImageDescription: `Made photo ${number}` },
      IFD2: {
        DateTimeOriginal: taken,
        FNumber: '28/10',
        ExposureTime: '1/250',
        ISOSpeedRatings: '200',
        FocalLength: '50/1',
        LensModel: 'Dakon 65mm',
      },
      ...(isLocated && {
        IFD3: {
          GPSLatitudeRef: 'N',
          GPSLatitude: '48/1 51/1 30/1',
          GPSLongitudeRef: 'E',
          GPSLongitude: '2/1 17/1 40/1',
        },
      }),
    })
    .toBuffer()
  const md5 = createHash('md5').update(bytes).digest('hex')
  return { name: `made-${String(number).padStart(4, '0')}.jpg`, bytes, md5 }
}
