import { lstatSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Library } from '../../storage/library.ts'
import { snapshotPaths, writeDurably } from './backup-folder.ts'
import { fileAt } from './file-at.ts'
import { formatBytes } from './free-space.ts'
import { canBeListed } from './manifest.ts'
import { ownFileAt } from './source-file.ts'

/** Pages are at most 1 MiB; a large file beside them is no page. */
const largestPage = 64 * 2 ** 20

type OwnFiles = {
  /** Paths from the snapshot's folder. */
  readonly own: string[]
  /** What could not be copied. */
  readonly faults: string[]
  /** What is left out, and need not be in a backup. */
  readonly notes: string[]
}

/**
 * What can change is in the snapshot's own folder; `secretKey` is the key's path, if it is wanted.
 */
export async function copyOwnFiles(
  library: Library,
  staging: string,
  secretKey: string | undefined,
): Promise<OwnFiles> {
  const copied: OwnFiles = { own: ['vitrine.db'], faults: [], notes: [] }
  const { own, notes } = copied
  for (const name of await readdir(library.pages)) {
    if (!name.startsWith('.')) await copyPage(name, library, staging, copied)
  }
  const map = fileAt(library.mapTilesPath)
  if (map)
    notes.push(`map.pmtiles (${formatBytes(map.size)}) was left out: it can be downloaded again`)
  if (secretKey !== undefined) {
    await writeDurably(snapshotPaths(staging).secretKey, await readFile(secretKey))
    own.push('secret.key')
  }
  return copied
}

async function copyPage(
  name: string,
  library: Library,
  staging: string,
  { own, faults, notes }: OwnFiles,
): Promise<void> {
  const file = `pages/${name}`
  const path = join(library.pages, name)
  const found = ownFileAt(path, library.root)
  if (!found) return
  if ('fault' in found) {
    // Only a link can stand for a page that visitors see or should see.
    const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()
    const list = isLink ? faults : notes
    list.push(`${file} was left out: it ${found.fault}`)
  } else if (!canBeListed(`snapshots/${file}`)) {
    faults.push(`${file} was left out: its name cannot be listed`)
  } else if (found.stats.size > largestPage) {
    notes.push(
      `${file} was left out: it is too large for a page (${formatBytes(found.stats.size)})`,
    )
  } else {
    await writeDurably(join(staging, file), await readFile(path))
    own.push(file)
  }
}
