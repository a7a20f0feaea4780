import { readFile } from 'node:fs/promises'
import { type BackupFolder, damagedSnapshot, snapshotPaths } from './backup-folder.ts'
import { isForbidden, requireFile } from './file-at.ts'

/**
 * The md5 of every file that belongs to a snapshot, by its path in the backup folder. In the format
 * of md5sum, so that a backup can be verified without Vitrine:
 * `cd BACKUP && md5sum -c snapshots/NAME/manifest.md5`.
 */
export type Manifest = ReadonlyMap<string, string>

/** Only names that neither leave the folder nor need escaping in the format. */
const line =
  /^([0-9a-f]{32}) {2}((?:originals|cameras|removed|quarantine|snapshots)\/[^\\\p{Cc}]+)$/u

/** Of an md5 and the blanks after it. */
const hashLength = 34

export const formatManifest = (manifest: Manifest): string =>
  [...manifest]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([path, md5]) => `${md5}  ${path}\n`)
    .join('')

/** Whether the file can be listed. */
export const canBeListed = (path: string): boolean => line.test(`${'0'.repeat(32)}  ${path}`)

/** The longest name in a path, as file systems count it. */
const longestName = 255
/** How many bytes a UTF-16 code unit becomes. */
const mostBytes = 3

/** @throws Error for anything that formatManifest does not write for the snapshot `name`. */
function parseManifest(bytes: Uint8Array, name: string): Manifest {
  const lines = decoded(bytes).split('\n')
  if (lines.pop() !== '') throw new Error('the manifest is incomplete')
  const manifest = new Map<string, string>()
  const folders = new Set<string>()
  let lastFolder: string | undefined
  for (const [index, text] of lines.entries()) {
    const file = parseLine(text, name)
    if (!file) throw new Error(`line ${index + 1} of the manifest is damaged`)
    const [path, md5] = file
    if (manifest.has(path)) throw new Error(`the manifest lists ${path} twice`)
    manifest.set(path, md5)
    const folder = path.slice(0, path.lastIndexOf('/'))
    if (folder === lastFolder) continue
    lastFolder = folder
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

/**
 * The md5 of a snapshot's files but the originals, which the database knows and which are far more.
 * @throws Error with one line if its manifest is missing or damaged.
 */
export async function readOtherHashes(backup: BackupFolder, name: string): Promise<Manifest> {
  // Without this hash, which was compared before, nothing but all lines tells of damage.
  if (backup.info(name).manifest === undefined) return readManifest(backup, name)
  const bytes = await readFile(snapshotPaths(backup.snapshot(name)).manifest)
  const lines = bytes.toString('latin1').split('\n')
  const others = lines.filter((text) => text !== '' && !text.startsWith('originals/', hashLength))
  return new Map(others.map((text) => parsedLine(text, name)))
}

/** Of a line as bytes. @throws Error if it is damaged. */
function parsedLine(text: string, name: string): ListedFile {
  const file = parseLine(decoded(Buffer.from(text, 'latin1')), name)
  if (!file) throw new Error('a line of its manifest is damaged')
  return file
}

/** The length of the whole lines with which both begin. */
function sameLines(one: Buffer, other: Buffer): number {
  let same = 0
  let different = Math.min(one.length, other.length) + 1
  while (different - same > 1) {
    const middle = (same + different) >>> 1
    const isSame = one.compare(other, same, middle, same, middle) === 0
    if (isSame) same = middle
    else different = middle
  }
  return other.subarray(0, same).lastIndexOf('\n') + 1
}

type ListedFile = readonly [path: string, md5: string]

/** Undefined for a line that formatManifest does not write for the snapshot `name`. */
function parseLine(text: string, name: string): ListedFile | undefined {
  const [, md5, path] = line.exec(text) ?? []
  return md5 && path && isPlain(path) && belongsTo(name, path) ? [path, md5] : undefined
}

/**
 * Reads the manifests of several snapshots. Of each it returns only what neither that of `newest`
 * nor those read before list: nearly all lines are the same in all of them, and would take long to
 * parse.
 */
export async function createManifestReader(backup: BackupFolder, newest: string) {
  const read = (name: string) => readFile(snapshotPaths(backup.snapshot(name)).manifest)
  // As bytes, which are not decoded either.
  const linesOf = (bytes: Buffer, start: number) => bytes.toString('latin1', start).split('\n')
  let before = await read(newest)
  const seen = new Set(linesOf(before, 0))
  return async (name: string): Promise<ListedFile[]> => {
    const bytes = await read(name)
    const lines = linesOf(bytes, sameLines(before, bytes)).filter((text) => !seen.has(text))
    const files = lines.map((text) => parsedLine(text, name))
    for (const text of lines) seen.add(text)
    before = bytes
    return files
  }
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
  !/(?:^|\/)\.{0,2}(?:\/|$)/.test(path) &&
  (path.length * mostBytes <= longestName ||
    path.split('/').every((part) => Buffer.byteLength(part) <= longestName))

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
    throw new Error(damagedSnapshot(name, backup.name, fault))
  }
}
