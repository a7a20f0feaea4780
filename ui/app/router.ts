import { createBrowserRouter, type HydrationState } from 'react-router'
import { followVisits, popStateListenerAtom } from '../kit/navigation/visits.ts'
import { store } from '../kit/state/store.ts'
import { photoViewer, routes } from './routes.tsx'

/** Without `hydrationData`, the router runs the loaders of the first screen. */
export function createRouter(hydrationData: HydrationState | undefined) {
  // Before the router's own listener.
  window.addEventListener('popstate', (event) => {
    const listener = store.get(popStateListenerAtom)
    if (listener) listener.onPopState(event)
    else followLayersAt(event.state)
  })
  const router = createBrowserRouter(routes, hydrationData && { hydrationData })
  followVisits(router)
  followLayersAt(history.state)
  preloadViewer()
  return router
}

/**
 * The history may have entries of layers that were open before the page was loaded again. From the
 * first one that is met on, they are skipped. Without the code, Back has to be pressed once more.
 */
function followLayersAt(state: { readonly isLayer?: true } | null): void {
  if (!state?.isLayer) return
  import('../kit/navigation/layers.ts').then(
    ({ followLayers }) => followLayers(),
    () => undefined,
  )
}

/**
 * Most visitors open a photo next, so the viewer's code is preloaded at the first sign of activity
 * rather than with the first screen. If that fails, it is loaded when needed.
 */
function preloadViewer(): void {
  const listeners = new AbortController()
  const load = () => {
    listeners.abort()
    photoViewer().catch(() => undefined)
  }
  for (const event of ['pointermove', 'pointerdown', 'keydown', 'scroll']) {
    addEventListener(event, load, { passive: true, signal: listeners.signal })
  }
}
