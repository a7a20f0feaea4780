import type { Dirent, Stats } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { isAbsolute, join, relative } from 'node:path'
import { createOmissions, isJpegName, type Omissions } from '../../contract/imports/omissions.ts'
import { skipReasonOf } from '../../contract/imports/system-names.ts'
import type { ListedItem } from './driver.ts'

/** How many files are examined at a time. */
const atOnce = 64

type Walked = {
  readonly items: ListedItem[]
  readonly unreadable: string[]
  readonly omitted: Omissions
}

/**
 * The JPEG files of a folder. Links are not followed: what they lead to may be outside, or is found
 * anyway.
 * @throws the file system's error if the folder itself cannot be read.
 */
export async function walk(
  root: string,
  { hasSubfolders, signal }: { hasSubfolders: boolean; signal: AbortSignal },
): Promise<Walked> {
  const items: ListedItem[] = []
  const unreadable: string[] = []
  const omissions = createOmissions()

  /** The entries of a folder. Those that are never imported are left out, and noted. */
  const wantedEntries = async (folder: string): Promise<Dirent[]> => {
    const parent = join(root, folder)
    const entries = await readdir(parent, { withFileTypes: true })
    return entries.filter((entry) => {
      const reason = skipReasonOf(entry.name, parent)
      const isFolder = entry.isDirectory() && hasSubfolders
      const isPicture = reason === 'hidden' && entry.isFile() && isJpegName(entry.name)
      if (reason && (isFolder || isPicture)) omissions.addSkipped(entry.name, reason)
      return reason === undefined
    })
  }

  const addFiles = async (paths: readonly string[]): Promise<void> => {
    for (let start = 0; start < paths.length; start += atOnce) {
      const piece = paths.slice(start, start + atOnce)
      const found = await Promise.all(piece.map((path) => lstatOrGone(join(root, path))))
      for (const [index, stats] of found.entries()) {
        if (stats?.isFile()) items.push(toItem(piece[index]!, stats))
      }
    }
  }

  const visit = async (folder: string): Promise<void> => {
    signal.throwIfAborted()
    const pathOf = ({ name }: Dirent) => (folder === '' ? name : `${folder}/${name}`)
    const wanted = await wantedEntries(folder)
    for (const entry of wanted) {
      if (entry.isFile() && !isJpegName(entry.name)) omissions.addFile(entry.name)
    }
    await addFiles(
      wanted.filter((entry) => !entry.isDirectory() && isJpegName(entry.name)).map(pathOf),
    )
    if (!hasSubfolders) return
    for (const path of wanted.filter((entry) => entry.isDirectory()).map(pathOf)) {
      await visit(path).catch((error: unknown) => {
        if (signal.aborted) throw error
        if (!isGone(error)) unreadable.push(path)
      })
    }
  }

  await visit('')
  return { items, unreadable, omitted: omissions.all() }
}

export const versionOf = ({ mtimeMs }: Stats): string => String(mtimeMs)

const toItem = (path: string, stats: Stats): ListedItem => ({
  item: path,
  path,
  bytes: stats.size,
  version: versionOf(stats),
  changed: String(stats.ctimeMs),
  md5: null,
  // Not the device's number, which changes when a disk is connected again.
  identity: stats.ino === 0 ? null : String(stats.ino),
  date: stats.mtime.toISOString(),
  blockedBy: null,
})

async function lstatOrGone(path: string): Promise<Stats | undefined> {
  try {
    return await lstat(path)
  } catch (error) {
    if (isGone(error)) return undefined
    throw error
  }
}

const isGone = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes(String((error as NodeJS.ErrnoException).code))

/** Whether a path is the folder itself or anywhere in it. */
export const isInside = (path: string, folder: string): boolean => {
  const steps = relative(folder, path)
  return steps === '' || !(steps === '..' || /^\.\.[\\/]/.test(steps) || isAbsolute(steps))
}
