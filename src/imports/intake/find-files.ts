import { readdir, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { createOmissions, isJpegName, type Omissions } from '../../contract/imports/omissions.ts'
import { skipReasonOf } from '../../contract/imports/system-names.ts'
import { naturally } from '../../core/natural-order.ts'
import { indexSidecars } from '../beside/sidecar-index.ts'

type SkipReason = NonNullable<ReturnType<typeof skipReasonOf>>
type Unreadable = { readonly path: string; readonly error: unknown }
type Found = {
  readonly files: string[]
  /** Sidecars and the like, which are read with the photo that they are about. */
  readonly companions: string[]
  readonly unreadable: Unreadable[]
  readonly omitted: Omissions
}

/**
 * Each file once, in natural order within each folder. In folders only JPEG names count; files
 * given directly are tried whatever their names, and sorted only within their folder, since a shell
 * puts IMG_10 before IMG_2.
 */
export async function findFiles(paths: string[]): Promise<Found> {
  const files = new Set<string>()
  const folders = new Set<string>()
  const companions = new Set<string>()
  const unreadable: Unreadable[] = []
  const omissions = createOmissions()

  /** Files found in folders are chosen by their names. */
  const addListed = (path: string, reason: SkipReason | undefined): void => {
    const name = basename(path)
    if (reason === undefined && isJpegName(name)) files.add(path)
    else if (reason === undefined && isCompanionName(name)) companions.add(path)
    else if (reason === undefined) omissions.addFile(name)
    else if (reason === 'hidden' && isJpegName(name)) omissions.addSkipped(name, reason)
  }
  const namedFiles: string[] = []
  const addNamed = (path: string): void => {
    if (isCompanionName(path)) companions.add(path)
    else {
      files.add(path)
      namedFiles.push(path)
    }
  }
  const visitFolder = async (path: string): Promise<void> => {
    // A link to a parent folder would never end.
    const folder = await realpath(path)
    if (folders.has(folder)) return
    folders.add(folder)
    for (const name of (await readdir(path)).sort(naturally)) {
      await visit(join(path, name), skipReasonOf(name, path), false)
    }
  }
  const visit = async (
    path: string,
    reason: SkipReason | undefined,
    isNamed: boolean,
  ): Promise<void> => {
    try {
      const found = await stat(path)
      if (found.isDirectory()) {
        if (reason) omissions.addSkipped(basename(path), reason)
        else await visitFolder(path)
        return
      }
      if (isNamed && !found.isFile()) throw new Error('this is neither a file nor a folder')
      if (isNamed) addNamed(path)
      else if (found.isFile()) addListed(path, reason)
    } catch (error) {
      // A broken link among the system's own files is not a photo.
      if (reason === undefined || isNamed) unreadable.push({ path, error })
    }
  }
  const named = Map.groupBy(
    paths.map((path) => resolve(path)),
    (path) => dirname(path),
  )
  for (const siblings of named.values()) {
    for (const path of siblings.sort(naturally)) {
      // A shell's '*' includes bins, but a hidden folder is only ever named on purpose.
      const reason = skipReasonOf(basename(path), dirname(path))
      await visit(path, reason === 'hidden' ? undefined : reason, true)
    }
  }
  return {
    files: [...files],
    companions: [...companions.union(new Set(await sidecarsOf(namedFiles)))],
    unreadable,
    omitted: omissions.all(),
  }
}

/** Of files that were named themselves, as with 'import *.jpg'. */
async function sidecarsOf(files: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const [folder, paths] of Map.groupBy(files, (path) => dirname(path))) {
    const names = await readdir(folder).catch(() => [])
    const beside = names.filter(isCompanionName).map((name) => join(folder, name))
    const index = indexSidecars(paths, beside)
    for (const path of paths) {
      const companions = [index.xmpOf(path), index.jsonOf(path)]
      for (const name of companions) if (name !== undefined) found.push(join(folder, name))
    }
  }
  return found
}

const isCompanionName = (name: string): boolean => /\.(xmp|json)$/i.test(name)
