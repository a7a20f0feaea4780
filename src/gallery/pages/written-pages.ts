import type { PageName } from '../../contract/site/pages.ts'
import type { Store } from '../../core/database/open.ts'
import { stackOf, warn } from '../../core/log.ts'
import type { PageFiles } from './files.ts'
import { isWritten } from './written.ts'

export type WrittenPages = ReturnType<typeof createWrittenPages>

/**
 * Which pages the owner has written, without reading files that have not changed. Pages that visitors
 * got before link to them, or do not, so cached ones become stale when this changes.
 */
export function createWrittenPages(files: PageFiles, store: Pick<Store, 'write'>) {
  const known = new Map<PageName, { readonly made: string; readonly isWritten: boolean }>()

  /** @returns whether it differs from what was known before. */
  const look = (name: PageName): boolean => {
    const made = files.made(name)
    const before = known.get(name)
    if (before?.made === made) return false
    const now = { made, isWritten: isWritten(files.read(name).text) }
    known.set(name, now)
    return before !== undefined && before.isWritten !== now.isWritten
  }
  const outdateCaches = () => store.write(() => undefined)

  return {
    has: (name: PageName): boolean => {
      if (look(name)) {
        // In the background: the visitor's request neither waits for it nor fails with it.
        outdateCaches().catch((error: unknown) => {
          warn(`Could not refresh the links to pages/${name}.md: ${stackOf(error)}`)
        })
      }
      return known.get(name)!.isWritten
    },
    /** After it was saved: pages that are requested from then on have the right links. */
    refresh: async (name: PageName): Promise<void> => {
      if (look(name)) await outdateCaches()
    },
  }
}
