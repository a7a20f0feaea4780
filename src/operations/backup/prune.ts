import { readdir, rename, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from '../../storage/library.ts'
import type { BackupFolder } from './backup-folder.ts'
import { readManifest } from './manifest.ts'

/** The folders of files that several snapshots share. */
const shared = ['originals', 'cameras', 'removed', 'quarantine']

/**
 * Removes all but the newest `keep` snapshots. Each is first renamed into tmp/, so that none is
 * ever incomplete in its place.
 * @returns how many were removed.
 */
export async function prune(backup: BackupFolder, keep: number): Promise<number> {
  const old = backup.names().slice(0, -keep)
  for (const name of old) await rename(backup.snapshot(name), join(backup.tmp, name))
  if (old.length > 0) await syncFolder(backup.snapshots)
  return old.length
}

/**
 * Deletes the files that no snapshot names.
 * @returns how many there were.
 * @throws Error, deleting nothing, if a snapshot's manifest cannot be read.
 */
export async function removeUnnamed(backup: BackupFolder): Promise<number> {
  const unnamed = new Set(await filesOf(backup))
  for (const name of backup.names().reverse()) {
    if (unnamed.size === 0) return 0
    for (const path of (await readManifest(backup, name)).keys()) unnamed.delete(path)
  }
  for (const path of unnamed) await rm(backup.file(path), { force: true })
  for (const folder of await emptyFolders(backup)) await rmdir(folder).catch(() => undefined)
  return unnamed.size
}

async function entriesOf(backup: BackupFolder, folder: string) {
  const root = backup.file(folder)
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.map((entry) => ({ entry, path: join(entry.parentPath, entry.name) }))
}

async function filesOf(backup: BackupFolder): Promise<string[]> {
  const found = await Promise.all(shared.map((folder) => entriesOf(backup, folder)))
  return found
    .flat()
    .filter(({ entry }) => !entry.isDirectory())
    .map(({ path }) => path.slice(backup.root.length + 1).replaceAll('\\', '/'))
}

/** Deepest first; those with files in them are not removed by rmdir. */
async function emptyFolders(backup: BackupFolder): Promise<string[]> {
  const found = await Promise.all(shared.map((folder) => entriesOf(backup, folder)))
  const folders = found.flat().filter(({ entry }) => entry.isDirectory())
  return folders.map(({ path }) => path).sort((one, other) => other.length - one.length)
}
