import { useSyncExternalStore } from 'react'

const neverChanges = () => () => undefined

/**
 * False on the server and while its page is hydrated, true from then on: what depends on the browser
 * is rendered only once this is true.
 */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
