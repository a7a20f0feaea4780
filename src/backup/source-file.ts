import { type Stats, statSync } from 'node:fs'
import type { Library } from '../images/library.ts'
import type { Wanted } from './contents.ts'

/** The bucket has no such file. */
export class Absent extends Error {
  override readonly name = 'Absent'
}

/** What brings the gallery's file: its path, or what downloads it to one. */
export const sourceFor = (
  { bucket, source }: Wanted,
  library: Library,
): string | ((path: string) => Promise<void>) =>
  bucket
    ? async (path) => {
        if (!(await bucket.download(source, path))) throw new Absent(source)
      }
    : library.absolute(source)

/** Undefined if there is no file, or only a link that leads to none. */
export const fileAt = (path: string): Stats | undefined => {
  try {
    const found = statSync(path, { throwIfNoEntry: false })
    return found?.isFile() ? found : undefined
  } catch (error) {
    if (['ELOOP', 'ENOTDIR', 'ENAMETOOLONG'].includes((error as NodeJS.ErrnoException).code ?? ''))
      return undefined
    throw error
  }
}
