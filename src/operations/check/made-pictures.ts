import { minuteMs } from '../../core/time.ts'
import { loadSharp } from '../../images/sharp.ts'
import type { MediaFiles } from '../../storage/media-files.ts'
import { type RenditionKey, renditionKey } from '../../storage/media-keys.ts'
import { type CheckParts, nameOf, type Problem, repairAdvice } from './problem.ts'
import type { CheckedPhoto, CheckedRendition } from './store.ts'

/**
 * What is wrong with a rendition. One that is missing or has another size is minor: the server makes
 * it again when it is asked for. One that was changed after it was made is damaged, unless it was so
 * soon that only decoding it tells. With `isDecoded`, one that looks right is decoded.
 */
export async function checkRendition(
  rendition: CheckedRendition,
  photo: CheckedPhoto,
  isDecoded: boolean,
  { store, files }: CheckParts,
): Promise<Problem | undefined> {
  const fault = await faultOf(rendition, isDecoded, files, 'recall')
  if (!fault) return undefined
  const now = store.rendition(rendition.photo, rendition)
  if (now?.file_name !== rendition.file_name) return undefined
  const again = await faultOf(now, isDecoded, files, 'find')
  if (!again) return undefined
  const name = files.nameOf(renditionKey(now.file_name, now))
  return {
    text: `A picture made from ${nameOf(photo, store)} ${again.text}: ${name}`,
    // What has the recorded size looks right until it is decoded.
    advice: repairAdvice(isDecoded && !again.isMinor),
    repair: { kind: 'render', fileName: now.file_name, key: keyOf(now) },
    ...(again.isMinor && { isMinor: true }),
  }
}

const keyOf = ({ variant, width, format, no_ai }: RenditionKey): RenditionKey => ({
  variant,
  width,
  format,
  no_ai,
})

/** Between making and writing a rendition on a slow disk. */
export const atAStrokeMs = 1000
const longAfterMs = minuteMs

async function faultOf(
  rendition: CheckedRendition,
  isDecoded: boolean,
  files: MediaFiles,
  look: 'recall' | 'find',
): Promise<{ text: string; isMinor: boolean } | undefined> {
  const key = renditionKey(rendition.file_name, rendition)
  const found = await files[look](key)
  if (found === undefined) return { text: 'is missing', isMinor: true }
  const { size, changedAfter = 0 } = found
  if (size !== rendition.bytes) return { text: 'has a different size than recorded', isMinor: true }
  if (changedAfter > longAfterMs) {
    return { text: 'has been changed since it was made', isMinor: false }
  }
  // A rendition is written once, at a stroke.
  const isRead = isDecoded || changedAfter > atAStrokeMs
  if (!isRead || (await isPicture(key, files))) return undefined
  return { text: 'is damaged', isMinor: false }
}

/** Whether all of a file that this program has written can be decoded. */
export async function isPicture(key: string, files: MediaFiles): Promise<boolean> {
  const sharp = await loadSharp()
  await using file = await files.open(key)
  if (!file) return false
  try {
    const bytes = await Bun.file(file.path).bytes()
    await sharp(bytes, { failOn: 'warning', limitInputPixels: false }).raw().toBuffer()
    return true
  } catch {
    return false
  }
}
