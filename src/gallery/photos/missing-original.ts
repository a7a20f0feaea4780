import { AppError, notFound } from '../../core/errors.ts'
import { warn } from '../../core/log.ts'
import { DecodeError } from '../../images/decode-error.ts'
import { JpegError } from '../../images/jpeg.ts'
import { originalKey } from '../../storage/media-keys.ts'

/** By id, because browsers request every width, again on every visit. */
const reported = new Set<string>()

/**
 * The error for an original that could not be read: 404 if it is missing or damaged, which is logged
 * once; otherwise the error itself.
 */
export function originalFailure(
  error: unknown,
  photo: { readonly id: string; readonly original: string; readonly source_name: string },
  audience: 'owner' | 'anybody',
): unknown {
  const what = faultIn(error)
  if (!what) return error
  if (!reported.has(photo.id)) {
    reported.add(photo.id)
    warn(
      `The original of ${photo.source_name} (photo ${photo.id}) is ${what}: ${originalKey(photo.original)}. Run "vitrine check", which says what to do.`,
    )
  }
  if (audience === 'anybody') return notFound()
  return new AppError(
    404,
    `the original of this photo is ${what}; upload the same file again to restore it`,
  )
}

function faultIn(error: unknown): 'missing' | 'damaged' | undefined {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'missing'
  const isDamaged =
    error instanceof JpegError || (error instanceof DecodeError && error.code === 'damaged')
  return isDamaged ? 'damaged' : undefined
}
