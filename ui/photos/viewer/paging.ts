import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Photo } from '../../../src/contract/photos.ts'
import { initialData } from '../../initial-data.ts'
import { notify } from '../../state/notices.ts'
import {
  type Collection,
  collectionOf,
  collectionsAtom,
  loadBatch,
  photoAt,
  positionOf,
  type Source,
} from '../collections.ts'
import { gridPath, gridPathTo, photoPath, useAlbumId, useListAddress } from '../list-address.ts'
import { reasonOf } from '../reason.ts'
import { gridSource } from '../source-of.ts'
import { texts } from './texts.ts'

/** How many photos before a batch's edge the next batch is asked for. */
const ahead = 2

export type Paging = {
  /** The photo of the address; undefined when its list holds none. */
  readonly photo: Photo | undefined
  readonly position: number
  readonly total: number
  readonly previous: Photo | undefined
  readonly next: Photo | undefined
  /** The photo at a place, once its batch is here. */
  readonly at: (position: number) => Photo | undefined
  /** Shows the photo at a place of the list; asks for its batch if it must. */
  readonly goTo: (position: number) => void
  /** The address of a grid that holds the photo. */
  readonly gridPath: string
  /** Goes on by so many photos, or back. */
  readonly step: (by: 1 | -1) => void
}

/**
 * Where the viewer stands in its list. Paging replaces the history entry: back leaves the viewer,
 * to the place one came from, and address and reload give the photo that was seen last.
 */
export function usePaging(source: Source, photoId: string): Paging {
  const collection = useAtomValue(collectionsAtom).get(source)
  const navigate = useNavigate()
  const { search } = useLocation()
  const list = useListAddress()
  const albumId = useAlbumId()
  /** Where one is on the way to: keys pressed meanwhile count from there. */
  const wanted = useRef<number | undefined>(undefined)

  // A list that was read anew may not hold the photo any more; it stays until one goes on.
  const last = useRef<{ photo: Photo; position: number } | undefined>(undefined)
  const place = collection && positionOf(collection, photoId)
  const found = place === undefined ? undefined : photoAt(collection!, place)
  if (found && place !== undefined) last.current = { photo: found, position: place }
  const shown = last.current?.photo.id === photoId ? last.current : undefined
  const position = shown?.position ?? 0
  const total = collection?.total ?? 0
  // Another list's places are not the grid's.
  const listed = albumId ? `album:${albumId}` : gridSource(new URLSearchParams(search))
  const isInGrid = shown !== undefined && source === listed

  useEffect(() => {
    if (!collection) return
    for (const near of [position + ahead, position - ahead]) {
      if (near < 0 || near >= collection.total || photoAt(collection, near)) continue
      loadBatch(source, batchOf(collection, near)).catch(() => undefined)
    }
  }, [collection, position, source])

  const goTo = async (target: number) => {
    if (!collection || target < 0 || target >= collection.total) return
    wanted.current = target
    try {
      const present = await loadBatch(source, batchOf(collection, target))
      const photo = photoAt(present, target)
      if (photo && wanted.current === target) {
        await navigate(photoPath(list, photo.id, search), { replace: true })
      }
    } catch (error) {
      notify(texts.neighbourFailed(reasonOf(error)))
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

/** The place of the address's photo: the address is there before React has drawn it. */
function addressed(source: Source): number | undefined {
  const collection = collectionOf(source)
  const photoId = window.location.pathname.split('/').at(-1) ?? ''
  return collection && positionOf(collection, photoId)
}

/** The neighbours that came with the photo's page, for as long as their batches are not here. */
function neighboursOnOtherPages(photoId: string) {
  const { photo, neighbours } = initialData()
  return photo?.id === photoId ? neighbours : undefined
}

const batchOf = ({ batchSize }: Collection, position: number) => Math.floor(position / batchSize)
