import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Library } from '../images/library.ts'
import { snapshotPaths, writeDurably } from './backup-folder.ts'
import { canBeListed } from './manifest.ts'

/**
 * What can change is in the snapshot's own folder; `secretKey` is the key's path, if it is wanted.
 * @returns the paths of its files, from there.
 */
export async function copyOwnFiles(
  library: Library,
  staging: string,
  secretKey: string | undefined,
): Promise<string[]> {
  const own = ['vitrine.db']
  for (const entry of await readdir(library.pages, { withFileTypes: true })) {
    const file = `pages/${entry.name}`
    const isPage = entry.isFile() && !entry.name.startsWith('.')
    if (!isPage || !canBeListed(`snapshots/${file}`)) continue
    await writeDurably(join(staging, file), await readFile(join(library.pages, entry.name)))
    own.push(file)
  }
  if (secretKey !== undefined) {
    await writeDurably(snapshotPaths(staging).secretKey, await readFile(secretKey))
    own.push('secret.key')
  }
  return own
}
