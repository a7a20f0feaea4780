import type { Clock } from '../../core/clock.ts'
import { minuteMs } from '../../core/time.ts'

type Sizes = { readonly cameras: number; readonly other: number }
type Measured = Sizes & { readonly at: number; readonly measuredAt: number }

/** How long a measurement is used, in ms. */
const validMs = 10 * minuteMs
/** How long a request waits for a measurement that it started, in ms. */
const patienceMs = 500

/** Measures at most every ten minutes, in the background, and only on request. */
export function createFolderSizes(measure: () => Promise<Sizes>, clock: Clock) {
  let measured: Measured | undefined
  let measuring: Promise<void> | undefined

  const start = async () => {
    const at = clock.now()
    const measuredAt = clock.elapsed()
    try {
      measured = { ...(await measure()), at, measuredAt }
    } finally {
      measuring = undefined
    }
  }

  return {
    /** The last measurement; undefined while the first takes longer than a request should. */
    get: async (): Promise<Measured | undefined> => {
      if (measured && clock.elapsed() - measured.measuredAt < validMs) return measured
      // The folder cannot be read; the next request tries again.
      measuring ??= start().catch(() => undefined)
      await Promise.race([measuring, Bun.sleep(patienceMs)])
      return measured
    },
  }
}
