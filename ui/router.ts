import { createBrowserRouter, type HydrationState } from 'react-router'
import { followVisits } from './navigation/visits.ts'
import { photoViewer, routes } from './routes.tsx'

/** The browser's router; without `hydrationData` it runs the loaders of the first screen. */
export function createRouter(hydrationData: HydrationState | undefined) {
  const router = createBrowserRouter(routes, hydrationData && { hydrationData })
  followVisits(router)
  loadViewerAhead()
  return router
}

/**
 * What most visits do next is to open a photo: the viewer's code is loaded with the first sign that
 * someone is there, and not with the first screen. If that fails, it is loaded when it is needed.
 */
function loadViewerAhead(): void {
  const heeded = new AbortController()
  const load = () => {
    heeded.abort()
    photoViewer().catch(() => undefined)
  }
  for (const sign of ['pointermove', 'pointerdown', 'keydown', 'scroll']) {
    addEventListener(sign, load, { passive: true, signal: heeded.signal })
  }
}
