import { Provider } from 'jotai'
import { type ErrorInfo, StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { matchRoutes } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { lastAlbumAtom } from '../catalogue/albums/state.ts'
import { lastSeenPhotoAtom } from '../catalogue/list/store.ts'
import { markHydrated, whenHydrated } from '../kit/hydrated.ts'
import { initialData } from '../kit/initial-data.ts'
import { showLoadFailure } from '../kit/load-failures.ts'
import { isNewVisit, resetScrollOnNewVisit } from '../kit/navigation/scroll-positions.ts'
import { shownPagesBefore } from '../kit/navigation/visits.ts'
import { setSignInPrompt } from '../kit/sign-in-retry.ts'
import { store } from '../kit/state/store.ts'
import { viewerAtom } from '../kit/state/viewer.ts'
import { applyInitialData, isGrid } from './apply-initial-data.ts'
import { createRouter } from './router.ts'
import { loadScreens, routes } from './routes.tsx'

/** Hydrates the server's page with the data sent with it. */
const data = initialData()
const isCurrent = ({ pathname, search }: URL) =>
  location.pathname === pathname && location.search === search
// 'Back' may have changed the address before any script ran; then the page is for another address.
const [navigation] = performance.getEntriesByType('navigation')
const isServersPage = !navigation || isCurrent(new URL(navigation.name))
// /photo shows its first photo and takes that photo's address.
if (isServersPage && data.address) history.replaceState(history.state, '', data.address)
const url = new URL(location.href)
const matches = matchRoutes(routes, url) ?? []
const routeId = matches.at(-1)?.route.id
const initialState = applyInitialData(data, isServersPage ? routeId : undefined, url)
if (data.photo) store.set(lastSeenPhotoAtom, data.photo.id)
if (data.album) store.set(lastAlbumAtom, data.album.id)

// 'Back' may restore this page from the browser's cache after the owner or guest has signed out.
window.addEventListener('pageshow', ({ persisted }) => {
  const { isOwner, isGuest } = store.get(viewerAtom)
  if (!persisted || !(isOwner || isGuest)) return
  document.documentElement.style.visibility = 'hidden'
  location.reload()
})

// Its code comes after the first screen's. What a translator replaces before that is noted.
const changes: MutationRecord[] = []
const observer = new MutationObserver((records) => changes.push(...records))
observer.observe(document.body, { childList: true, subtree: true })
void whenHydrated
  .then(() => new Promise((resolve) => setTimeout(resolve, 500)))
  .then(() => import('../kit/translated-text.ts'))
  .then(
    ({ followTranslators }) => followTranslators([...changes, ...observer.takeRecords()]),
    // Without it, only translated pages may show a stale text or an error.
    () => undefined,
  )
  .then(() => {
    observer.disconnect()
    changes.length = 0
  })
// While text is composed (Japanese, Chinese …), its keys belong to the input method. Safari sends the
// Enter that ends a composition with the key code 229 only.
window.addEventListener(
  'keydown',
  (event) => {
    if (!event.isComposing && event.keyCode !== 229) return
    event.stopImmediatePropagation()
    if (event.key === 'Enter') event.preventDefault()
  },
  true,
)

/** Lets the browser handle input in between; a single task would block it twice as long. */
const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve))

const [isLoaded] = await Promise.all([
  loadScreens(matches.map(({ route }) => route)).then(
    () => true,
    () => false,
  ),
  nextTask(),
])
resetScrollOnNewVisit()
// Without its code, the page can still be read as the server made it; the account's pages cannot.
const isReadable = isServersPage && document.querySelector('#content > noscript') === null
if (!isLoaded && isReadable && isCurrent(url)) {
  document.dispatchEvent(new Event('incomplete'))
  // Never resolves: the router would replace the page with an error.
  await new Promise(() => undefined)
}
// When a grid with more pages is reloaded, loads them first and then replaces the server's page.
const hadMorePages = !isNewVisit() && isGrid(routeId, url) && shownPagesBefore() > 1
const canHydrate = isServersPage && isLoaded && !hadMorePages && isCurrent(url)
if (!canHydrate) markHydrated()
const router = createRouter(canHydrate ? initialState : undefined)
setSignInPrompt(async () => {
  try {
    return await (await import('../screens/account/sign-in-again.tsx')).signInAgain(
      router.revalidate,
    )
  } catch (error) {
    await showLoadFailure(error)
    return false
  }
})
// If the browser renders the page alone, the server's page stays until the data is loaded.
if (!canHydrate) {
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
// A transition works in slices of a few ms; otherwise a phone is blocked for a quarter of a second.
startTransition(() => {
  // The root is empty if the server could not render the page.
  if (canHydrate && isCurrent(url) && root.hasChildNodes())
    hydrateRoot(root, app, { onRecoverableError })
  else createRoot(root).render(app)
})

/** The server's page differed from the browser's, so React has replaced a part of it. */
function onRecoverableError(error: unknown, { componentStack }: ErrorInfo): void {
  console.error('Hydration failed:', error, componentStack)
}
