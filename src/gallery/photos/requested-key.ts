import type { Variant } from '../../contract/photos/variants.ts'
import { AppError } from '../../core/errors.ts'
import { marksAi } from '../../images/rights.ts'
import {
  formatFor,
  namedFormat,
  type RenditionFormat,
  renditionSize,
  renditions,
  requestedWidth,
} from '../../images/variants.ts'
import type { RenditionKey } from '../../storage/media-keys.ts'
import type { ImageRow } from './row.ts'

/** `w` and `f` are from the query: a width of the ladder, and a format. */
export type ImageRequest = {
  readonly variant: Variant
  readonly fileName: string
  readonly w: string | undefined
  readonly f: string | undefined
}

type Circumstances = {
  readonly accepts: (format: RenditionFormat) => boolean
  readonly keepsAiOut: boolean
}

/**
 * The picture that a request is for. `accepts` is not called if the address names a format.
 * @throws AppError 400 for an unsupported width or format.
 */
export function requestedKey(
  photo: Pick<ImageRow, 'width' | 'height'>,
  { variant, w, f }: ImageRequest,
  { accepts, keepsAiOut }: Circumstances,
): RenditionKey {
  const no_ai = marksAi(variant, keepsAiOut)
  if (variant === 'original') return { variant, width: photo.width, format: 'jpeg', no_ai }
  const asked = requestedWidth(variant, w)
  if (asked === undefined) throw new AppError(400, 'w must be one of the supported widths')
  const { modern } = renditions[variant]
  const named = f === undefined ? undefined : namedFormat(f)
  if (f !== undefined && !named) throw new AppError(400, 'f must be avif, webp or jpg')
  const wanted = named ?? (accepts(modern) ? modern : 'jpeg')
  const size = renditionSize(variant, asked, photo)
  return { variant, width: size.width, format: formatFor(wanted, size), no_ai }
}
