import { readdirSync, statSync } from 'node:fs'
import { readdir, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/**
 * Remembers what a folder contains, or that it does not exist. @returns what makes it so again, as
 * long as only empty folders and `ownFiles` have been added.
 */
export function undoing(root: string, ownFiles: readonly string[]): () => Promise<void> {
  const before = new Set(isThere(root) ? readdirSync(root) : [])
  const missing = missingFolders(root)
  return async () => {
    const added = async () => (await readdir(root)).filter((name) => !before.has(name))
    for (const name of await added()) {
      if (!ownFiles.includes(name)) await rmdir(join(root, name)).catch(() => undefined)
    }
    const names = await added()
    if (names.some((name) => !ownFiles.includes(name))) return
    for (const name of names) await rm(join(root, name), { force: true })
    for (const folder of missing) await rmdir(folder)
  }
}

const isThere = (path: string) => statSync(path, { throwIfNoEntry: false }) !== undefined

/** The folder and those above it that do not exist yet, deepest first. */
const missingFolders = (path: string): string[] =>
  isThere(path) ? [] : [path, ...missingFolders(dirname(path))]
