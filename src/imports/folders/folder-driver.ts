import { constants, watch } from 'node:fs'
import { access, type FileHandle, lstat, open, realpath, stat } from 'node:fs/promises'
import { basename, isAbsolute, join } from 'node:path'
import { isJpegName } from '../../contract/imports/omissions.ts'
import { skippedOn } from '../../contract/imports/system-names.ts'
import { AppError } from '../../core/errors.ts'
import { warn } from '../../core/log.ts'
import { naturally } from '../../core/natural-order.ts'
import { ChangedMeanwhile, type ListedItem, type SourceDriver, SourceError } from './driver.ts'
import { isInside, versionOf, walk } from './walk.ts'

const chunkBytes = 512 * 1024
/** A file that was changed less than this ago may still be being written, in ms. */
const settledMs = 2000
/** Programs that write a file hardly ever pause for longer, in ms. */
const settleCheckMs = 1000

/** Folders on this machine. None of them can contain `dataFolder` or be in it. */
export function createFolderDriver(dataFolder: string): SourceDriver<'folder'> {
  return {
    kind: 'folder',
    check: async ({ path }) => {
      if (!isAbsolute(path)) throw notUsable('the path must be absolute, such as /home/ann/Photos')
      const location = await realpath(path).catch((error: unknown) => {
        throw notUsable(reasonOf(error, path))
      })
      if (!(await stat(location)).isDirectory()) throw notUsable('this is not a folder')
      await access(location, constants.R_OK | constants.X_OK).catch(() => {
        throw notUsable('Vitrine may not read this folder')
      })
      const data = await realpath(dataFolder)
      if (isInside(location, data) || isInside(data, location)) {
        throw notUsable('the folder must be outside the data folder, and must not contain it')
      }
      return { location, name: basename(location) || location }
    },
    list: async ({ location, hasSubfolders }, { signal }) => {
      const { items, unreadable, omitted } = await walk(location, { hasSubfolders, signal }).catch(
        (error: unknown) => {
          signal.throwIfAborted()
          throw new SourceError(404, reasonOf(error, location))
        },
      )
      items.sort((one, other) => naturally(one.path, other.path))
      return { kind: 'whole', items, gone: [], unreadable, omitted, cursor: null }
    },
    read: async ({ location }, listed) => {
      const path = join(location, listed.path)
      const handle = await openFile(path)
      try {
        // One of its parent folders may have been replaced by a link.
        if ((await realpath(path)) !== path) throw new ChangedMeanwhile()
        await requireUnchanged(handle, listed)
      } catch (error) {
        await handle.close()
        throw error
      }
      return readAll(handle, listed)
    },
    watch: ({ location }, onChange) => {
      const watcher = watch(location, { recursive: true }, (event, name) => {
        // Folders have any name, and are only ever created, renamed or removed.
        if (name !== null && event === 'change' && !isJpegName(name)) return
        if (name !== null && skippedOn(name)) return
        onChange()
      })
      watcher.on('error', (error: unknown) => {
        warn(`Changes in ${location} are found only once an hour: ${String(error)}`)
        watcher.close()
      })
      watcher.unref()
      return () => watcher.close()
    },
    unsettled: async ({ location }, items, signal) => {
      const recent = items.filter(
        ({ version }) => Math.abs(Date.now() - Number(version)) < settledMs,
      )
      if (recent.length === 0) return new Set()
      await Bun.sleep(settleCheckMs)
      signal.throwIfAborted()
      const isSame = async ({ path, version, bytes }: ListedItem): Promise<boolean> => {
        const stats = await lstat(join(location, path)).catch(() => undefined)
        return stats !== undefined && versionOf(stats) === version && stats.size === bytes
      }
      const same = await Promise.all(recent.map(isSame))
      return new Set(recent.filter((_, index) => !same[index]).map(({ item }) => item))
    },
  }
}

async function openFile(path: string): Promise<FileHandle> {
  try {
    // Missing on Windows.
    return await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP') throw new ChangedMeanwhile()
    throw error
  }
}

async function* readAll(handle: FileHandle, listed: ListedItem): AsyncGenerator<Uint8Array> {
  try {
    for (;;) {
      const { bytesRead, buffer } = await handle.read(new Uint8Array(chunkBytes), 0, chunkBytes)
      if (bytesRead === 0) break
      yield buffer.subarray(0, bytesRead)
    }
    await requireUnchanged(handle, listed)
  } finally {
    await handle.close()
  }
}

async function requireUnchanged(handle: FileHandle, listed: ListedItem): Promise<void> {
  const stats = await handle.stat()
  if (!stats.isFile() || versionOf(stats) !== listed.version || stats.size !== listed.bytes) {
    throw new ChangedMeanwhile()
  }
}

const notUsable = (message: string) => new AppError(400, message, { field: 'path' })

function reasonOf(error: unknown, path: string): string {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return `there is no folder ${path}; if it is on a disk, connect that first`
    case 'EACCES':
    case 'EPERM':
      return `Vitrine may not read the folder ${path}`
    default:
      return `the folder ${path} cannot be read: ${String((error as Error).message ?? error)}`
  }
}
