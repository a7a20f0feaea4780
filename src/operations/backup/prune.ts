import { readdir, rename, rm, rmdir } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { syncFolder } from '../../storage/library.ts'
import { type BackupFolder, timeOf } from './backup-folder.ts'
import { type Manifest, readManifest } from './manifest.ts'
import { type Keep, keptSnapshots } from './retention.ts'

/** The folders of files that several snapshots share. */
const shared = ['originals', 'cameras', 'removed', 'quarantine']

/**
 * Removes the snapshots that are not to be kept. Each is first renamed into tmp/, so that none is
 * ever incomplete in its place.
 * @returns how many were removed.
 */
export async function prune(backup: BackupFolder, keep: Keep): Promise<number> {
  const all = backup.names()
  const kept = keptSnapshots(
    all.map((name) => ({ name, at: timeOf(name) })),
    keep,
  )
  const old = all.filter((name) => !kept.has(name))
  for (const name of old) await rename(backup.snapshot(name), join(backup.tmp, name))
  if (old.length > 0) await syncFolder(backup.snapshots)
  return old.length
}

/**
 * Deletes the files that no snapshot names; the manifest of the newest one is known.
 * @returns how many there were.
 * @throws Error, deleting nothing, if a snapshot's manifest cannot be read.
 */
export async function removeUnnamed(
  backup: BackupFolder,
  newest: { readonly name: string; readonly manifest: Manifest },
): Promise<number> {
  const unnamed = new Set(await filesOf(backup))
  for (const name of backup.names().reverse()) {
    if (unnamed.size === 0) return 0
    const manifest = name === newest.name ? newest.manifest : await readManifest(backup, name)
    for (const path of manifest.keys()) unnamed.delete(path)
  }
  for (const path of unnamed) await rm(backup.file(path), { force: true })
  for (const folder of await emptyFolders(backup)) await rmdir(folder).catch(() => undefined)
  return unnamed.size
}

async function entriesOf(backup: BackupFolder, folder: string) {
  const root = backup.file(folder)
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => [])
  // Not join, which takes long for a large gallery.
  return entries.map((entry) => ({ entry, path: `${entry.parentPath}${sep}${entry.name}` }))
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
