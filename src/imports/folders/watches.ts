import type { SourceDriver } from './driver.ts'
import { folderOf, type SourceRow } from './row.ts'

/** The sources whose drivers notice changes by themselves. */
export function createWatches(
  driverOf: (row: SourceRow) => SourceDriver,
  onChange: (id: string) => void,
) {
  const watched = new Map<string, () => void>()
  const end = (id: string): void => {
    watched.get(id)?.()
    watched.delete(id)
  }
  return {
    /**
     * Can be called again, since a disk may have been connected meanwhile. Sources that are compared
     * on request only are not watched.
     */
    begin: (row: SourceRow): void => {
      end(row.id)
      if (row.every_hours === null) return
      try {
        const stop = driverOf(row).watch?.(folderOf(row), () => onChange(row.id))
        if (stop) watched.set(row.id, stop)
      } catch {
        // The comparison reports what is wrong.
      }
    },
    end,
    endAll: (): void => {
      for (const id of [...watched.keys()]) end(id)
    },
  }
}
