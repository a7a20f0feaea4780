import { Dialog } from '@base-ui/react/dialog'
import { useRef } from 'react'
import { useLoaderData, useLocation, useNavigate, useParams } from 'react-router'
import type { Photo } from '../../../src/contract/photos/photos.ts'
import { photoPath, useListAddress } from '../../catalogue/list/address.ts'
import { type CollectionData, positionOf } from '../../catalogue/list/pages.ts'
import { pageSizeOf } from '../../catalogue/list/reader.ts'
import { firstPageOf } from '../../catalogue/list/source.ts'
import { collectionOf } from '../../catalogue/list/store.ts'
import { useLayer } from '../../kit/navigation/layers.ts'
import { scrollIntoView } from '../../kit/navigation/view-transitions.ts'
import { slideshowText } from './button-text.ts'
import { Show } from './show.tsx'
import * as styles from './styles.css.ts'

type SlideshowProps = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }

/**
 * The photos of the list on the screen, from the viewer's photo or the grid's first one on. When it
 * is closed, the viewer shows the photo seen last, and a grid has the focus on its tile.
 */
export function Slideshow({ isOpen, onOpenChange }: SlideshowProps) {
  const { source } = useLoaderData<CollectionData>()
  const { photoId } = useParams()
  const { search } = useLocation()
  const navigate = useNavigate()
  const list = useListAddress()
  const stage = useRef<HTMLDivElement>(null)
  const last = useRef<Photo | undefined>(undefined)

  const start = () => {
    const collection = collectionOf(source)
    if (photoId) return (collection && positionOf(collection, photoId)) ?? 0
    return firstPageOf(new URLSearchParams(search), source) * pageSizeOf(source)
  }
  const close = () => {
    onOpenChange(false)
    const photo = last.current
    if (!photo || !photoId || photo.id === photoId) return
    void navigate(photoPath(list, photo.id, search), { replace: true })
  }
  useLayer(isOpen, close)
  const tile = () => (photoId || !last.current ? null : tileOf(last.current))

  return (
    <Dialog.Root
      open={isOpen}
      onOpenChange={(isWanted) => !isWanted && close()}
      onOpenChangeComplete={(isShown) => {
        const seen = isShown ? null : tile()
        if (seen) scrollIntoView(seen)
      }}
    >
      <Dialog.Portal>
        <Dialog.Popup
          className={styles.place}
          aria-label={slideshowText}
          // Not a button, which the space bar would press.
          initialFocus={stage}
          finalFocus={() => tile() ?? true}
        >
          <Show
            stage={stage}
            source={source}
            start={start()}
            onPhoto={(photo) => {
              last.current = photo
            }}
            onClose={close}
          />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

const tileOf = ({ id }: Photo) =>
  document.querySelector<HTMLElement>(`.photo-grids a.tile[href*="/${CSS.escape(id)}"]`)
