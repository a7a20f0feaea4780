import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { AppError } from '../contract/app-error.ts'
import type { Library } from '../images/library.ts'
import { warn } from '../log.ts'
import type { Photos } from './photos.ts'

/**
 * The original of a photo, to be sent. It is looked at before the response is made: the server answers
 * a failure after that without any error handler.
 * @throws AppError 404 if there is no such photo, or its file is missing.
 */
export async function originalFile(
  id: string,
  { photos, library }: { photos: Pick<Photos, 'sourceNameOf'>; library: Library },
): Promise<{ path: string; sourceName: string }> {
  const sourceName = photos.sourceNameOf(id)
  const path = library.original(id)
  try {
    await access(path, constants.R_OK)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    // It may have been deleted meanwhile.
    photos.sourceNameOf(id)
    warn(`The original of the photo ${id} is missing: ${library.relative(path)}`)
    throw new AppError(
      404,
      'the original of this photo is missing; upload the same file again to restore it',
    )
  }
  return { path, sourceName }
}
