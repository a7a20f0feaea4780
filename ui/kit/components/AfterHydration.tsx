import { type ReactNode, Suspense } from 'react'
import { useIsHydrated } from './use-is-hydrated.ts'

type AfterHydrationProps = { fallback?: ReactNode; children: ReactNode }

/** For parts whose code is loaded later; the server renders the fallback instead. */
export function AfterHydration({ fallback = null, children }: AfterHydrationProps) {
  return useIsHydrated() ? <Suspense fallback={fallback}>{children}</Suspense> : fallback
}
