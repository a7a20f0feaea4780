import { data, type LoaderFunctionArgs, type RouteObject, redirect, replace } from 'react-router'
import { isResultsGrid } from '../catalogue/list/list-query.ts'
import type { CollectionData, Source } from '../catalogue/list/pages.ts'
import { loadAround, loadPage } from '../catalogue/list/reader.ts'
import { loadHome, loadResults, sourceOf } from '../catalogue/list/source.ts'
import { collectionOf } from '../catalogue/list/store.ts'
import { ApiError } from '../kit/api.ts'
import { whenHydrated } from '../kit/hydrated.ts'
import { paths } from '../kit/paths.ts'
import { Home } from '../screens/home/route.tsx'
import { ErrorScreen, NotFound } from '../shell/error-screen.tsx'
import { Frame } from '../shell/frame.tsx'
import { NeedsJavaScript } from '../shell/needs-javascript.tsx'

/** Routes whose pages are sent with initial data. */
export const routeIds = {
  /** Around all screens; its error screen is shown for unknown addresses. */
  screens: 'screens',
  home: 'home',
  viewer: 'viewer',
  firstPhoto: 'first-photo',
  albums: 'albums',
  album: 'album',
  albumPhoto: 'album-photo',
  cameras: 'cameras',
  map: 'map',
  lenses: 'lenses',
  lens: 'lens',
  keywords: 'keywords',
  keyword: 'keyword',
  archive: 'archive',
  resume: 'resume',
  about: 'about',
} as const

export const photoViewer = async () => (await import('../screens/photo/route.tsx')).PhotoViewer

const writtenPages = () => import('../screens/pages/route.tsx')

/** Its loader may sign a guest in, which the server's page cannot show: it waits for hydration. */
async function guestScreen() {
  const screen = await import('../screens/guest/route.tsx')
  const loader = async (args: LoaderFunctionArgs) => {
    await whenHydrated
    return screen.loader(args)
  }
  return { Component: screen.Component, loader }
}

/** Screens that few visits need are loaded when first visited. */
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
  { id: routeIds.albums, path: 'album', lazy: () => import('../screens/albums/route.tsx') },
  {
    id: routeIds.album,
    path: 'album/:albumId',
    lazy: () => import('../screens/albums/album/route.tsx'),
  },
  {
    id: routeIds.albumPhoto,
    path: 'album/:albumId/:photoId',
    lazy: () => import('../screens/albums/photo/route.tsx'),
  },
  {
    id: routeIds.cameras,
    path: 'camera/:cameraId?',
    lazy: () => import('../screens/cameras/route.tsx'),
  },
  { id: routeIds.map, path: 'map', lazy: () => import('../screens/map/route.tsx') },
  { id: routeIds.lenses, path: 'lens', lazy: () => import('../screens/lenses/route.tsx') },
  {
    id: routeIds.lens,
    path: 'lens/:lensId',
    lazy: () => import('../screens/lenses/lens/route.tsx'),
  },
  { id: routeIds.keywords, path: 'keyword', lazy: () => import('../screens/keywords/route.tsx') },
  {
    id: routeIds.keyword,
    path: 'keyword/:word',
    lazy: () => import('../screens/keywords/keyword/route.tsx'),
  },
  { id: routeIds.archive, path: 'archive', lazy: () => import('../screens/archive/route.tsx') },
  { id: routeIds.resume, path: 'resume', lazy: async () => (await writtenPages()).resume },
  { id: routeIds.about, path: 'about', lazy: async () => (await writtenPages()).about },
  {
    path: 'user/:setting?',
    loader: ({ params }) => redirect(`/account/${params.setting ?? ''}`),
  },
  {
    Component: NeedsJavaScript,
    HydrateFallback: NeedsJavaScript,
    children: [
      { path: 'guest', lazy: guestScreen },
      { path: 'setup', lazy: () => import('../screens/account/setup/route.tsx') },
      { path: 'account/:setting?', lazy: () => import('../screens/account/route.tsx') },
    ].map((screen) => ({ ...screen, caseSensitive: true })),
  },
  { path: '*', Component: NotFound },
]

export const routes: RouteObject[] = [
  {
    path: '/',
    Component: Frame,
    ErrorBoundary: ErrorScreen,
    // While the first loader runs, if the page came without data for it.
    HydrateFallback: () => null,
    children: [
      {
        id: routeIds.screens,
        ErrorBoundary: ErrorScreen,
        // As on the server.
        children: screens.map((screen) => ({ ...screen, caseSensitive: true })),
      },
    ],
  },
]

/**
 * /photo?q=… and /photo?cameraModel=…&show=grid show a grid; /photo and /photo?cameraModel=… show
 * the collection's first photo in the viewer. The photo's address replaces this one, which is in the history only if the
 * browser itself navigated to it.
 */
async function loadFirstPhoto({ request }: LoaderFunctionArgs): Promise<CollectionData | Response> {
  const url = new URL(request.url)
  if (isResultsGrid(url.searchParams)) return loadResults(url)
  const source = sourceOf(url.searchParams)
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
  const source = sourceOf(new URL(request.url).searchParams)
  // A photo in none of the viewer's lists is shown by itself.
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

/**
 * Loads the code of these routes and removes their `lazy`: a route that still has one would run its
 * loader although its data was sent with the page.
 */
export async function loadScreens(matched: readonly RouteObject[]): Promise<void> {
  await Promise.all(
    matched.map(async (route) => {
      const { lazy } = route
      if (!lazy) return
      const loaded =
        typeof lazy === 'function' ? await lazy() : { Component: await lazy.Component?.() }
      Object.assign(route, loaded, { lazy: undefined })
    }),
  )
}
