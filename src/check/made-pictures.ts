import { type Library, sizeOf } from '../images/library.ts'
import type { RenditionKey } from '../images/media-keys.ts'
import { loadSharp } from '../images/sharp.ts'
import { nameOf, type Problem, repairAdvice } from './problem.ts'
import type { CheckedPhoto, CheckedRendition, CheckStore } from './store.ts'

/**
 * What is wrong with a rendition. One that is missing or has another size is minor: the server makes
 * it again when it is asked for. With `isDecoded`, one that looks right is decoded.
 */
export async function checkRendition(
  rendition: CheckedRendition,
  photo: CheckedPhoto,
  isDecoded: boolean,
  { store, library }: { store: CheckStore; library: Library },
): Promise<Problem | undefined> {
  const fault = await faultOf(rendition, isDecoded, library)
  if (!fault) return undefined
  const now = store.rendition(rendition.photo, rendition)
  if (now?.file_name !== rendition.file_name) return undefined
  const again = await faultOf(now, isDecoded, library)
  if (!again) return undefined
  const path = library.relative(library.rendition(now.file_name, now))
  return {
    text: `A picture made from ${nameOf(photo, store)} ${again.text}: ${path}`,
    // What has the recorded size looks right until it is decoded.
    advice: repairAdvice(!again.isMinor),
    repair: { kind: 'render', fileName: now.file_name, key: keyOf(now) },
    ...(again.isMinor && { isMinor: true }),
  }
}

const keyOf = ({ variant, width, format }: RenditionKey): RenditionKey => ({
  variant,
  width,
  format,
})

async function faultOf(
  rendition: CheckedRendition,
  isDecoded: boolean,
  library: Library,
): Promise<{ text: string; isMinor: boolean } | undefined> {
  const path = library.rendition(rendition.file_name, rendition)
  const size = await sizeOf(path)
  if (size === undefined) return { text: 'is missing', isMinor: true }
  if (size !== rendition.bytes) return { text: 'has another size than recorded', isMinor: true }
  if (!isDecoded || (await isPicture(path))) return undefined
  return { text: 'is damaged', isMinor: false }
}

/** Whether all of a file that this program has written can be decoded. */
export async function isPicture(path: string): Promise<boolean> {
  const sharp = await loadSharp()
  try {
    const bytes = await Bun.file(path).bytes()
    await sharp(bytes, { failOn: 'warning', limitInputPixels: false }).raw().toBuffer()
    return true
  } catch {
    return false
  }
}
