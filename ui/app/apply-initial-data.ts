import type { HydrationState } from 'react-router'
import type { InitialData } from '../../src/contract/site/initial-data.ts'
import { isResultsGrid } from '../catalogue/list/list-query.ts'
import type { Source } from '../catalogue/list/pages.ts'
import { albumSource, homeSource, sourceOf } from '../catalogue/list/source.ts'
import { addPage } from '../catalogue/list/store.ts'
import { mayBeImportingAtom } from '../kit/state/background-work.ts'
import { licenceAtom } from '../kit/state/licence.ts'
import { photostreamTotalAtom } from '../kit/state/photostream-total.ts'
import { store } from '../kit/state/store.ts'
import { uxConfigAtom } from '../kit/state/ux-config.ts'
import { userAtom, viewerAtom } from '../kit/state/viewer.ts'
import { routeIds } from './routes.tsx'

/**
 * Puts a page's data where its screen reads it. Server and browser do the same, so that both render
 * the same page without a request.
 * @param routeId the route of the page's screen
 * @returns the router's initial state, without loader data if there is none for the screen
 */
export function applyInitialData(
  data: InitialData,
  routeId: string | undefined,
  url: URL,
): HydrationState {
  store.set(viewerAtom, data.viewer)
  store.set(userAtom, data.user)
  store.set(uxConfigAtom, data.uxConfig)
  store.set(licenceAtom, data.licence)
  store.set(mayBeImportingAtom, data.isImporting ?? false)
  store.set(photostreamTotalAtom, data.photostreamTotal)
  if (data.isMissing) {
    const isInAlbum = routeId === routeIds.album || routeId === routeIds.albumPhoto
    const error = { ...notFound, data: data.absence ?? null }
    return { errors: { [isInAlbum ? routeId : routeIds.screens]: error } }
  }
  const loaded = routeId && loaderDataOf(data, routeId, url)
  return loaded ? { loaderData: { [routeId]: loaded } } : {}
}

/** Looks like a 404 response to react-router. */
const notFound = { status: 404, statusText: '', internal: false }

function loaderDataOf(data: InitialData, routeId: string, url: URL): unknown {
  const { uxConfig, photos, photo, album } = data
  const inList = (source: Source) => {
    if (photos) addPage(source, uxConfig.photoItemsLoad, photos)
    return { source }
  }
  switch (routeId) {
    case routeIds.home:
      return inList(homeSource(url.searchParams))
    case routeIds.firstPhoto:
      return inList(sourceOf(url.searchParams))
    case routeIds.viewer: {
      if (photos || !photo) return inList(sourceOf(url.searchParams))
      // The photo is in none of the viewer's lists.
      const list = { length: 1, total: 1, offset: 0, photos: [photo] }
      addPage(`photo:${photo.id}`, uxConfig.photoItemsLoad, list)
      return { source: `photo:${photo.id}` }
    }
    case routeIds.album:
      return album && { album, ...inList(albumSource(album.id, url.searchParams)) }
    case routeIds.albumPhoto:
      return {
        ...inList(albumSource(url.pathname.split('/')[2] ?? '', url.searchParams)),
        albumName: data.inAlbum?.name,
      }
    case routeIds.albums:
      return data.albums
    case routeIds.cameras:
      return data.cameras && { cameras: data.cameras, evidence: data.evidence }
    case routeIds.map:
      return data.places && { places: data.places, isWhole: false, album }
    case routeIds.lenses:
    case routeIds.lens:
    case routeIds.keywords:
    case routeIds.keyword:
    case routeIds.archive:
      return data[routeId]
    case routeIds.about:
    case routeIds.resume:
      return data.page
    default:
      return undefined
  }
}

/** Whether the address shows a grid, which may have had more pages when it was left. */
export const isGrid = (routeId: string | undefined, url: URL): boolean =>
  routeId === routeIds.home ||
  routeId === routeIds.album ||
  (routeId === routeIds.firstPhoto && isResultsGrid(url.searchParams))
