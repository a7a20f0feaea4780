import { Provider } from 'jotai'
import { type ErrorInfo, StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { matchRoutes } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { lastAlbumAtom } from './albums/state.ts'
import { applyInitialData, isGrid } from './apply-initial-data.ts'
import { markHydrated } from './hydrated.ts'
import { initialData } from './initial-data.ts'
import { reportLoadFailure } from './load-failures.ts'
import { isNewVisit, resetScrollOnNewVisit } from './navigation/scroll-positions.ts'
import { shownPagesBefore } from './navigation/visits.ts'
import { lastSeenPhotoAtom } from './photos/list/store.ts'
import { createRouter } from './router.ts'
import { loadScreens, routes } from './routes.tsx'
import { setSignInPrompt } from './sign-in-retry.ts'
import { store } from './state/store.ts'
import { viewerAtom } from './state/viewer.ts'

/** The browser's entry: hydrates the server's page with the data that came with it. */
const data = initialData()
const isHere = ({ pathname, search }: URL) =>
  location.pathname === pathname && location.search === search
// 'Back' may have changed the address before any script ran; then the server's page is another's.
const [navigation] = performance.getEntriesByType('navigation')
const isServersPage = !navigation || isHere(new URL(navigation.name))
// The page at /photo is that of its first photo, and its address is that photo's.
if (isServersPage && data.address) history.replaceState(history.state, '', data.address)
const url = new URL(location.href)
const matches = matchRoutes(routes, url) ?? []
const routeId = matches.at(-1)?.route.id
const initialState = applyInitialData(data, isServersPage ? routeId : undefined, url)
if (data.photo) store.set(lastSeenPhotoAtom, data.photo.id)
if (data.album) store.set(lastAlbumAtom, data.album.id)

// 'Back' may bring this page from the browser's memory, after its owner or guest has signed out.
window.addEventListener('pageshow', ({ persisted }) => {
  const { isOwner, isGuest } = store.get(viewerAtom)
  if (!persisted || !(isOwner || isGuest)) return
  document.documentElement.style.visibility = 'hidden'
  location.reload()
})

/** Lets the browser respond in between: starting at once would block it for twice as long. */
const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve))

// Where the screen's code cannot be loaded, the router tries again, and its error screen says so.
const [isLoaded] = await Promise.all([
  loadScreens(matches.map(({ route }) => route)).then(
    () => true,
    () => false,
  ),
  nextTask(),
])
resetScrollOnNewVisit()
// A reload of a grid that had more pages loads them first, and then replaces the server's page.
const isLonger = !isNewVisit() && isGrid(routeId, url) && shownPagesBefore() > 1
const isSame = isServersPage && isLoaded && !isLonger && isHere(url)
if (!isSame) markHydrated()
const router = createRouter(isSame ? initialState : undefined)
setSignInPrompt(async () => {
  try {
    return await (await import('./account/sign-in-again.tsx')).signInAgain(router.revalidate)
  } catch (error) {
    await reportLoadFailure(error)
    return false
  }
})
// What the browser draws alone waits for its data: the server's page stays until then.
if (!isSame) {
  await new Promise<void>((resolve) => {
    if (router.state.initialized) resolve()
    else router.subscribe((state) => state.initialized && resolve())
  })
}
await nextTask()
const root = document.getElementById('root')
if (!root) throw new Error('the page has no #root')
const app = (
  <StrictMode>
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>
  </StrictMode>
)
// In slices of a few ms: at once, it would block a phone for a quarter of a second.
startTransition(() => {
  // The root is empty where the server could not render the page.
  if (isSame && isHere(url) && root.hasChildNodes()) hydrateRoot(root, app, { onRecoverableError })
  else createRoot(root).render(app)
})

/** The server's page was not the one that the browser rendered: React has replaced a part of it. */
function onRecoverableError(error: unknown, { componentStack }: ErrorInfo): void {
  console.error('Hydration failed:', error, componentStack)
}
