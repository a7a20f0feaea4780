import { lstatSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Library } from '../../storage/library.ts'
import { snapshotPaths, writeDurably } from './backup-folder.ts'
import { canBeListed } from './manifest.ts'
import { inWords } from './room.ts'
import { fileAt, ownFileAt } from './source-file.ts'

/** Pages are at most 1 MiB; a large file beside them is no page. */
const largestPage = 64 * 2 ** 20

/**
 * What can change is in the snapshot's own folder; `secretKey` is the key's path, if it is wanted.
 * @returns the paths of its files, from there, what could not be copied, and what is left out.
 */
export async function copyOwnFiles(
  library: Library,
  staging: string,
  secretKey: string | undefined,
): Promise<{ own: string[]; faults: string[]; notes: string[] }> {
  const own = ['vitrine.db']
  const faults: string[] = []
  const notes: string[] = []
  for (const name of await readdir(library.pages)) {
    if (name.startsWith('.')) continue
    const file = `pages/${name}`
    const path = join(library.pages, name)
    const found = ownFileAt(path, library.root)
    if (!found) continue
    if ('fault' in found) {
      // Only a link can stand for a page that visitors see or should see.
      const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()
      ;(isLink ? faults : notes).push(`${file} was left out: it ${found.fault}`)
    } else if (!canBeListed(`snapshots/${file}`)) {
      faults.push(`${file} was left out: its name cannot be listed`)
    } else if (found.stats.size > largestPage) {
      notes.push(`${file} was left out: it is too large for a page (${inWords(found.stats.size)})`)
    } else {
      await writeDurably(join(staging, file), await readFile(path))
      own.push(file)
    }
  }
  const map = fileAt(library.mapTilesPath)
  if (map) notes.push(`map.pmtiles (${inWords(map.size)}) was left out: it can be downloaded again`)
  if (secretKey !== undefined) {
    await writeDurably(snapshotPaths(staging).secretKey, await readFile(secretKey))
    own.push('secret.key')
  }
  return { own, faults, notes }
}
