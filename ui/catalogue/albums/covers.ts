import { addressesIn, type PictureAddresses } from '../../../src/contract/photos/picture-formats.ts'

/** Shown for an album without a cover, or whose cover this viewer may not see. */
export const defaultCover = '/photo-album.jpg'

export const coverSizes = '(min-width: 1064px) 328px, (min-width: 640px) 50vw, 100vw'

const ownPicture = /^\/api\/([a-z]+)\/([0-9a-f]{32}\.jpg)$/

export const coverFile = (coverPic: string): string | undefined => ownPicture.exec(coverPic)?.[2]

/** A portrait cover shows the part above its middle, where people's faces usually are. */
export const isPortraitCover = (coverPic: string): boolean =>
  ownPicture.exec(coverPic)?.[1] === 'portraits'

export function coverSources(coverPic: string): PictureAddresses {
  const [, folder = '', fileName] = ownPicture.exec(coverPic) ?? []
  if (!fileName) return { src: coverPic || defaultCover }
  const shaped = /^(landscapes|squares|portraits)$/.test(folder) ? folder : 'landscapes'
  const step = (width: number) => [`/api/${shaped}/${fileName}?w=${width}`, width] as const
  return addressesIn('webp', [step(400), step(800), step(1200)])
}
