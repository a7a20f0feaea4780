import { useSyncExternalStore } from 'react'

/** Wide enough for the panel beside the grid. */
export const wide = '(min-width: 1100px)'

export function useIsWide(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const query = matchMedia(wide)
      query.addEventListener('change', onChange)
      return () => query.removeEventListener('change', onChange)
    },
    () => matchMedia(wide).matches,
  )
}
