import { plainVisitor, type Viewer } from '../contract/viewer.ts'
import type { Photos } from '../photos/photos.ts'

/** Holders of so many different share codes have their counts kept; then all are forgotten. */
const mostAudiences = 50

/** By id, how many photos a search for its model lists the viewer. */
export type SeenCameras = (viewer: Viewer) => ReadonlyMap<string, number>

/**
 * The cameras that a viewer may know of: for visitors those that took a photo they can see, counted
 * once for each data version, since that reads every camera's photos. The owner's counts are read
 * each time: they are cheap, and right within a transaction too.
 */
export function createSeenCameras(
  version: () => number,
  photos: Pick<Photos, 'cameraCounts'>,
): SeenCameras {
  const known = new Map<string, ReadonlyMap<string, number>>()
  let current = version()

  return (viewer) => {
    if (viewer.isOwner) return photos.cameraCounts(viewer)
    if (version() !== current || known.size > mostAudiences) {
      known.clear()
      current = version()
    }
    const { grants } = viewer
    const audience = grants.toSorted().join()
    const counts = known.get(audience) ?? photos.cameraCounts({ ...plainVisitor, grants })
    known.set(audience, counts)
    return counts
  }
}
