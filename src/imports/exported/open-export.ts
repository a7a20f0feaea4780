import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ExportInfo, exportFiles, exportInfoName } from '../../contract/exports/exported-gallery.ts'
import type { BesideFiles } from '../beside/beside.ts'
import { readSmallFile } from '../beside/read-small-file.ts'
import { readExportedPhotos } from './exported-photos.ts'
import { openingSentences, type RestoreParts, restoreGallery } from './restore-gallery.ts'

/** With its settings, rules and home zones, in bytes. */
const mostBytes = 16 * 2 ** 20

/** The folder of an export among the paths of an import. @throws Error if there are others. */
export function exportAmong(paths: readonly string[]): string | undefined {
  const root = paths.map((path) => resolve(path)).find(isExport)
  if (root !== undefined && paths.length > 1) {
    throw new Error(`${root} is an export of a gallery; import it alone`)
  }
  return root
}

/** Also an unfinished one. */
const isExport = (path: string): boolean =>
  [exportInfoName, exportFiles.photos].every((name) => isFile(join(path, name)))

/** What cannot be read is none; the import says so. */
function isFile(path: string): boolean {
  try {
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** What an import of an export has to know. @throws Error if the export is damaged. */
export async function openExport(
  root: string,
  found: readonly string[],
  parts: RestoreParts & { library: { readonly temporary: () => string } },
): Promise<BesideFiles> {
  const info = await readInfo(join(root, exportInfoName))
  const photos = await readExportedPhotos(root, parts.library.temporary())
  const newPhotoOf = (id: string): string | undefined => {
    const md5 = photos.md5Of(id)
    return md5 === undefined ? undefined : parts.photos.idOfMd5(md5)
  }
  const others = found.filter((path) => !photos.has(path) && !photos.links.has(path))
  return {
    files: [...photos.files, ...others],
    isExport: true,
    opening: () => openingSentences({ root, info, newPhotoOf }, parts),
    isExact: photos.has,
    of: async (path) => photos.of(path),
    originalOf: () => undefined,
    notePhoto: () => undefined,
    finish: async function* () {
      yield* restoreGallery({ root, info, newPhotoOf }, parts)
      if (photos.missing > 0) {
        yield `${photos.missing} ${photos.missing === 1 ? 'photo' : 'photos'} of the export had no file there.`
      }
    },
    close: photos.close,
  }
}

async function readInfo(path: string): Promise<ExportInfo> {
  const json: unknown = JSON.parse((await readSmallFile(path, mostBytes)).toString('utf8'))
  const info = ExportInfo().safeParse(json)
  if (info.success) return info.data
  throw new Error(`${path} is damaged, or was written by a newer version of Vitrine`)
}
