import { decode } from './decode.ts'
import { freePixels } from './free-pixels.ts'
import { openJpeg } from './jpeg-file.ts'
import { pictureOf } from './picture.ts'
import { within } from './variants.ts'

/** A decoder must read every byte, however small the result. */
const decodedSide = 400

/** Whether an original can still be decoded from its first byte to its last, as at its import. */
export async function canBeDecoded(
  path: string,
  { orientation, isAdobeRgb }: { orientation: number; isAdobeRgb: boolean },
): Promise<boolean> {
  const bytes = await Bun.file(path).bytes()
  try {
    const file = openJpeg(bytes)
    const picture = pictureOf(file, orientation, isAdobeRgb)
    // As at import: without its end marker, a file must lack nothing else.
    const accepted = file.lacksEnd ? 'whole' : 'damaged'
    freePixels(await decode(picture, within(picture.size, decodedSide), accepted))
    return true
  } catch {
    return false
  }
}
