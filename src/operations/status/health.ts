import { rmSync, writeFileSync } from 'node:fs'
import { diskFull } from '../../core/database/disk-full.ts'
import type { Store } from '../../core/database/open.ts'
import { AppError } from '../../core/errors.ts'
import { warn } from '../../core/log.ts'
import type { Library } from '../../storage/library.ts'
import type { Damage } from './damage.ts'

export type HealthParts = {
  store: Store
  library: Library
  damage: Pick<Damage, 'look' | 'note' | 'noteWritable' | 'isDiskFull'>
}

/**
 * Probes within this time of a successful one, in ms, do not write to the disk again: a hundred at
 * once would keep others waiting for half a second on a slow disk.
 */
const recentMs = 50

/**
 * Finds the worst damage, undefined if there is none. Nothing here waits for the disk in the
 * background: Bun closes a connection whose next request has already arrived while an answer is
 * awaited, and probes send their requests one after another.
 */
export function createHealth({ store, library, damage }: HealthParts) {
  let wroteAt = Number.NEGATIVE_INFINITY

  const write = async () => {
    const probe = library.temporary()
    try {
      // An immediate transaction takes the write lock; an empty one costs no fsync.
      await store.note(() => undefined)
      writeFileSync(probe, 'x')
      damage.noteWritable()
      wroteAt = performance.now()
    } catch (error) {
      if (damage.isDiskFull(error)) {
        warn('The disk holding the data folder is full. Free some space.')
        throw new AppError(503, diskFull().message)
      }
      if (!damage.note(error) && damage.look().length === 0) {
        warn(`The data folder is not writable: ${String(error)}`)
        throw new AppError(503, 'the data folder is not writable')
      }
    } finally {
      removeProbe(probe)
    }
  }

  /** @throws AppError 503 if the database or the folder is not writable. */
  return async () => {
    if (performance.now() - wroteAt > recentMs) await write()
    return damage.look()[0]
  }
}

function removeProbe(probe: string): void {
  try {
    rmSync(probe, { force: true })
  } catch {
    // Where tmp/ is not a folder, this fails as well.
  }
}
