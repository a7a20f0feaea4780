import { anonymousVisitor, type Viewer } from '../contract/viewer.ts'
import type { Photos } from '../photos/photos.ts'

/** Counts are cached for this many sets of share codes, then all are dropped. */
const maxAudiences = 50

/** By camera id, the number of photos that a search for its model lists for the viewer. */
export type CameraCounts = (viewer: Viewer) => ReadonlyMap<string, number>

/**
 * The cameras a viewer may know about: for visitors those with a photo they can see, counted once
 * per data version because it reads every camera's photos. The owner's counts are cheap and read
 * each time, so that they are also right within a transaction.
 */
export function createCameraCounts(
  version: () => number,
  photos: Pick<Photos, 'cameraCounts'>,
): CameraCounts {
  const known = new Map<string, ReadonlyMap<string, number>>()
  let current = version()

  return (viewer) => {
    if (viewer.isOwner) return photos.cameraCounts(viewer)
    if (version() !== current || known.size > maxAudiences) {
      known.clear()
      current = version()
    }
    const { grants } = viewer
    const audience = grants.toSorted().join()
    const counts = known.get(audience) ?? photos.cameraCounts({ ...anonymousVisitor, grants })
    known.set(audience, counts)
    return counts
  }
}
