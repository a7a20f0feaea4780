import { data, type LoaderFunctionArgs, type RouteObject, redirect, replace } from 'react-router'
import type { InitialData } from '../../src/contract/site/initial-data.ts'
import { type PageId, pageIds, pageRules } from '../../src/contract/site/page-table.ts'
import { isResultsGrid } from '../catalogue/list/list-query.ts'
import type { CollectionData, Source } from '../catalogue/list/pages.ts'
import { loadAround, loadPage } from '../catalogue/list/reader.ts'
import {
  albumSource,
  homeSource,
  loadHome,
  loadResults,
  sourceOf,
} from '../catalogue/list/source.ts'
import { addPage, collectionOf } from '../catalogue/list/store.ts'
import { ApiError } from '../kit/api.ts'
import { whenHydrated } from '../kit/hydrated.ts'
import { paths } from '../kit/paths.ts'
import { Home } from '../screens/home/route.tsx'
import { ErrorScreen, NotFound } from '../shell/error-screen.tsx'
import { Frame } from '../shell/frame.tsx'
import { NeedsJavaScript } from '../shell/needs-javascript.tsx'

/** Around all screens; its error screen is shown for unknown addresses. */
export const screensId = 'screens'

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

/** What shows a page, and what its loader would return, from the data that the server sent with it. */
type Screen = Pick<RouteObject, 'Component' | 'loader' | 'lazy'> & {
  readonly loaded?: (data: InitialData, url: URL) => unknown
}

/** Screens that few visits need are loaded when first visited. */
export const screens: Readonly<Record<PageId, Screen>> = {
  home: {
    loader: loadHome,
    Component: Home,
    loaded: (data, { searchParams }) => inList(data, homeSource(searchParams)),
  },
  photos: {
    loader: loadFirstPhoto,
    lazy: { Component: photoViewer },
    loaded: (data, { searchParams }) => inList(data, sourceOf(searchParams)),
  },
  photo: { loader: loadPhoto, lazy: { Component: photoViewer }, loaded: photoOf },
  resume: { lazy: async () => (await writtenPages()).resume, loaded: ({ page }) => page },
  about: { lazy: async () => (await writtenPages()).about, loaded: ({ page }) => page },
  albums: { lazy: () => import('../screens/albums/route.tsx'), loaded: ({ albums }) => albums },
  album: {
    lazy: () => import('../screens/albums/album/route.tsx'),
    loaded: (data, { searchParams }) => {
      const { album } = data
      return album && { album, ...inList(data, albumSource(album.id, searchParams)) }
    },
  },
  albumPhoto: {
    lazy: () => import('../screens/albums/photo/route.tsx'),
    loaded: (data, { pathname, searchParams }) => ({
      ...inList(data, albumSource(pathname.split('/')[2] ?? '', searchParams)),
      albumName: data.inAlbum?.name,
    }),
  },
  cameras: {
    lazy: () => import('../screens/cameras/route.tsx'),
    loaded: ({ cameras, evidence }) => cameras && { cameras, evidence },
  },
  map: {
    lazy: () => import('../screens/map/route.tsx'),
    loaded: ({ places, album }) => places && { places, isWhole: false, album },
  },
  lenses: { lazy: () => import('../screens/lenses/route.tsx'), loaded: ({ lenses }) => lenses },
  lens: { lazy: () => import('../screens/lenses/lens/route.tsx'), loaded: ({ lens }) => lens },
  keywords: {
    lazy: () => import('../screens/keywords/route.tsx'),
    loaded: ({ keywords }) => keywords,
  },
  keyword: {
    lazy: () => import('../screens/keywords/keyword/route.tsx'),
    loaded: ({ keyword }) => keyword,
  },
  archive: {
    lazy: () => import('../screens/archive/route.tsx'),
    loaded: ({ archive }) => archive,
  },
  account: { lazy: () => import('../screens/account/route.tsx') },
  user: { loader: ({ params }) => redirect(`/account/${params.setting ?? ''}`) },
  guest: { lazy: guestScreen },
  setup: { lazy: () => import('../screens/account/setup/route.tsx') },
}

function routeOf(id: PageId): RouteObject {
  const { loaded: _, ...screen } = screens[id]
  const { path } = pageRules[id]
  // As on the server.
  const route = { id, ...screen, caseSensitive: true }
  return path === '/' ? { ...route, index: true } : { ...route, path }
}

const needsJavaScript = (id: PageId) => pageRules[id].isPersonal

export const routes: RouteObject[] = [
  {
    path: '/',
    Component: Frame,
    ErrorBoundary: ErrorScreen,
    // While the first loader runs, if the page came without data for it.
    HydrateFallback: () => null,
    children: [
      {
        id: screensId,
        ErrorBoundary: ErrorScreen,
        children: [
          ...pageIds.filter((id) => !needsJavaScript(id)).map(routeOf),
          {
            Component: NeedsJavaScript,
            HydrateFallback: NeedsJavaScript,
            children: pageIds.filter(needsJavaScript).map(routeOf),
          },
          { path: '*', Component: NotFound },
        ],
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

/** Puts the photos that came with a page where its list reads them. */
function inList({ uxConfig, photos }: InitialData, source: Source): CollectionData {
  if (photos) addPage(source, uxConfig.photoItemsLoad, photos)
  return { source }
}

/** A photo that is in none of the viewer's lists is shown by itself. */
function photoOf(data: InitialData, { searchParams }: URL): CollectionData {
  const { photo, photos } = data
  if (photos || !photo) return inList(data, sourceOf(searchParams))
  const list = { length: 1, total: 1, offset: 0, photos: [photo] }
  return inList({ ...data, photos: list }, `photo:${photo.id}`)
}
