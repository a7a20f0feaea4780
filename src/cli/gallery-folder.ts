import { statSync } from 'node:fs'
import { join } from 'node:path'
import { shellWord } from '../core/shell-word.ts'

/** A folder with any of these is a gallery, or what is left of one. */
const traces = ['vitrine.db', 'restore.json', 'originals']

/** Also true if the folder cannot be read: opening it then says why. */
export function hasGallery(data: string): boolean {
  return traces.some((name) => {
    try {
      return statSync(join(data, name), { throwIfNoEntry: false }) !== undefined
    } catch {
      return true
    }
  })
}

/**
 * For commands that create the folder they are given: a forgotten --data must not make a gallery in
 * whatever folder they are run in.
 * @throws Error if there is no gallery.
 */
export function requireGallery(data: string): void {
  if (hasGallery(data)) return
  throw new Error(
    `There is no gallery in ${data}. Name its folder with --data, or create one there first with: vitrine --data ${shellWord(data)}`,
  )
}
