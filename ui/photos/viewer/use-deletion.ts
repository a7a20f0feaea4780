import { useLocation, useNavigate } from 'react-router'
import { gridPath, photoPath, useListAddress } from '../list-address.ts'
import { removePhoto } from '../removal.ts'
import type { Paging } from './paging.ts'

/** After a photo is gone: the next one is shown, at the end the previous, at last the grid. */
export function useDeletion({ previous, next }: Paging): (photoId: string) => void {
  const navigate = useNavigate()
  const { search } = useLocation()
  const list = useListAddress()
  const leave = async (photoId: string) => {
    const neighbour = next ?? previous
    const target = neighbour ? photoPath(list, neighbour.id, search) : gridPath(list, 0, 1)
    // The neighbour first, so that it is not off the wall for a moment while the list closes up.
    if (neighbour) await navigate(target, { replace: true })
    removePhoto(photoId)
    if (!neighbour) await navigate(target, { replace: true })
  }
  return (photoId) => void leave(photoId)
}
