import { anonymousVisitor, type Viewer } from '../../contract/people/viewer.ts'
import type { Photos } from '../photos/photos.ts'

/** Counts are cached for this many sets of share codes, then all are dropped. */
const maxAudiences = 50

/** By camera id, the number of photos that a search for its model lists for a viewer. */
type Counts = ReadonlyMap<string, number>

export type CameraCounts = {
  readonly of: (viewer: Viewer) => Counts
  /** Undefined for the owner, and if something was written since. */
  readonly known: (viewer: Viewer) => Counts | undefined
  readonly keep: (viewer: Viewer, counts: Counts) => void
}

/**
 * The cameras a viewer may know about: for visitors those with a photo they can see, counted once
 * per data version because it reads every camera's photos. The owner's counts are cheap and read
 * each time, so that they are also right within a transaction.
 */
export function createCameraCounts(
  version: () => number,
  photos: Pick<Photos, 'cameraCounts'>,
): CameraCounts {
  const byAudience = new Map<string, Counts>()
  let current = version()

  const audienceOf = ({ grants }: Viewer) => grants.toSorted().join()
  const known = (viewer: Viewer) => {
    if (viewer.isOwner) return undefined
    if (version() !== current || byAudience.size > maxAudiences) {
      byAudience.clear()
      current = version()
    }
    return byAudience.get(audienceOf(viewer))
  }
  const keep = (viewer: Viewer, counts: Counts) => byAudience.set(audienceOf(viewer), counts)

  return {
    of: (viewer) => {
      if (viewer.isOwner) return photos.cameraCounts(viewer)
      const counts =
        known(viewer) ?? photos.cameraCounts({ ...anonymousVisitor, grants: viewer.grants })
      keep(viewer, counts)
      return counts
    },
    known,
    keep,
  }
}

/** What counting cameras needs of the photos. */
export type CountedPhotos = Pick<
  Photos,
  'cameraCounts' | 'listSource' | 'namesOf' | 'page' | 'prepareFilters' | 'visibleCameras'
>

/**
 * Counts a visitor's cameras in memory, before the counts are needed: with 100,000 photos the query
 * would block other requests for 130 ms.
 */
export function prepareCameraCounts(counts: CameraCounts, photos: CountedPhotos) {
  return async (viewer: Viewer): Promise<void> => {
    if (viewer.isOwner || counts.known(viewer)) return
    const source = photos.listSource(viewer)
    await photos.prepareFilters(source)
    if (counts.known(viewer)) return
    const { rowIds } = photos.page(source, {})
    const listed = photos.namesOf('camera', rowIds, viewer, Number.POSITIVE_INFINITY)
    const found = new Map(listed.map(({ value, count }) => [value, count]))
    const visitor = { ...anonymousVisitor, grants: viewer.grants }
    for (const id of photos.visibleCameras([...found.keys()], visitor)) found.set(id, 0)
    counts.keep(viewer, found)
  }
}
