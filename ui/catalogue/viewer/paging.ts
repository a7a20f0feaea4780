import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Photo } from '../../../src/contract/photos/photos.ts'
import { errorText } from '../../kit/api.ts'
import { initialData } from '../../kit/initial-data.ts'
import { notify } from '../../kit/state/notices.ts'
import { gridPath, gridPathTo, photoPath, useAlbumId, useListAddress } from '../list/address.ts'
import { pageOf, photoAt, positionOf, type Source } from '../list/pages.ts'
import { loadPage } from '../list/reader.ts'
import { albumSource, sourceOf } from '../list/source.ts'
import { collectionOf, collectionsAtom, removeFromList, removePhoto } from '../list/store.ts'
import { texts } from './texts.ts'

/** How many photos ahead the next page is loaded. */
const ahead = 2

export type Paging = {
  /** The photo at the current address; undefined if the list has none. */
  readonly photo: Photo | undefined
  readonly position: number
  readonly total: number
  readonly previous: Photo | undefined
  readonly next: Photo | undefined
  /** The photo at a position, if its page is loaded. */
  readonly at: (position: number) => Photo | undefined
  /** Shows the photo at a position, loading its page if necessary. */
  readonly goTo: (position: number) => void
  /** The path of a grid that contains the photo. */
  readonly gridPath: string
  readonly step: (by: Step) => void
  /** The same; the caller says why it failed. @throws ApiError */
  readonly move: (by: Step) => Promise<void>
}

/** To the next or the previous photo. */
export type Step = 1 | -1

/**
 * The viewer's position in its list. Paging replaces the history entry, so that Back leaves the
 * viewer and a reload shows the current photo.
 */
export function usePaging(source: Source, photoId: string): Paging {
  const collection = useAtomValue(collectionsAtom).get(source)
  const navigate = useNavigate()
  const { search } = useLocation()
  const list = useListAddress()
  const albumId = useAlbumId()
  /** The position that is being loaded: further key presses count from there. */
  const wanted = useRef<number | undefined>(undefined)

  // A reloaded list may lack the photo; it stays on the screen until the visitor pages on.
  const last = useRef<{ photo: Photo; position: number } | undefined>(undefined)
  const listed = collection && positionOf(collection, photoId)
  const found = listed === undefined ? undefined : photoAt(collection!, listed)
  if (found && listed !== undefined) last.current = { photo: found, position: listed }
  const shown = last.current?.photo.id === photoId ? last.current : undefined
  const position = shown?.position ?? 0
  const total = collection?.total ?? 0
  // Positions in another list do not apply to the grid.
  const query = new URLSearchParams(search)
  const gridList = albumId ? albumSource(albumId, query) : sourceOf(query)
  const isInGrid = shown !== undefined && source === gridList

  useEffect(() => {
    if (!collection) return
    for (const near of [position + ahead, position - ahead]) {
      if (near < 0 || near >= collection.total || photoAt(collection, near)) continue
      loadPage(source, pageOf(collection, near)).catch(() => undefined)
    }
  }, [collection, position, source])

  const show = async (target: number) => {
    if (!collection || target < 0 || target >= collection.total) return
    wanted.current = target
    try {
      const loaded = await loadPage(source, pageOf(collection, target))
      const photo = photoAt(loaded, target)
      if (photo && wanted.current === target) {
        await navigate(photoPath(list, photo.id, search), { replace: true })
      }
    } finally {
      if (wanted.current === target) wanted.current = undefined
    }
  }
  const goTo = (target: number) =>
    void show(target).catch((error) => notify(errorText(error, texts.pagingFailed)))
  const targetOf = (by: Step) => (wanted.current ?? positionInAddress(source) ?? position) + by

  const at = (target: number) => collection && photoAt(collection, target)
  const initialNeighbours = neighboursOnOtherPages(photoId)
  return {
    photo: shown?.photo,
    position,
    total,
    previous: position > 0 ? (at(position - 1) ?? initialNeighbours?.previous) : undefined,
    next: position + 1 < total ? (at(position + 1) ?? initialNeighbours?.next) : undefined,
    at,
    gridPath:
      isInGrid && collection ? gridPathTo(list, collection, position) : gridPath(list, 0, 1),
    goTo,
    step: (by) => goTo(targetOf(by)),
    move: (by) => show(targetOf(by)),
  }
}

/** The position of the photo at the current address, which changes before React renders it. */
function positionInAddress(source: Source): number | undefined {
  const collection = collectionOf(source)
  const photoId = window.location.pathname.split('/').at(-1) ?? ''
  return collection && positionOf(collection, photoId)
}

/**
 * Leaves a photo that is no longer in the list: for the next one, otherwise the previous one, or the
 * other way round, otherwise the grid.
 */
export function useDeparture({ previous, next }: Paging) {
  const navigate = useNavigate()
  const { search } = useLocation()
  const list = useListAddress()
  const leave = async (remove: () => void, by: Step = 1) => {
    const neighbour = by > 0 ? (next ?? previous) : (previous ?? next)
    const target = neighbour ? photoPath(list, neighbour.id, search) : gridPath(list, 0, 1)
    // Show the neighbour first, so that the page is never empty.
    if (neighbour) await navigate(target, { replace: true })
    remove()
    if (!neighbour) await navigate(target, { replace: true })
  }
  return {
    leaveDeleted: (photoId: string) => void leave(() => removePhoto(photoId)),
    /** The photo still exists, but is no longer in that album. */
    leaveAlbum: (photoId: string, albumId: string, by?: Step) =>
      leave(() => removeFromList(photoId, `album:${albumId}`), by),
  }
}

/** The neighbours that the server sent with the photo, used until their own pages are loaded. */
function neighboursOnOtherPages(photoId: string) {
  const { photo, neighbours } = initialData()
  return photo?.id === photoId ? neighbours : undefined
}
