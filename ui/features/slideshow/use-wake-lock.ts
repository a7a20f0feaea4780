import { useEffect } from 'react'

/** Keeps the screen on. The browser ends the lock when the page is hidden, so it is requested again. */
export function useWakeLock(isOn: boolean): void {
  useEffect(() => {
    if (!isOn || !('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | undefined
    let isEnded = false
    const request = async () => {
      if (document.visibilityState !== 'visible') return
      try {
        const granted = await navigator.wakeLock.request('screen')
        if (isEnded) await granted.release()
        else lock = granted
      } catch {
        // On a low battery it is refused; the slideshow goes on.
      }
    }
    const renew = () => void request()
    renew()
    document.addEventListener('visibilitychange', renew)
    return () => {
      isEnded = true
      document.removeEventListener('visibilitychange', renew)
      lock?.release().catch(() => undefined)
    }
  }, [isOn])
}
