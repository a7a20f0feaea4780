import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import * as z from 'zod'
import { isSystemName } from '../../contract/imports/system-names.ts'
import { schema } from '../../contract/schema.ts'
import { giveToFolderOwner } from '../../core/database/folder-owner.ts'
import { syncFolder } from '../../storage/library.ts'
import { formatChecked, isAsWritten } from './checked-text.ts'
import { type Copies, folderCopies } from './copies.ts'
import { isForbidden, requireFile } from './file-at.ts'
import { isBelow, placeOnDisk } from './mounts.ts'
import { ignoresCase } from './name-case.ts'
import { TargetError } from './target-error.ts'

/** The first file in a backup: a folder without it is not one. */
export const markerName = 'vitrine-backup.json'
/**
 * `id` tells copies of one gallery's backups apart; earlier versions gave none, and no `check`, see
 * formatChecked.
 */
const marker = schema(() =>
  z.strictObject({
    format: z.literal(1),
    library: z.string(),
    id: z.string().optional(),
    /** The fingerprint of the key with which everything else is encrypted. */
    key: z.string().optional(),
    check: z.string().optional(),
  }),
)

/** The first file of a backup: of which gallery it is. */
export type Marker = Readonly<z.infer<ReturnType<typeof marker>>>

export const formatMarker = (content: {
  library: string
  id: string
  key?: string | undefined
}): string => formatChecked({ format: 1, ...content })

const snapshotInfo = schema(() =>
  z.object({
    name: z.string(),
    /** In ms. */
    at: z.int().nonnegative().max(8.64e15),
    version: z.string(),
    schema: z.int(),
    photos: z.int().nonnegative(),
    bytes: z.int().nonnegative(),
    hasSecret: z.boolean(),
    /** The data folder; earlier versions did not record it. */
    data: z.string().optional(),
    /** The md5 of the manifest; earlier versions did not record it. */
    manifest: z.string().optional(),
  }),
)

/** What a snapshot's own file says about it. */
export type SnapshotInfo = Readonly<z.infer<ReturnType<typeof snapshotInfo>>>

/** What a backup is kept on: a folder, or a store outside this machine. */
type Medium = {
  /** How a person knows it: its folder, or the address of its store. */
  readonly name: string
  /** Whether it is outside the file systems of this machine. */
  readonly isStore: boolean
  readonly copies: Copies
  /** Brings the files of a snapshot to `root`, until they are disposed of. */
  readonly fetchSnapshot: (name: string) => Promise<AsyncDisposable>
  /** What the owner can do to be rid of a damaged snapshot. */
  readonly removalAdvice: (name: string) => string
  /** Adds a complete snapshot that was made in tmp/; it counts at once and as a whole. */
  readonly addSnapshot: (staged: string, name: string) => Promise<void>
  /** Removes a snapshot so that it is never incomplete in its place; its files may wait in tmp/. */
  readonly removeSnapshot: (name: string) => Promise<void>
}

/**
 * Where things are in a backup. Files keep the path that they have in the data folder; those of
 * snapshots are in `root`, which is the backup itself or, of a store, a folder with descriptions.
 */
export type BackupFolder = ReturnType<typeof backupFolder>

const namePattern = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/

export function backupFolder(
  root: string,
  { library, id }: Marker,
  medium: Medium = folderMedium(root),
) {
  const snapshot = (name: string) => join(root, 'snapshots', name)
  return {
    ...medium,
    root,
    /** The ids of the gallery, and of this copy of its backups. */
    library,
    id,
    /** The folder for unfinished files, which the next backup empties. */
    tmp: join(root, 'tmp'),
    snapshots: join(root, 'snapshots'),
    snapshot,
    ignoresCase: () => ignoresCase(root, markerName),
    /** Oldest first. */
    names: (): string[] => {
      if (!isFolder(join(root, 'snapshots'))) return []
      return readdirSync(join(root, 'snapshots'))
        .filter((name) => namePattern.test(name))
        .sort()
    },
    /** @throws Error if the snapshot's own file is missing or damaged. */
    info: (name: string): SnapshotInfo => {
      try {
        const path = snapshotPaths(snapshot(name)).info
        requireFile(path)
        const info = snapshotInfo().parse(JSON.parse(readFileSync(path, 'utf8')))
        if (info.name === name) return info
      } catch (error) {
        if (isForbidden(error)) throw error
        throw new Error(damagedSnapshot(name, medium.name, faultOfInfo(error)))
      }
      throw new Error(
        damagedSnapshot(name, medium.name, 'its snapshot.json is of another snapshot'),
      )
    },
  }
}

const folderMedium = (root: string): Medium => ({
  name: root,
  isStore: false,
  copies: folderCopies(root),
  fetchSnapshot: async () => ({ [Symbol.asyncDispose]: () => Promise.resolve() }),
  removalAdvice: (name) => `delete ${join(root, 'snapshots', name)}`,
  addSnapshot: async (staged, name) => {
    await rename(staged, join(root, 'snapshots', name))
    await syncFolder(join(root, 'snapshots'))
  },
  removeSnapshot: async (name) => {
    await rename(join(root, 'snapshots', name), join(root, 'tmp', name))
    await syncFolder(join(root, 'snapshots'))
  },
})

/** Names the field that has no possible value, if the file can be read at all. */
function faultOfInfo(error: unknown): string {
  const field = error instanceof z.ZodError ? error.issues[0]?.path[0] : undefined
  return field === undefined
    ? 'its snapshot.json is missing or not readable'
    : `"${String(field)}" in its snapshot.json is missing or impossible`
}

export const damagedSnapshot = (name: string, backup: string, fault: string): string =>
  `The snapshot ${name} in ${backup} is damaged: ${fault}. Restore another one with --at; to back up, move its folder elsewhere or choose another folder for backups.`

/** The files of a snapshot whose folder is `root`. */
export const snapshotPaths = (root: string) => ({
  database: join(root, 'vitrine.db'),
  manifest: join(root, 'manifest.md5'),
  info: join(root, 'snapshot.json'),
  secretKey: join(root, 'secret.key'),
  pages: join(root, 'pages'),
})

/** The name of a snapshot made at `at`, in ms. Names sort by time. */
export const snapshotName = (at: number): string =>
  `${new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')}Z`

/** When the snapshot of this name was made, in ms. */
export const timeOf = (name: string): number =>
  Date.parse(name.replace(/T(\d\d)-(\d\d)-(\d\d)Z$/, 'T$1:$2:$3Z'))

/** @throws Error with one line if `path` is not a folder that `vitrine backup` has made. */
export function openBackup(path: string): BackupFolder {
  const root = resolve(path)
  if (!isFolder(root)) {
    throw new Error(`${root} is not a folder; name one that "vitrine backup" has made.`)
  }
  return backupFolder(root, readMarker(root))
}

/**
 * Creates the folder, or continues an earlier backup of the same gallery.
 * @throws Error with one line if it has other contents or is another gallery's backup.
 */
export async function prepareBackup(path: string, library: string): Promise<BackupFolder> {
  const root = resolve(path)
  mkdirSync(root, { recursive: true, mode: 0o700 })
  const markerPath = join(root, markerName)
  const mark = (id = randomId()) => writeDurably(markerPath, formatMarker({ library, id }))
  if (statSync(markerPath, { throwIfNoEntry: false })) {
    const present = readMarker(root)
    if (present.library !== library) {
      const text = `${root} contains the backups of another gallery; choose another folder.`
      throw new TargetError('wrong', text)
    }
    if (present.id === undefined || present.check === undefined) await mark(present.id)
  } else {
    // New disks and the shares of a NAS are never quite empty.
    if (!readdirSync(root).every(isSystemName)) {
      const text = `${root} is not empty and is not a Vitrine backup; choose another folder.`
      throw new TargetError('wrong', text)
    }
    await mark()
  }
  const folder = backupFolder(root, readMarker(root))
  for (const name of [folder.tmp, folder.snapshots]) await mkdir(name, { recursive: true })
  return folder
}

const randomId = () => randomBytes(8).toString('hex')

/**
 * The backup folder's state before a backup; undefined if it is no backup folder or does not exist.
 */
export function findBackup(
  path: string,
): { id: string | undefined; newest: string | undefined } | undefined {
  const root = resolve(path)
  if (!statSync(join(root, markerName), { throwIfNoEntry: false })) return undefined
  const marker = readMarker(root)
  return { id: marker.id, newest: backupFolder(root, marker).names().at(-1) }
}

function readMarker(root: string): Marker {
  let text: string
  try {
    requireFile(join(root, markerName))
    text = readFileSync(join(root, markerName), 'utf8')
  } catch (error) {
    if (isForbidden(error)) throw error
    throw new Error(noBackup(root))
  }
  return parseMarker(text, root)
}

export const noBackup = (name: string): string =>
  `${name} is not a Vitrine backup: it has no ${markerName}.`

/**
 * The marker of the backup that a person knows as `name`.
 * @throws TargetError with one line if this version does not understand it.
 */
export function parseMarker(text: string, name: string): Marker {
  try {
    const found = marker().parse(JSON.parse(text))
    if (found.check === undefined || isAsWritten(text) === true) return found
  } catch {
    // As if it were damaged.
  }
  throw new TargetError(
    'wrong',
    `${name}/${markerName} is damaged, or was written by a newer Vitrine; use that version, or choose another backup folder.`,
  )
}

/** One folder is inside the other, or they are the same: the command was mistyped. */
export class NestedFolders extends Error {
  override readonly name = 'NestedFolders'
}

/** @throws NestedFolders with one line. */
export function refuseNesting(backup: string, data: string): void {
  const one = realPath(backup)
  const other = realPath(data)
  // A bind mount leads to a folder that has another path as well.
  const place = placeOnDisk(one)
  const otherPlace = placeOnDisk(other)
  const isInside = (inner: string | undefined, outer: string | undefined) =>
    inner !== undefined && outer !== undefined && isBelow(inner, outer)
  if (isInside(one, other) || isInside(place, otherPlace)) {
    throw new NestedFolders(
      `The backup folder ${backup} must not be inside the data folder ${data}.`,
    )
  }
  if (isInside(other, one) || isInside(otherPlace, place)) {
    throw new NestedFolders(
      `The data folder ${data} must not be inside the backup folder ${backup}.`,
    )
  }
}

/** Of a path that may not exist yet. */
export function realPath(path: string): string {
  const whole = resolve(path)
  try {
    return realpathSync(whole)
  } catch {
    const parent = dirname(whole)
    return parent === whole ? whole : join(realPath(parent), basename(whole))
  }
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

/** Under another name first, so that the file is whole or not there at all. */
export async function writeDurably(path: string, content: string | Uint8Array): Promise<void> {
  const staging = join(dirname(path), `.${basename(path)}.new`)
  await rm(staging, { force: true })
  const file = await open(staging, 'wx', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } catch (error) {
    await rm(staging, { force: true })
    throw error
  } finally {
    await file.close()
  }
  giveToFolderOwner(staging)
  await rename(staging, path)
  await syncFolder(dirname(path))
}
