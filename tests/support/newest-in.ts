import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** When a file, or the newest file in a folder, was last modified; 0 if there is none. */
export function newestIn(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return 0
  if (!found.isDirectory()) return found.mtimeMs
  const entries = readdirSync(path).filter((name) => name !== 'node_modules')
  return entries.reduce((newest, name) => Math.max(newest, newestIn(join(path, name))), 0)
}
