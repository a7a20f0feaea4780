import {
  createBrowserRouter,
  data,
  type LoaderFunctionArgs,
  type RouteObject,
  redirect,
  replace,
} from 'react-router'
import { ApiError } from './api.ts'
import { ErrorScreen, NotFound } from './layout/error-screen.tsx'
import { Frame } from './layout/frame.tsx'
import { followVisits } from './navigation/visits.ts'
import { paths } from './paths.ts'
import type { Source } from './photos/list/pages.ts'
import { loadAround, loadPage } from './photos/list/reader.ts'
import { loadHome, loadResults, viewerSource } from './photos/list/source.ts'
import { collectionOf } from './photos/list/store.ts'
import { Home } from './photos/route.tsx'
import { searchedWords } from './photos/search/searched.ts'
import { store } from './state/store.ts'
import { viewerAtom } from './state/viewer.ts'

/** Route ids: the shell's data is handed to loaders under these names. */
export const routeIds = { home: 'home', viewer: 'viewer', firstPhoto: 'first-photo' } as const

/** What the loaders of grid and viewer answer: the collection to read from the atom. */
export type CollectionData = { readonly source: Source }

/** The viewer's code: with the first photo, or ahead of it. */
const photoViewer = async () => (await import('./photos/viewer/route.tsx')).PhotoViewer

/** The pages that the owner wrote. */
const writtenPages = () => import('./pages/route.tsx')

/** The table of screens. Screens that few visits need are loaded with their first visit. */
const screens: RouteObject[] = [
  { id: routeIds.home, index: true, loader: loadHome, Component: Home },
  {
    id: routeIds.firstPhoto,
    path: 'photo',
    loader: loadFirstPhoto,
    lazy: { Component: photoViewer },
  },
  {
    id: routeIds.viewer,
    path: 'photo/:photoId',
    loader: loadPhoto,
    lazy: { Component: photoViewer },
  },
  { path: 'album', lazy: () => import('./albums/route.tsx') },
  {
    path: 'album/:albumId',
    lazy: () => import('./albums/album/route.tsx'),
  },
  {
    path: 'album/:albumId/:photoId',
    lazy: () => import('./albums/photo/route.tsx'),
  },
  {
    path: 'camera/:cameraId?',
    lazy: () => import('./cameras/route.tsx'),
  },
  { path: 'resume', lazy: async () => (await writtenPages()).resume },
  { path: 'about', lazy: async () => (await writtenPages()).about },
  { path: 'guest', lazy: () => import('./guests/route.tsx') },
  { path: 'setup', lazy: () => import('./account/setup/route.tsx') },
  {
    path: 'user/:setting?',
    loader: ({ params }) => redirect(`/account/${params.setting ?? ''}`),
  },
  {
    path: 'account/:setting?',
    lazy: () => import('./account/route.tsx'),
  },
  { path: '*', Component: NotFound },
]

export const routes: RouteObject[] = [
  {
    path: '/',
    Component: Frame,
    ErrorBoundary: ErrorScreen,
    // Drawn while the first loader runs, which is only when the shell brought no data.
    HydrateFallback: () => null,
    children: [
      {
        ErrorBoundary: ErrorScreen,
        // The server knows one spelling of each, too.
        children: screens.map((screen) => ({ ...screen, caseSensitive: true })),
      },
    ],
  },
]

/**
 * /photo?q=… is the grid of the results; /photo and /photo?cameraModel=…: the viewer at the
 * collection's first photo. Its address takes the place of this one, which is in the history only
 * where the browser itself went to it.
 */
async function loadFirstPhoto({ request }: LoaderFunctionArgs): Promise<CollectionData | Response> {
  const url = new URL(request.url)
  if (searchedWords(url.searchParams)) return loadResults(url)
  const source = viewerSource(url.searchParams)
  const collection = await loadPage(source, 0)
  const first = collection.pages.get(0)?.[0]
  if (!first) return { source }
  const isInHistory = location.pathname === url.pathname && location.search === url.search
  const lead = isInHistory ? replace : redirect
  return lead(paths.photo(first.id, url.search))
}

async function loadPhoto({ params, request }: LoaderFunctionArgs): Promise<CollectionData> {
  const id = params.photoId ?? ''
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) throw data(null, { status: 404 })
  const source = viewerSource(new URL(request.url).searchParams)
  // One that stands in no list the viewer has, by itself.
  const own: Source = `photo:${id}`
  if (collectionOf(own)) return { source: own }
  try {
    await loadAround(source, id)
    return { source }
  } catch (error) {
    const isElsewhere = error instanceof ApiError && error.refusal?.code === 404
    if (!isElsewhere) throw error
  }
  await loadPage(own, 0)
  return { source: own }
}

export type HydrationData = { loaderData: Record<string, CollectionData> }

export function createRouter(hydrationData: HydrationData | undefined) {
  const router = createBrowserRouter(routes, hydrationData && { hydrationData })
  followVisits(router)
  fetchViewerAhead()
  return router
}

/**
 * What most visits do next is to open a photo: its scripts come with the first sign that somebody
 * is there, and not with the first screen. Those that fail are fetched again when they are needed.
 */
function fetchViewerAhead(): void {
  const heeded = new AbortController()
  const heed = () => {
    heeded.abort()
    photoViewer().catch(() => undefined)
  }
  for (const sign of ['pointermove', 'pointerdown', 'keydown', 'scroll']) {
    addEventListener(sign, heed, { passive: true, signal: heeded.signal })
  }
}

/** Whether the owner is signed in, for screens that only they have. */
export const isOwner = () => store.get(viewerAtom).isOwner
