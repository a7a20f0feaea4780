import { useSyncExternalStore } from 'react'

const neverChanges = () => () => undefined

/**
 * False on the server and during hydration, then true. Anything that depends on the browser is
 * rendered only then.
 */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
