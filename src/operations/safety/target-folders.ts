import { isAbsolute, resolve } from 'node:path'
import type { Config } from '../../core/config/config.ts'
import {
  backupBucket,
  isBucketAddress,
  missingAccess,
  placeProblem,
} from '../../core/config/config-backup.ts'
import { ValueProblem } from '../../core/config/config-values.ts'
import { AppError } from '../../core/errors.ts'
import { isBelow } from '../backup/mounts.ts'
import type { SafetyStore } from './store.ts'

/** Keeps what is known of the folders that stay. Must be inside Store.note. */
export function replaceFolders(rows: SafetyStore, folders: readonly string[], now: number): void {
  const known = rows.targets()
  for (const { id, folder, is_configured: isConfigured } of known) {
    if (isConfigured === 0 && !folders.includes(folder)) rows.remove(id)
  }
  for (const folder of folders) {
    if (!known.some((row) => row.folder === folder)) rows.add(folder, false, now)
  }
}

/**
 * Takes over the folders of the command line; those of an earlier start are the owner's from now on.
 * Must be inside Store.note.
 */
export function configureFolders(rows: SafetyStore, folders: readonly string[], now: number): void {
  for (const { id } of rows.targets()) rows.set(id, { is_configured: 0 })
  for (const folder of folders) rows.add(folder, true, now)
}

/** Whether that would change nothing. */
export function isConfiguredAs(rows: SafetyStore, folders: readonly string[]): boolean {
  const configured = rows.targets().filter((row) => row.is_configured === 1)
  return (
    configured.length === folders.length && configured.every((row) => folders.includes(row.folder))
  )
}

/** @throws AppError if one can be no folder for backups, naming the field. */
export function usableFolders(paths: readonly string[], config: Config): string[] {
  const folders = paths.map((path, index) => usableFolder(path, index, config))
  refuseNested(folders)
  return folders
}

/** @throws AppError if backups would be made inside other backups. */
export function refuseNested(folders: readonly string[]): void {
  for (const [index, inner] of folders.entries()) {
    const outer = folders.find((other) => other !== inner && isBelow(inner, other))
    if (outer === undefined) continue
    const text = `the folder must not be inside ${outer}, which has backups of its own`
    throw new AppError(400, text, { field: `folders.${index}` })
  }
}

function usableFolder(path: string, index: number, config: Config): string {
  const field = { field: `folders.${index}` }
  const folder = path.trim()
  if (isBucketAddress(folder)) return usableBucket(folder, config, field)
  if (!isAbsolute(folder)) {
    throw new AppError(
      400,
      'the folder must be a whole path, such as /mnt/backup/photos, or a bucket, such as s3://backups/gallery',
      field,
    )
  }
  return outside(resolve(folder), config.data, field)
}

function usableBucket(text: string, config: Config, field: { field: string }): string {
  const problem = missingAccess(config)
  if (problem !== undefined) {
    throw new AppError(400, `the server has no access to buckets yet: ${problem}`, field)
  }
  try {
    const bucket = backupBucket(text)
    const overlap = placeProblem(config, bucket)
    if (overlap !== undefined) throw new ValueProblem(overlap)
    return bucket
  } catch (error) {
    if (!(error instanceof ValueProblem)) throw error
    throw new AppError(400, `the folder ${error.message}`, field)
  }
}

/**
 * By its path alone: a disk that does not answer must not keep the gallery waiting.
 * @throws AppError if one of the folders is in the other.
 */
export function outside(folder: string, data: string, details?: { field: string }): string {
  const isBucket = isBucketAddress(folder)
  if (isBucket || (!isBelow(folder, data) && !isBelow(data, folder))) return folder
  const text = 'the folder must be outside the data folder, and must not contain it'
  throw new AppError(400, text, details)
}
