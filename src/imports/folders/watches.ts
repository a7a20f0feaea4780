import type { SourceDriver } from './driver.ts'
import { folderOf, type SourceRow } from './row.ts'

/** The sources that tell by themselves when something has changed. */
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
    /** Also again, since a disk may have been connected meanwhile; not if compared on request only. */
    begin: (row: SourceRow): void => {
      end(row.id)
      if (row.every_hours === null) return
      try {
        const stop = driverOf(row).watch?.(folderOf(row), () => onChange(row.id))
        if (stop) watched.set(row.id, stop)
      } catch {
        // The comparison says what is wrong.
      }
    },
    end,
    endAll: (): void => {
      for (const id of [...watched.keys()]) end(id)
    },
  }
}
