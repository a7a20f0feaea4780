import type { HydrationState } from 'react-router'
import type { InitialData } from '../../src/contract/site/initial-data.ts'
import type { PageId } from '../../src/contract/site/page-table.ts'
import { isResultsGrid } from '../catalogue/list/list-query.ts'
import { mayBeImportingAtom } from '../kit/state/background-work.ts'
import { licenceAtom } from '../kit/state/licence.ts'
import { photostreamTotalAtom } from '../kit/state/photostream-total.ts'
import { store } from '../kit/state/store.ts'
import { uxConfigAtom } from '../kit/state/ux-config.ts'
import { userAtom, viewerAtom } from '../kit/state/viewer.ts'
import { screens, screensId } from './routes.tsx'

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
    const isInAlbum = routeId === 'album' || routeId === 'albumPhoto'
    const error = { ...notFound, data: data.absence ?? null }
    return { errors: { [isInAlbum ? routeId : screensId]: error } }
  }
  const loaded = isPageId(routeId) && screens[routeId].loaded?.(data, url)
  return loaded ? { loaderData: { [routeId]: loaded } } : {}
}

const isPageId = (id: string | undefined): id is PageId =>
  id !== undefined && Object.hasOwn(screens, id)

/** Looks like a 404 response to react-router. */
const notFound = { status: 404, statusText: '', internal: false }

/** Whether the address shows a grid, which may have had more pages when it was left. */
export const isGrid = (routeId: string | undefined, url: URL): boolean =>
  routeId === 'home' ||
  routeId === 'album' ||
  (routeId === 'photos' && isResultsGrid(url.searchParams))
