import { useCallback, useEffect, useState } from 'react'

const idleMs = 3000

/** Whether nothing has been done for a while; `wake` says that something was. */
export function useIdle(isWatching: boolean) {
  const [lastWake, setLastWake] = useState(0)
  const [idleSince, setIdleSince] = useState(-1)
  useEffect(() => {
    if (!isWatching) return
    const timer = setTimeout(() => setIdleSince(lastWake), idleMs)
    return () => clearTimeout(timer)
  }, [isWatching, lastWake])
  const wake = useCallback(() => setLastWake((count) => count + 1), [])
  return { isIdle: isWatching && idleSince === lastWake, wake }
}
