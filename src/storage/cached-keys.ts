import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isSystemName } from '../contract/imports/system-names.ts'

/** Where files are written before they are complete. */
export const stagingFolder = 'new'

/** A NAS adds its own folders to every folder. */
const isOfCache = (name: string): boolean => name !== stagingFolder && !isSystemName(name)

/**
 * The keys of all cached files, at most `count` at a time. Files at the top level are not cached
 * ones.
 */
export async function* cachedKeys(folder: string, count: number): AsyncGenerator<string[]> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory() && isOfCache(entry.name)) {
      yield* keysBelow(folder, entry.name, count)
    }
  }
}

async function* keysBelow(folder: string, path: string, count: number): AsyncGenerator<string[]> {
  const entries = await readdir(join(folder, path), { withFileTypes: true })
  const keys = entries.filter((entry) => entry.isFile()).map(({ name }) => `${path}/${name}`)
  for (let start = 0; start < keys.length; start += count) yield keys.slice(start, start + count)
  for (const entry of entries) {
    if (entry.isDirectory() && isOfCache(entry.name))
      yield* keysBelow(folder, `${path}/${entry.name}`, count)
  }
}
