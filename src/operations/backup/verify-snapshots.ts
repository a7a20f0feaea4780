import type { BackupFolder } from './backup-folder.ts'
import { readManifest } from './manifest.ts'
import { isWhole } from './verify-copies.ts'

/**
 * Reads what only older snapshots name: their databases and pages, and files of photos that the
 * gallery no longer has, which nothing can replace.
 * @returns how many files were read, and what is wrong, as sentences.
 */
export async function verifySnapshots(
  backup: BackupFolder,
  known: ReadonlyMap<string, string>,
): Promise<{ read: number; faults: string[] }> {
  const seen = new Set(known.keys())
  const faults: string[] = []
  let read = 0
  for (const name of backup.names().reverse()) {
    const damaged: string[] = []
    for (const [path, md5] of await readManifest(backup, name)) {
      if (seen.has(path)) continue
      seen.add(path)
      read++
      if (!(await isWhole(backup.file(path), md5))) damaged.push(path)
    }
    if (damaged.length === 0) continue
    const others = damaged.length > 1 ? ` and ${damaged.length - 1} more` : ''
    faults.push(
      `the older snapshot ${name} is no longer intact: ${damaged[0]}${others} is damaged or missing in the backup, and the gallery does not have it. If you have another copy of the backup, copy it from there; if you can do without this snapshot, delete ${backup.snapshot(name)}`,
    )
  }
  return { read, faults }
}
