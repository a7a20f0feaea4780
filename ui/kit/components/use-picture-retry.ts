import { type RefObject, useEffect, useRef } from 'react'
import { watchInView } from './in-view.ts'

/** The pause before the first retry, in ms; it doubles with each failure. */
const firstPauseMs = 2000
const maxPauseMs = 30_000

/** How far from the viewport a picture is retried, in viewport heights. */
const margin = 1

/**
 * Retries a picture that failed to load: after a pause that doubles with every failure, and at once
 * when the browser is back online or the page visible again. Pictures far from the viewport or in a
 * hidden tab wait without a timer.
 *
 * @param placeholder is shown while the picture is missing.
 * @param failureCount how often in a row it has failed.
 * @param retry is called at most once for each number of failures.
 */
export function usePictureRetry(
  placeholder: RefObject<Element | null>,
  failureCount: number,
  retry: () => void,
): void {
  const latest = useRef(retry)
  useEffect(() => {
    latest.current = retry
  })
  useEffect(() => {
    const element = placeholder.current
    if (failureCount === 0 || !element) return
    let dueAt = performance.now() + Math.min(firstPauseMs * 2 ** (failureCount - 1), maxPauseMs)
    let isNear = false
    let timer: ReturnType<typeof setTimeout> | undefined

    const schedule = () => {
      clearTimeout(timer)
      if (!isNear || document.hidden) return
      timer = setTimeout(() => {
        stop()
        latest.current()
      }, dueAt - performance.now())
    }
    const retryNow = () => {
      if (!document.hidden) dueAt = performance.now()
      schedule()
    }
    const stop = () => {
      clearTimeout(timer)
      stopWatching()
      removeEventListener('online', retryNow)
      document.removeEventListener('visibilitychange', retryNow)
    }

    const stopWatching = watchInView(element, margin, (isNearNow) => {
      isNear = isNearNow
      schedule()
    })
    addEventListener('online', retryNow)
    document.addEventListener('visibilitychange', retryNow)
    return stop
  }, [placeholder, failureCount])
}
