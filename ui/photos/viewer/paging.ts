import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Photo } from '../../../src/contract/photos.ts'
import { errorText } from '../../api.ts'
import { initialData } from '../../initial-data.ts'
import { notify } from '../../state/notices.ts'
import { gridPath, gridPathTo, photoPath, useAlbumId, useListAddress } from '../list/address.ts'
import { pageOf, photoAt, positionOf, type Source } from '../list/pages.ts'
import { loadPage } from '../list/reader.ts'
import { gridSource } from '../list/source.ts'
import { collectionOf, collectionsAtom, removeFromList, removePhoto } from '../list/store.ts'
import { texts } from './texts.ts'

/** How many photos before the end of a page the next page is loaded. */
const ahead = 2

export type Paging = {
  /** The photo of the address; undefined when its list holds none. */
  readonly photo: Photo | undefined
  readonly position: number
  readonly total: number
  readonly previous: Photo | undefined
  readonly next: Photo | undefined
  /** The photo at a position, once its page is here. */
  readonly at: (position: number) => Photo | undefined
  /** Shows the photo at a position of the list; loads its page if necessary. */
  readonly goTo: (position: number) => void
  /** The address of a grid that holds the photo. */
  readonly gridPath: string
  /** Goes to the next or previous photo. */
  readonly step: (by: 1 | -1) => void
}

/**
 * The viewer's position in its list. Paging replaces the history entry: going back leaves the
 * viewer, and the address and a reload show the photo that was seen last.
 */
export function usePaging(source: Source, photoId: string): Paging {
  const collection = useAtomValue(collectionsAtom).get(source)
  const navigate = useNavigate()
  const { search } = useLocation()
  const list = useListAddress()
  const albumId = useAlbumId()
  /** The position that is being loaded: keys pressed meanwhile count from there. */
  const wanted = useRef<number | undefined>(undefined)

  // A list that was read again may lack the photo; it is shown until the visitor pages on.
  const last = useRef<{ photo: Photo; position: number } | undefined>(undefined)
  const place = collection && positionOf(collection, photoId)
  const found = place === undefined ? undefined : photoAt(collection!, place)
  if (found && place !== undefined) last.current = { photo: found, position: place }
  const shown = last.current?.photo.id === photoId ? last.current : undefined
  const position = shown?.position ?? 0
  const total = collection?.total ?? 0
  // Positions in another list are not the grid's.
  const listed = albumId ? `album:${albumId}` : gridSource(new URLSearchParams(search))
  const isInGrid = shown !== undefined && source === listed

  useEffect(() => {
    if (!collection) return
    for (const near of [position + ahead, position - ahead]) {
      if (near < 0 || near >= collection.total || photoAt(collection, near)) continue
      loadPage(source, pageOf(collection, near)).catch(() => undefined)
    }
  }, [collection, position, source])

  const goTo = async (target: number) => {
    if (!collection || target < 0 || target >= collection.total) return
    wanted.current = target
    try {
      const present = await loadPage(source, pageOf(collection, target))
      const photo = photoAt(present, target)
      if (photo && wanted.current === target) {
        await navigate(photoPath(list, photo.id, search), { replace: true })
      }
    } catch (error) {
      notify(errorText(error, texts.neighbourFailed))
    } finally {
      if (wanted.current === target) wanted.current = undefined
    }
  }

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
    goTo: (target) => void goTo(target),
    step: (by) => void goTo((wanted.current ?? addressed(source) ?? position) + by),
  }
}

/** The position of the address's photo: the address changes before React has rendered it. */
function addressed(source: Source): number | undefined {
  const collection = collectionOf(source)
  const photoId = window.location.pathname.split('/').at(-1) ?? ''
  return collection && positionOf(collection, photoId)
}

/**
 * What follows a photo that has left the list: the next one, at the end of the list the previous
 * one, and the grid if there is none.
 */
export function useDeparture({ previous, next }: Paging) {
  const navigate = useNavigate()
  const { search } = useLocation()
  const list = useListAddress()
  const leave = async (remove: () => void) => {
    const neighbour = next ?? previous
    const target = neighbour ? photoPath(list, neighbour.id, search) : gridPath(list, 0, 1)
    // The neighbour first, so that the wall is not empty for a moment.
    if (neighbour) await navigate(target, { replace: true })
    remove()
    if (!neighbour) await navigate(target, { replace: true })
  }
  return {
    leaveDeleted: (photoId: string) => void leave(() => removePhoto(photoId)),
    /** The photo still exists, but is no longer in that album. */
    leaveAlbum: (photoId: string, albumId: string) =>
      void leave(() => removeFromList(photoId, `album:${albumId}`)),
  }
}

/** The neighbours that came with the photo's page, for as long as their own pages are not here. */
function neighboursOnOtherPages(photoId: string) {
  const { photo, neighbours } = initialData()
  return photo?.id === photoId ? neighbours : undefined
}
