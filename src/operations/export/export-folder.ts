import { randomBytes } from 'node:crypto'
import { constants, lstatSync, mkdirSync, readdirSync, type Stats } from 'node:fs'
import { chmod, copyFile, link, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { isSystemName } from '../../contract/imports/system-names.ts'
import { giveToFolderOwner, makeFolder } from '../../core/database/folder-owner.ts'
import { md5Of } from '../../images/md5.ts'
import { isUnsupported } from '../../images/unsupported.ts'
import { syncFile, syncFolder } from '../../storage/library.ts'
import { realPath } from '../backup/backup-folder.ts'
import { isBelow } from '../backup/mounts.ts'
import { foldedName } from './file-names.ts'
import { type Journal, journalName, openJournal } from './journal.ts'

/** Unfinished files, which the next export removes. */
const temporaryName = '.vitrine-export-tmp'
/** The export's own folders, and those in them. */
const topFolders = ['albums', 'photos', 'data', 'thumbs', 'html', 'pages'] as const

/** The original differs from what the database says, or is missing. */
export class LostOriginal extends Error {
  override readonly name = 'LostOriginal'
}

export type ExportFolder = Awaited<ReturnType<typeof openExportFolder>>

/**
 * Opens an empty folder, or an earlier export of the same gallery.
 * @throws Error with one line for any other folder.
 */
export async function openExportFolder(path: string, gallery: string, dataFolder: string) {
  const root = resolve(path)
  refuseOverlap(root, dataFolder)
  mkdirSync(root, { recursive: true, mode: 0o700 })
  const isExport = statsOf(join(root, journalName))?.isFile() === true
  if (!isExport && !readdirSync(root).every(isSystemName)) {
    throw new Error(
      `${root} is not empty and is not an export of this gallery; choose another folder.`,
    )
  }
  const journal = await openJournal(root, gallery)
  const temporary = join(root, temporaryName)
  await rm(temporary, { recursive: true, force: true })
  mkdirSync(temporary, { mode: 0o700 })
  const foreign = foreignNames(root, journal)
  for (const name of topFolders) {
    if (foreign.has(foldedName(name))) {
      throw new Error(`${join(root, name)} is not part of the export; move it elsewhere first.`)
    }
  }
  const counts = { written: 0, unchanged: 0, bytes: 0, linked: 0 }
  const writer = createWriter({ root, temporary, journal, counts })
  return {
    root,
    counts,
    ...writer,
    /** Whether a folder of the export has a file of this name that no export has written. */
    isForeign: (folder: string, name: string): boolean =>
      foreign.has(foldedName(`${folder}/${name}`)),
    /** Removes what earlier exports wrote and this one did not. @returns how many files. */
    removeOld: () => removeOld(root, journal),
    finish: async (): Promise<void> => {
      await journal.finish()
      await rm(temporary, { recursive: true, force: true })
    },
  }
}

function refuseOverlap(root: string, dataFolder: string): void {
  const [one, other] = [realPath(root), realPath(dataFolder)]
  if (isBelow(one, other) || isBelow(other, one)) {
    throw new Error(
      `The folder for the export, ${root}, must not be in the data folder ${dataFolder}, nor the other way round.`,
    )
  }
}

/** The folded paths of what is in the folder but not the export's own. */
function foreignNames(root: string, journal: Journal): Set<string> {
  const ownFolders = new Set<string>()
  for (const file of journal.ownFiles()) {
    for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) {
      ownFolders.add(folder)
    }
  }
  const foreign = new Set<string>()
  const visit = (folder: string): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      const isOwnFolder = ownFolders.has(path) || isTop(path)
      if (entry.isDirectory() && isOwnFolder) visit(path)
      else if (entry.isDirectory() || !entry.isFile() || !journal.isOwn(path)) {
        foreign.add(foldedName(path))
      }
    }
  }
  visit('')
  return foreign
}

const isTop = (path: string): boolean => topFolders.some((name) => name === path)

type Parts = {
  readonly root: string
  readonly temporary: string
  readonly journal: Journal
  readonly counts: { written: number; unchanged: number; bytes: number; linked: number }
}

/** Every file is complete under another name before it is put in its place. */
function createWriter(parts: Parts) {
  const { root, journal } = parts
  return {
    /** Puts a text in its place, unless it is there. */
    write: (file: string, content: string | Uint8Array) => write(parts, file, content),
    /** @returns whether the file is there and has this size, so that it need not be written. */
    keep: (file: string, bytes: number): boolean => {
      const earlier = journal.earlier(file)
      if (earlier?.size !== bytes || !isUnchanged(parts, file, earlier.md5)) return false
      keep(parts, file)
      return true
    },
    /** The path of a new file, to be filled and then put in its place. */
    staging: () => stagingIn(parts),
    /** Puts a file that was written to a path of `staging` in its place, unless it is there. */
    adopt: (from: string, file: string) => adopt(parts, from, file),
    /** Copies a file and reads the copy back. @throws LostOriginal */
    copy: (source: () => Promise<Source>, file: string, expected: Expected) =>
      copy(parts, source, file, expected),
    /** Makes another name for a file of the export. @returns false if the disk has no hard links. */
    link: (of: string, file: string, md5: string) => addLink(parts, of, file, md5),
    /** Makes everything so far durable. */
    sync: async (): Promise<void> => {
      for (const name of topFolders) {
        const found = statsOf(join(root, name))
        if (found?.isDirectory()) await syncFolder(join(root, name))
      }
      await syncFolder(root)
    },
    /** Removes a file of the export for as long as it is not written again. */
    withdraw: async (file: string): Promise<void> => {
      if (journal.isOwn(file)) await rm(join(root, file), { force: true })
    },
  }
}

const stagingIn = ({ temporary }: Parts): string => join(temporary, randomBytes(16).toString('hex'))

async function place(parts: Parts, from: string, file: string, md5: string): Promise<void> {
  const { root, journal, counts } = parts
  const target = join(root, file)
  await makeFolder(dirname(target))
  journal.claim(file)
  await rename(from, target)
  giveToFolderOwner(target)
  const { size, mtimeMs } = await stat(target)
  journal.note(file, { size, mtimeMs, md5 })
  counts.written++
  counts.bytes += size
}

function keep({ journal, counts }: Parts, file: string): void {
  journal.note(file, journal.earlier(file)!)
  counts.unchanged++
}

async function write(parts: Parts, file: string, content: string | Uint8Array): Promise<void> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  const md5 = new Bun.CryptoHasher('md5').update(bytes).digest('hex')
  if (isUnchanged(parts, file, md5)) {
    keep(parts, file)
    return
  }
  const from = stagingIn(parts)
  await writeNew(from, bytes)
  await place(parts, from, file, md5)
}

async function adopt(parts: Parts, from: string, file: string): Promise<void> {
  const md5 = await md5Of(from)
  if (isUnchanged(parts, file, md5)) {
    await rm(from)
    keep(parts, file)
    return
  }
  await syncFile(from)
  await place(parts, from, file, md5)
}

async function copy(
  parts: Parts,
  source: () => Promise<Source>,
  file: string,
  expected: Expected,
): Promise<void> {
  if (isUnchanged(parts, file, expected.md5, expected.bytes)) {
    keep(parts, file)
    return
  }
  await using from = await source()
  if (from === undefined) throw new LostOriginal(file)
  const staging = stagingIn(parts)
  try {
    // Never a link to the gallery's own file, which a program that edits the copy would change.
    await copyFile(from.path, staging, constants.COPYFILE_FICLONE).catch((error: unknown) => {
      throw isMissing(error) ? new LostOriginal(file) : error
    })
    await close(staging)
    await syncFile(staging)
    if ((await md5Of(staging)) !== expected.md5) throw new LostOriginal(file)
    await place(parts, staging, file, expected.md5)
  } finally {
    await rm(staging, { force: true })
  }
}

async function addLink(parts: Parts, of: string, file: string, md5: string): Promise<boolean> {
  const { root, journal, counts } = parts
  if (journal.earlier(file) && isSameFile(join(root, of), join(root, file))) {
    keep(parts, file)
    return true
  }
  const from = stagingIn(parts)
  try {
    await link(join(root, of), from)
  } catch (error) {
    if (isUnsupported(error) || isRefused(error)) return false
    throw error
  }
  await place(parts, from, file, md5)
  counts.linked++
  return true
}

function isSameFile(one: string, other: string): boolean {
  const [first, second] = [statsOf(one), statsOf(other)]
  return first?.isFile() === true && first.ino === second?.ino && first.dev === second.dev
}

type Source = (AsyncDisposable & { readonly path: string }) | undefined
type Expected = { readonly md5: string; readonly bytes: number }

/** By size and time: a file that was changed since the last export is written again. */
function isUnchanged({ root, journal }: Parts, file: string, md5: string, bytes?: number): boolean {
  const earlier = journal.earlier(file)
  if (!earlier || earlier.md5 !== md5) return false
  if (bytes !== undefined && earlier.size !== bytes) return false
  const found = statsOf(join(root, file))
  return (
    found?.isFile() === true && found.size === earlier.size && found.mtimeMs === earlier.mtimeMs
  )
}

async function writeNew(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
  } finally {
    await file.close()
  }
}

/** Copies have the mode of their source otherwise. */
async function close(path: string): Promise<void> {
  await chmod(path, 0o600).catch((error: unknown) => {
    if (!isUnsupported(error)) throw error
  })
}

async function removeOld(root: string, journal: Journal): Promise<number> {
  let removed = 0
  const folders = new Set<string>()
  for (const file of journal.ownFiles()) {
    if (journal.isPresent(file)) continue
    if (statsOf(join(root, file))?.isFile()) {
      await rm(join(root, file), { force: true })
      removed++
    }
    folders.add(dirname(file))
  }
  for (const folder of folders) await removeEmpty(root, folder)
  return removed
}

/** And the folders above that are empty then. */
async function removeEmpty(root: string, folder: string): Promise<void> {
  if (folder === '.') return
  const names = await readdir(join(root, folder)).catch(() => undefined)
  if (names !== undefined && names.length > 0) return
  await rmdir(join(root, folder)).catch(() => undefined)
  await removeEmpty(root, dirname(folder))
}

function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined
    throw error
  }
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** Some file systems have no hard links, or few for one file. */
const isRefused = (error: unknown): boolean =>
  ['EPERM', 'EMLINK', 'EXDEV', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')
