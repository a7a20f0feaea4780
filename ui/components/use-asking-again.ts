import { type RefObject, useEffect, useRef } from 'react'

/** Between a failure and the next try, in ms: twice as long each time. */
const firstPauseMs = 2000
const longestPauseMs = 30_000

/** How far from the screen a picture is asked for again, in screens. */
const margin = 1

const watched = new Map<Element, (isNear: boolean) => void>()

let sharedObserver: IntersectionObserver | undefined

/** One for all; with no picture missing it watches nothing. */
function observer(): IntersectionObserver {
  sharedObserver ??= new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) watched.get(target)?.(isIntersecting)
    },
    { rootMargin: `${margin * 100}% 0px` },
  )
  return sharedObserver
}

/**
 * Has a picture that failed asked for again by itself: after a pause that doubles with every
 * failure, and at once when the browser is online again or the page is looked at again. One far
 * from the screen, or on a page that nobody sees, waits until that changes and costs no timer.
 *
 * @param place stands where the picture does, for as long as it is missing.
 * @param failures how often in a row it has failed; 0 for one that has not, which costs nothing.
 * @param ask is called at most once for each number of failures.
 */
export function useAskingAgain(
  place: RefObject<Element | null>,
  failures: number,
  ask: () => void,
): void {
  const latest = useRef(ask)
  useEffect(() => {
    latest.current = ask
  })
  useEffect(() => {
    const element = place.current
    if (failures === 0 || !element) return
    let dueAt = performance.now() + Math.min(firstPauseMs * 2 ** (failures - 1), longestPauseMs)
    let isNear = false
    let timer: ReturnType<typeof setTimeout> | undefined

    const wait = () => {
      clearTimeout(timer)
      if (!isNear || document.hidden) return
      timer = setTimeout(() => {
        stop()
        latest.current()
      }, dueAt - performance.now())
    }
    const hurry = () => {
      if (!document.hidden) dueAt = performance.now()
      wait()
    }
    const stop = () => {
      clearTimeout(timer)
      watched.delete(element)
      observer().unobserve(element)
      removeEventListener('online', hurry)
      document.removeEventListener('visibilitychange', hurry)
    }

    watched.set(element, (isNearNow) => {
      isNear = isNearNow
      wait()
    })
    observer().observe(element)
    addEventListener('online', hurry)
    document.addEventListener('visibilitychange', hurry)
    return stop
  }, [place, failures])
}
