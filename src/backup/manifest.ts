import { readFile } from 'node:fs/promises'
import { type BackupFolder, damagedSnapshot, isForbidden, snapshotPaths } from './backup-folder.ts'

/**
 * The md5 of every file that belongs to a snapshot, by its path in the backup folder. In the format
 * of md5sum, so that a backup can be verified without Vitrine:
 * `cd BACKUP && md5sum -c snapshots/NAME/manifest.md5`.
 */
export type Manifest = ReadonlyMap<string, string>

/** Only names that neither leave the folder nor need escaping in the format. */
const line =
  /^([0-9a-f]{32}) {2}((?:originals|cameras|removed|quarantine|snapshots)\/[^\\\p{Cc}]+)$/u

export const formatManifest = (manifest: Manifest): string =>
  [...manifest]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([path, md5]) => `${md5}  ${path}\n`)
    .join('')

/** Whether the file can be listed. */
export const canBeListed = (path: string): boolean => line.test(`${'0'.repeat(32)}  ${path}`)

/** @throws Error for anything that formatManifest does not write. */
function parseManifest(text: string): Manifest {
  const manifest = new Map<string, string>()
  const lines = text.split('\n')
  if (lines.pop() !== '') throw new Error('the manifest is incomplete')
  for (const [index, said] of lines.entries()) {
    const [, md5, path] = line.exec(said) ?? []
    if (!md5 || !path || path.split('/').includes('..')) {
      throw new Error(`line ${index + 1} of the manifest is damaged`)
    }
    manifest.set(path, md5)
  }
  return manifest
}

/** @throws Error with one line if it is missing or damaged. */
export async function readManifest(backup: BackupFolder, name: string): Promise<Manifest> {
  const path = snapshotPaths(backup.snapshot(name)).manifest
  try {
    return parseManifest(await readFile(path, 'utf8'))
  } catch (error) {
    if (isForbidden(error)) throw error
    const { code, message } = error as NodeJS.ErrnoException
    const fault = code === undefined ? message : 'its manifest.md5 is missing or not readable'
    throw new Error(damagedSnapshot(name, backup.root, fault))
  }
}
