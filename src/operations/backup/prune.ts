import { type BackupFolder, timeOf } from './backup-folder.ts'
import { type Manifest, readManifest } from './manifest.ts'
import { type Keep, keptSnapshots } from './retention.ts'

/**
 * Removes the snapshots that are not to be kept.
 * @returns how many were removed.
 */
export async function prune(backup: BackupFolder, keep: Keep): Promise<number> {
  const all = backup.names()
  const kept = keptSnapshots(
    all.map((name) => ({ name, at: timeOf(name) })),
    keep,
  )
  const old = all.filter((name) => !kept.has(name))
  for (const name of old) await backup.removeSnapshot(name)
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
  const unnamed = new Set(await backup.copies.shared())
  for (const name of backup.names().reverse()) {
    if (unnamed.size === 0) return 0
    const manifest = name === newest.name ? newest.manifest : await readManifest(backup, name)
    for (const path of manifest.keys()) unnamed.delete(path)
  }
  await backup.copies.removeShared(unnamed)
  return unnamed.size
}
