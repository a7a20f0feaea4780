import { statfs } from 'node:fs/promises'
import type { Clock } from '../../core/clock.ts'
import type { Store } from '../../core/database/open.ts'
import { warn } from '../../core/log.ts'
import { dayMs, hourMs, minuteMs } from '../../core/time.ts'
import type { Library } from '../../storage/library.ts'

/** A disk that will be full within this time is a problem, in ms. What is older does not count. */
const windowMs = 7 * dayMs
/** From one sample to the next, in ms. */
const sampleMs = 6 * hourMs
/** From the start to the first look whether a sample is due, and how often others follow, in ms. */
const firstMs = minuteMs
const lookMs = hourMs

/** The space on a disk at a time in ms; both in bytes. */
export type DiskSample = { readonly at: number; readonly free: number; readonly total: number }

/** How much of a disk was filled, in bytes, and in how many days, at least one. */
export type DiskPace = { readonly filled: number; readonly days: number }

export type DiskPaceWatch = ReturnType<typeof createDiskPace>

/** Remembers how fast the data folder's disk fills up. */
export function createDiskPace({
  store,
  clock,
  library,
}: {
  store: Pick<Store, 'connection' | 'note'>
  clock: Clock
  library: Pick<Library, 'root'>
}) {
  const { connection } = store
  let timers: readonly Timer[] = []

  const samples = () =>
    connection.query<DiskSample, []>('SELECT at, free, total FROM disk_sample ORDER BY at').all()
  const now = async (): Promise<DiskSample> => {
    const { bavail, blocks, bsize } = await statfs(library.root)
    return { at: clock.now(), free: bavail * bsize, total: blocks * bsize }
  }

  /** Takes a sample if one is due. */
  const sample = async (): Promise<void> => {
    const last = samples().at(-1)
    const space = await now()
    if (last && last.at <= space.at && space.at - last.at < sampleMs) return
    await store.note(() => {
      // Those of the future are from before the clock was set back.
      connection
        .query('DELETE FROM disk_sample WHERE at < $oldest OR at >= $at')
        .run({ oldest: space.at - windowMs, at: space.at })
      connection
        .query('INSERT INTO disk_sample (at, free, total) VALUES ($at, $free, $total)')
        .run({ ...space })
    })
  }
  const tick = () =>
    void sample().catch((error: unknown) => {
      warn(`Could not note how full the disk is: ${String(error)}`)
    })

  return {
    sample,
    /** Undefined unless the disk will be full within a week at the pace of the last one. */
    find: (space: Pick<DiskSample, 'free' | 'total'>): DiskPace | undefined =>
      fullWithinWeek(samples(), { ...space, at: clock.now() }),
    start: (): void => {
      timers = [setTimeout(tick, firstMs).unref(), setInterval(tick, lookMs).unref()]
    },
    stop: (): void => {
      for (const timer of timers) clearTimeout(timer)
    },
  }
}

/**
 * Compares what was filled since the last week's sample with the most free space with what is left.
 * In a gallery younger than a week this assumes that no more follows in the rest of it, so that one
 * large import is no reason for a warning.
 * @param samples oldest first
 */
export function fullWithinWeek(
  samples: readonly DiskSample[],
  now: DiskSample,
): DiskPace | undefined {
  const valid = samples.filter(
    ({ at, total }) => at <= now.at && now.at - at <= windowMs && total === now.total,
  )
  const most = Math.max(...valid.map(({ free }) => free))
  const from = valid.find(({ free }) => free === most)
  if (!from) return undefined
  const filled = from.free - now.free
  if (filled <= 0 || filled < now.free) return undefined
  return { filled, days: Math.max(1, Math.round((now.at - from.at) / dayMs)) }
}
