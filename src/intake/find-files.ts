import { readdir, realpath, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { naturally } from '../contract/natural-order.ts'

type Unreadable = { readonly path: string; readonly error: unknown }

const jpegName = /\.(jpe?g|jpe|jfif)$/i

/**
 * Each file once, in natural order within each folder. In folders only JPEG names count; files
 * given directly are tried whatever their names, and sorted only within their folder, since a shell
 * puts IMG_10 before IMG_2.
 */
export async function findFiles(paths: string[]) {
  const files = new Set<string>()
  const folders = new Set<string>()
  const unreadable: Unreadable[] = []
  const walk = async (path: string, isNamed: boolean): Promise<void> => {
    try {
      const found = await stat(path)
      if (found.isDirectory()) {
        // A link to a parent folder would never end.
        const folder = await realpath(path)
        if (folders.has(folder)) return
        folders.add(folder)
        for (const name of (await readdir(path)).sort(naturally)) {
          // Hidden folders contain thumbnails and trash, not photos.
          if (!name.startsWith('.')) await walk(join(path, name), false)
        }
      } else if (isNamed || (found.isFile() && jpegName.test(path))) {
        if (!found.isFile()) throw new Error('this is neither a file nor a folder')
        files.add(path)
      }
    } catch (error) {
      unreadable.push({ path, error })
    }
  }
  const named = Map.groupBy(
    paths.map((path) => resolve(path)),
    (path) => dirname(path),
  )
  for (const siblings of named.values()) {
    for (const path of siblings.sort(naturally)) await walk(path, true)
  }
  return { files: [...files], unreadable }
}
