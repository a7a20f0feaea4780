import { basename, parse } from 'node:path'
import type { RenditionFormat, RenditionVariant } from '../images/variants.ts'

export type RenditionKey = {
  readonly variant: RenditionVariant | 'original'
  readonly width: number
  readonly format: RenditionFormat
  /** 1 if the file is marked as not for AI training. */
  readonly no_ai: number
}

/*
 * The name of a file in a media store: 'originals/0f/….jpg', always with slashes. It is the same in
 * the data folder, in a bucket, in a backup and in the database's intents. Every name is random and
 * is never used for other contents.
 */

const shard = (name: string) => name.slice(-2)

/** `original` is the name in the row of its version; that of a photo's first version is its id. */
export const originalKey = (original: string): string =>
  `originals/${shard(original)}/${original}.jpg`

export function renditionKey(
  fileName: string,
  { variant, width, format, no_ai }: RenditionKey,
): string {
  const base = basename(fileName, '.jpg')
  return `renditions/${shard(base)}/${base}-${variant}-${width}${no_ai ? '-noai' : ''}.${format}`
}

const renditionPattern =
  /^renditions\/[0-9a-f]{2}\/([0-9a-f]+)-([a-z]+)-(\d+)(-noai)?\.(jpeg|webp|avif)$/

/** What a key of renditionKey() was made from; undefined for other keys. */
export function renditionOfKey(
  key: string,
): ({ readonly fileName: string } & RenditionKey) | undefined {
  const [, base, variant, width, mark, format] = renditionPattern.exec(key) ?? []
  if (!base) return undefined
  return {
    fileName: `${base}.jpg`,
    variant: variant as RenditionKey['variant'],
    width: Number(width),
    format: format as RenditionFormat,
    no_ai: mark ? 1 : 0,
  }
}

/** `image` is the name in the camera's row, with its extension. */
export function cameraImageKey(image: string, size: number | 'original'): string {
  const { name, ext } = parse(image)
  return `cameras/${name}-${size}${ext}`
}

/** For originals that their owner deleted but did not want destroyed. */
export const removedKey = (original: string): string => `removed/${original}.jpg`
