import { rmSync, writeFileSync } from 'node:fs'
import { AppError } from '../contract/app-error.ts'
import { diskFull } from '../database/disk-full.ts'
import type { Store } from '../database/open.ts'
import { handle } from '../http/route.ts'
import type { Library } from '../images/library.ts'
import { warn } from '../log.ts'
import type { Damage } from '../status/damage.ts'
import { version } from '../version.ts'

type Parts = {
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
 * 503 if the database or the folder is not writable, or if something is damaged. Nothing here waits
 * for the disk in the background: Bun closes a connection whose next request has already arrived
 * while an answer is awaited, and probes send their requests one after another.
 */
export function healthHandler({ store, library, damage }: Parts) {
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

  return handle(async (c) => {
    if (performance.now() - wroteAt > recentMs) await write()
    const [worst] = damage.look()
    if (!worst) return c.json({ data: { status: 'ok' as const, version } })
    const message = `damaged (${worst.kind}); the status page and the log say what to do`
    const data = { status: 'damaged', version }
    return new Response(JSON.stringify({ data, error: { code: 503, message } }), {
      status: 503,
      headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
    })
  })
}

function removeProbe(probe: string): void {
  try {
    rmSync(probe, { force: true })
  } catch {
    // Where tmp/ is not a folder, this fails as well.
  }
}
