import { Provider } from 'jotai'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { forgetScrollOfNewVisit } from './navigation/scroll-places.ts'
import { shownPagesBefore } from './navigation/visits.ts'
import { paths } from './paths.ts'
import type { Source } from './photos/list/pages.ts'
import { viewerSource } from './photos/list/source.ts'
import { addPage } from './photos/list/store.ts'
import { searchedWords } from './photos/search/searched.ts'
import { createRouter, type HydrationData, routeIds } from './router.tsx'
import { sayNoScript } from './scripts.ts'
import { readShellData, type ShellData } from './shell-data.ts'
import { askToSignInBy } from './signed-in.ts'
import { mayBeImportingAtom } from './state/background-work.ts'
import { store } from './state/store.ts'
import { uxConfigAtom } from './state/ux-config.ts'
import { userAtom, viewerAtom } from './state/viewer.ts'

/** Draws the interface over the server's HTML, with the data that came with it. */
const shell = readShellData()
store.set(viewerAtom, shell.viewer)
store.set(userAtom, shell.user)
store.set(uxConfigAtom, shell.uxConfig)
store.set(mayBeImportingAtom, shell.isImporting ?? false)

// 'Back' may bring this page from the browser's memory, after its owner or guest has signed out.
window.addEventListener('pageshow', ({ persisted }) => {
  const { isOwner, isGuest } = store.get(viewerAtom)
  if (!persisted || !(isOwner || isGuest)) return
  document.documentElement.style.visibility = 'hidden'
  location.reload()
})

/** Lets the browser answer in between: starting at once would hold it up for twice as long. */
const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve))

await nextTask()
forgetScrollOfNewVisit()
const router = createRouter(hydrationOf(shell))
askToSignInBy(async () => {
  try {
    return await (await import('./account/sign-in-again.tsx')).signInAgain(router.revalidate)
  } catch (error) {
    await sayNoScript(error)
    return false
  }
})
// Until the first screen has its data and its scripts, the server's HTML stays as it is.
await new Promise<void>((resolve) => {
  if (router.state.initialized) resolve()
  else router.subscribe((state) => state.initialized && resolve())
})
await nextTask()
const root = document.getElementById('root')
if (!root) throw new Error('the page has no #root')
// In slices of a few ms: drawn at once, it would hold up a phone for a quarter of a second.
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <Provider store={store}>
        <RouterProvider router={router} />
      </Provider>
    </StrictMode>,
  ),
)

/** The shell's batch fills its collection, so that the first screen asks for nothing. */
function hydrationOf({ photos, photo, uxConfig }: ShellData): HydrationData | undefined {
  const { pathname, search } = location
  const words = searchedWords(new URLSearchParams(search))
  const isResults = pathname === paths.photos() && words !== ''
  const isGrid = pathname === '/' || isResults
  if (photo && !photos) {
    // It stands in no list that the viewer has.
    const list = { length: 1, total: 1, offset: 0, photos: [photo] }
    addPage(`photo:${photo.id}`, uxConfig.photoItemsLoad, list)
    return undefined
  }
  const albumId = /^\/album\/([^/]+)/.exec(pathname)?.[1]
  const source: Source = albumId ? `album:${albumId}` : viewerSource(new URLSearchParams(search))
  if (!photos || photos.offset % uxConfig.photoItemsLoad !== 0) return undefined
  addPage(source, uxConfig.photoItemsLoad, photos)
  // The screens of albums come with their own scripts, which ask for nothing that is here.
  if (albumId) return undefined
  // A reload of a grid that went on for longer reads the rest of it before it is drawn.
  if (isGrid && shownPagesBefore() > 1) return undefined
  const id = isResults ? routeIds.firstPhoto : isGrid ? routeIds.home : routeIds.viewer
  return { loaderData: { [id]: { source } } }
}
