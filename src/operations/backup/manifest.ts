import { readFile } from 'node:fs/promises'
import {
  type BackupFolder,
  damagedSnapshot,
  isForbidden,
  requireFile,
  snapshotPaths,
} from './backup-folder.ts'

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

/** The longest name in a path, as file systems count it. */
const longestName = 255

/** @throws Error for anything that formatManifest does not write for the snapshot `name`. */
function parseManifest(bytes: Uint8Array, name: string): Manifest {
  const lines = decoded(bytes).split('\n')
  if (lines.pop() !== '') throw new Error('the manifest is incomplete')
  const manifest = new Map<string, string>()
  const folders = new Set<string>()
  for (const [index, said] of lines.entries()) {
    const [, md5, path] = line.exec(said) ?? []
    if (!md5 || !path || !isPlain(path) || !belongsTo(name, path)) {
      throw new Error(`line ${index + 1} of the manifest is damaged`)
    }
    if (manifest.has(path)) throw new Error(`the manifest lists ${path} twice`)
    manifest.set(path, md5)
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      folders.add(path.slice(0, end))
    }
  }
  const both = [...folders].find((path) => manifest.has(path))
  if (both !== undefined) throw new Error(`the manifest lists ${both} as a file and as a folder`)
  if (!manifest.has(`snapshots/${name}/vitrine.db`)) {
    throw new Error('the manifest does not list the database')
  }
  return manifest
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new Error('the manifest is not UTF-8')
  }
}

/** Whether the path stays inside its folder on any file system. */
const isPlain = (path: string) =>
  path
    .split('/')
    .every((part) => !['', '.', '..'].includes(part) && Buffer.byteLength(part) <= longestName)

/** Whether a file can be part of the snapshot `name`: those that it does not share are its own. */
const belongsTo = (name: string, path: string) =>
  !path.startsWith('snapshots/') ||
  (path.startsWith(`snapshots/${name}/`) &&
    /^(vitrine\.db|secret\.key|pages\/[^/]+)$/.test(path.slice(`snapshots/${name}/`.length)))

/** @throws Error with one line if it is missing or damaged. */
export async function readManifest(backup: BackupFolder, name: string): Promise<Manifest> {
  const path = snapshotPaths(backup.snapshot(name)).manifest
  try {
    requireFile(path)
    return parseManifest(await readFile(path), name)
  } catch (error) {
    if (isForbidden(error)) throw error
    const { code, message } = error as NodeJS.ErrnoException
    const fault = code === undefined ? message : 'its manifest.md5 is missing or not readable'
    throw new Error(damagedSnapshot(name, backup.root, fault))
  }
}
