import { useEffect } from 'react'

/**
 * Calls `update` every `ms` while the page is visible, and whenever it becomes visible again; never
 * without `ms`.
 */
export function useWhileVisible(update: () => void, ms: number | undefined): void {
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
