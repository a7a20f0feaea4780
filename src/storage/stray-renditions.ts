import { rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder } from '../core/database/folder-owner.ts'
import { type Library, placeAside, sizeOf } from './library.ts'

const renditionPath =
  /^renditions[/\\][0-9a-f]{2}[/\\][0-9a-f]{32}-[a-z]+-\d+(-noai)?\.(jpeg|webp|avif)$/

/** Whether a path in the data folder can only be that of a rendition, of any photo. */
export const isRendition = (path: string): boolean => renditionPath.test(path)

/**
 * The folder for renditions that belong to no photo. Backups skip it, and the owner may delete it.
 */
export const strayRenditions = ({ root }: Pick<Library, 'root'>): string =>
  join(root, 'stray-renditions')

/** Moves a file of renditions/ there, without fsync since it can be made again. */
export async function setRenditionAside(library: Library, path: string): Promise<void> {
  const source = library.absolute(path)
  const target = join(strayRenditions(library), path.slice('renditions/'.length))
  await makeFolder(dirname(target))
  if ((await sizeOf(target)) === undefined) await rename(source, target)
  else await placeAside(source, target)
}
