import { chmod, copyFile, rm } from 'node:fs/promises'
import { md5Of } from '../../images/md5.ts'
import { type Library, syncFile } from '../../storage/library.ts'
import type { Media } from '../../storage/media.ts'
import { type PlacedSource, WrongContent } from '../backup/place-file.ts'
import type { Repair } from './problem.ts'

type Parts = { readonly library: Library; readonly media: Pick<Media, 'replaceFile'> }

/**
 * Replaces a damaged or missing original with its copy in a backup.
 * @throws Error, changing nothing, if that copy is damaged or cannot be read.
 */
export async function putBack(
  { key, from, md5, bytes }: Extract<Repair, { kind: 'put back' }>,
  { library, media }: Parts,
): Promise<void> {
  const path = await fetchCopy(from, md5, library)
  try {
    await media.replaceFile(key, { path, bytes, md5 })
  } finally {
    await rm(path, { force: true })
  }
}

/**
 * Copies a file of a backup to tmp/.
 * @throws Error, leaving nothing, if it is damaged or cannot be read.
 */
export async function fetchCopy(
  from: PlacedSource,
  md5: string,
  library: Pick<Library, 'temporary'>,
): Promise<string> {
  const path = library.temporary()
  try {
    if (typeof from === 'string') await copyFile(from, path)
    else await from(path).catch(refuseDamaged)
    // Copies in a backup are read-only.
    await chmod(path, 0o600)
    await syncFile(path)
    if ((await md5Of(path)) !== md5) throw new Error(damagedCopy)
    return path
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

const damagedCopy = 'its copy in the backup is damaged, too'

/** A store tells of damage while it is read. @throws Error */
function refuseDamaged(error: unknown): never {
  throw error instanceof WrongContent ? new Error(damagedCopy) : error
}
