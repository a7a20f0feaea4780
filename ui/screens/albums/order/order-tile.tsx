import { useDraggable } from '@dnd-kit/core'
import { ArrowDown, ArrowUp, Grip } from 'lucide-react'
import { memo } from 'react'
import type { Photo } from '../../../../src/contract/photos/photos.ts'
import { averageColour } from '../../../../src/contract/photos/tile.ts'
import { TilePicture } from '../../../catalogue/grid/tile-picture.tsx'
import { photoLabel } from '../../../catalogue/photo-label.ts'
import { texts } from '../../../features/albums/texts.ts'
import * as styles from './styles.css.ts'

type OrderTileProps = {
  photo: Photo
  index: number
  /** Must stay the same function, or thousands of tiles are re-rendered. */
  onMove: (id: string, by: 1 | -1) => void
}

const words = texts.ordering
const icon = { 'aria-hidden': true, size: 18, strokeWidth: 1.8 } as const

/** A photo with its position, dragged by its picture or its grip. */
export const OrderTile = memo(function OrderTile({ photo, index, onMove }: OrderTileProps) {
  const { id } = photo
  const { setNodeRef, setActivatorNodeRef, listeners, attributes, isDragging } = useDraggable({
    id,
    attributes: { roleDescription: words.roleDescription },
  })
  const name = photoLabel(photo)
  return (
    <li className={styles.tile} data-photo={id} data-dragged={isDragging}>
      <div
        ref={setNodeRef}
        className={styles.picture}
        style={{ backgroundColor: averageColour(photo.thumbhash) }}
        {...listeners}
      >
        <Picture photo={photo} />
        <span className={styles.position} aria-hidden="true">
          {index + 1}
        </span>
      </div>
      <div className={styles.buttons}>
        <button
          type="button"
          className={styles.button}
          aria-label={words.up(name)}
          title={words.up(name)}
          data-move="up"
          onClick={() => onMove(id, -1)}
        >
          <ArrowUp {...icon} />
        </button>
        <button
          type="button"
          {...attributes}
          {...listeners}
          ref={setActivatorNodeRef}
          className={styles.grip}
          aria-label={words.drag(name)}
          aria-pressed={isDragging}
          data-move="grip"
        >
          <Grip {...icon} />
        </button>
        <button
          type="button"
          className={styles.button}
          aria-label={words.down(name)}
          title={words.down(name)}
          data-move="down"
          onClick={() => onMove(id, 1)}
        >
          <ArrowDown {...icon} />
        </button>
      </div>
    </li>
  )
})

/** Memoized, since dnd-kit re-renders all tiles with each move. */
const Picture = memo(function Picture({ photo }: { photo: Photo }) {
  return <TilePicture photo={photo} sizes="180px" className={styles.image} />
})
