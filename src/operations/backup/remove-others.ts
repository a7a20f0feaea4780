import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Library } from '../../storage/library.ts'
import type { Manifest } from './manifest.ts'

/** What an unfinished restore of another snapshot has left. */
export async function removeOthers(library: Library, manifest: Manifest, isKeyWanted: boolean) {
  for (const folder of ['originals', 'cameras', 'removed', 'quarantine', 'pages']) {
    const entries = await readdir(library.absolute(folder), {
      recursive: true,
      withFileTypes: true,
    })
    for (const entry of entries) {
      const path = join(entry.parentPath, entry.name)
      if (!entry.isDirectory() && !manifest.has(library.relative(path))) await rm(path)
    }
  }
  if (!isKeyWanted) await rm(library.secretKeyPath, { force: true })
}
