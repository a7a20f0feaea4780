import { isAbsolute, resolve } from 'node:path'
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
export function usableFolders(paths: readonly string[], data: string): string[] {
  const folders = paths.map((path, index) => usableFolder(path, index, data))
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

function usableFolder(path: string, index: number, data: string): string {
  const field = { field: `folders.${index}` }
  const folder = path.trim()
  if (!isAbsolute(folder)) {
    throw new AppError(400, 'the folder must be a whole path, such as /mnt/backup/photos', field)
  }
  return outside(resolve(folder), data, field)
}

/**
 * By its path alone: a disk that does not answer must not keep the gallery waiting.
 * @throws AppError if one of the folders is in the other.
 */
export function outside(folder: string, data: string, details?: { field: string }): string {
  if (!isBelow(folder, data) && !isBelow(data, folder)) return folder
  const text = 'the folder must be outside the data folder, and must not contain it'
  throw new AppError(400, text, details)
}
