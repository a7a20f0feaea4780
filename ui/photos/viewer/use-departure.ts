import { useLocation, useNavigate } from 'react-router'
import { gridPath, photoPath, useListAddress } from '../list/address.ts'
import { removeFromList, removePhoto } from '../list/store.ts'
import type { Paging } from './paging.ts'

/**
 * After a photo has left the list: the next one is shown, at the end the previous, at last the grid.
 */
export function useDeparture({ previous, next }: Paging) {
  const navigate = useNavigate()
  const { search } = useLocation()
  const list = useListAddress()
  const leave = async (takeOut: () => void) => {
    const neighbour = next ?? previous
    const target = neighbour ? photoPath(list, neighbour.id, search) : gridPath(list, 0, 1)
    // The neighbour first, so that it is not off the wall for a moment while the list closes up.
    if (neighbour) await navigate(target, { replace: true })
    takeOut()
    if (!neighbour) await navigate(target, { replace: true })
  }
  return {
    leaveDeleted: (photoId: string) => void leave(() => removePhoto(photoId)),
    /** The photo is in that album no more, but still there. */
    leaveAlbum: (photoId: string, albumId: string) =>
      void leave(() => removeFromList(photoId, `album:${albumId}`)),
  }
}
