import type { Clock } from '../../core/clock.ts'
import type { Config } from '../../core/config/config.ts'
import type { Store } from '../../core/database/open.ts'
import { warn } from '../../core/log.ts'
import { minuteMs } from '../../core/time.ts'
import type { Damage } from '../status/damage.ts'
import type { CheckProcess } from './check-process.ts'
import type { OriginalsMessage, PassOrders } from './messages.ts'
import type { OriginalsStore } from './store.ts'

/** A disk that is silent for so long does not answer, in ms. */
const silenceMs = 30 * minuteMs

type Parts = {
  readonly store: Store
  readonly rows: OriginalsStore
  readonly clock: Clock
  readonly config: Config
  readonly damage: Pick<Damage, 'requireOriginals'>
  /** Of backups, in which good copies are looked for. */
  readonly folders: () => readonly string[]
  readonly program: readonly string[]
}

/** Lets another process read originals, and records what it finds. */
export function createOriginalsCheck(parts: Parts) {
  const { config, damage, folders, program } = parts
  let running: Promise<void> | undefined
  let process: CheckProcess | undefined
  let isStopped = false

  const check = async (what: 'share' | 'damaged'): Promise<void> => {
    if (what === 'damaged' && !parts.rows.isAnyDamaged()) return
    // Otherwise each of them would be missing.
    if (!hasOriginals(damage)) return
    const pass = what === 'share' ? await ordersOf(parts) : undefined
    const { startCheckProcess } = await import('./check-process.ts')
    if (isStopped) return
    const before = parts.rows.damagedCount().total
    process = startCheckProcess({
      program,
      config,
      orders: { task: 'check', folders: folders(), pass },
      silenceMs,
      onMessage: async (message) => {
        if (isStopped) return
        if (message.kind === 'damaged') damage.requireOriginals()
        await note(message, parts)
      },
    })
    // What was read until then counts, and the next check continues.
    const end = await process.done.catch((error: unknown) => {
      if (hasOriginals(damage)) throw error
    })
    if (end !== undefined && !isStopped)
      warn(`The check of the originals was interrupted (${end}).`)
    const found = parts.rows.damagedCount().total - before
    if (found > 0) warn(foundText(found))
  }

  return {
    isRunning: () => running !== undefined,
    /** Resolves when it has ended. If a check is already running, waits for that one instead. */
    run: (what: 'share' | 'damaged'): Promise<void> => {
      running ??= check(what).finally(() => {
        running = undefined
        process = undefined
      })
      return running
    },
    stop: async (): Promise<void> => {
      isStopped = true
      process?.kill()
      await running?.catch(() => undefined)
    },
  }
}

function hasOriginals(damage: Parts['damage']): boolean {
  try {
    damage.requireOriginals()
    return true
  } catch {
    // The status tells of it.
    return false
  }
}

/** Begins another pass if none is under way. */
async function ordersOf({ store, rows, clock }: Parts): Promise<PassOrders> {
  const { passAt } = await import('./schedule.ts')
  const now = clock.now()
  const row = rows.check()
  const { cursor, beganAt, endsAt } = passAt(row, now)
  if (beganAt !== row.began_at) await store.note(() => rows.begin(beganAt))
  return { cursor, leftMs: endsAt - now }
}

const note = (
  message: Exclude<OriginalsMessage, { kind: 'end' }>,
  { store, rows, clock }: Parts,
): Promise<void> =>
  store.note(() => {
    switch (message.kind) {
      case 'damaged':
        return rows.noteDamaged(message.original, message.fault, clock.now())
      case 'whole':
        return rows.remove(message.original)
      case 'copy':
        return rows.noteCopy(message.original, message.folder)
      case 'read': {
        const { cursor, read, total, isComplete } = message
        rows.noteRead({ cursor, read, total })
        if (isComplete) rows.complete()
      }
    }
  })

const foundText = (count: number): string =>
  `${count === 1 ? '1 original is' : `${count} originals are`} missing or damaged. Account → Safety names ${count === 1 ? 'it' : 'them'} and can put back what a backup has.`
