import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import type { Library } from '../images/library.ts'
import { originalFailure } from './missing-original.ts'
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
    // It may have been deleted meanwhile.
    const source_name = photos.sourceNameOf(id)
    throw originalFailure(error, { id, source_name }, library, 'owner')
  }
  return { path, sourceName }
}
