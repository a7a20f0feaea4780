import { useCallback, useEffect, useRef, useState } from 'react'
import { errorText } from './api.ts'

/** What a component loads from the server, as far as it is known. */
export type Resource<T> = {
  /** Undefined until it is loaded. */
  readonly data: T | undefined
  readonly setData: (data: T) => void
  /** Why the latest attempt failed. */
  readonly problem: string | undefined
  /** Loads it again, first without the problem: for a button. */
  readonly retry: () => Promise<void>
  /** Loads it again; data and problem are shown until the response. */
  readonly refresh: () => Promise<void>
}

type ResourceOptions<T> = {
  /** Puts the reason of a failure into a sentence. */
  readonly within?: (reason: string) => string
  /** Whether a failure is logged as well. */
  readonly isLogged?: boolean
  /** Called with what was loaded, such as to share it with other components. */
  readonly onLoad?: (data: T) => void
  /** Another value refreshes the data. */
  readonly refreshOn?: unknown
  /** While true, only polling and its caller load anything. */
  readonly isPaused?: boolean
  /** The time between refreshes while the page is visible; by default there are none. */
  readonly pollMs?: number
}

/** The result of the latest `load` whose response was used. */
type Result<T> = {
  readonly load: unknown
  readonly data?: T | undefined
  readonly problem?: string | undefined
}

/**
 * Loads something when the component appears. A response is ignored if that to a later request has
 * arrived before it.
 *
 * @param load must stay the same function, as by useCallback: another one loads other data. It throws
 * an ApiError if it fails.
 */
export function useResource<T>(
  load: () => Promise<T>,
  options: ResourceOptions<T> = {},
): Resource<T> {
  const { refreshOn, isPaused = false, pollMs } = options
  const [result, setResult] = useState<Result<T>>({ load })
  const known: Partial<Result<T>> = result.load === load ? result : {}
  const latest = useRef({ load, ...options })
  const order = useRef({ requested: 0, answered: 0 })

  const refresh = useCallback(async () => {
    const request = ++order.current.requested
    const isInTime = () => {
      if (latest.current.load !== load || request < order.current.answered) return false
      order.current.answered = request
      return true
    }
    try {
      const data = await load()
      if (!isInTime()) return
      setResult({ load, data })
      latest.current.onLoad?.(data)
    } catch (error) {
      const { isLogged, within } = latest.current
      if (isLogged) console.warn(error)
      const problem = errorText(error, within)
      if (!isInTime()) return
      setResult((before) => (before.load === load ? { ...before, problem } : { load, problem }))
    }
  }, [load])

  useEffect(() => {
    latest.current = { load, ...options }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: `refreshOn` refreshes
  useEffect(() => {
    if (!isPaused) void refresh()
  }, [refresh, isPaused, refreshOn])
  useWhileVisible(refresh, pollMs)

  return {
    data: known.data,
    setData: (data) => setResult({ load, data }),
    problem: known.problem,
    refresh,
    retry: () => {
      setResult({ ...result, problem: undefined })
      return refresh()
    },
  }
}

/**
 * Calls `update` every `ms` while the page is visible, and whenever it becomes visible again; never
 * without `ms`.
 */
function useWhileVisible(update: () => void, ms: number | undefined): void {
  useEffect(() => {
    if (ms === undefined) return
    const updateIfVisible = () => {
      if (document.visibilityState === 'visible') update()
    }
    const timer = setInterval(updateIfVisible, ms)
    document.addEventListener('visibilitychange', updateIfVisible)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', updateIfVisible)
    }
  }, [update, ms])
}
