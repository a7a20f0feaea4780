import { ArrowDown, ArrowUp, Grip } from 'lucide-react'
import { type KeyboardEvent, memo, type PointerEvent } from 'react'
import { altText } from '../../src/contract/photo-facts.ts'
import type { Photo } from '../../src/contract/photos.ts'
import { averageColour } from '../../src/contract/tile.ts'
import { TilePicture } from '../photos/grid/tile-picture.tsx'
import * as styles from './order-photos.css.ts'
import { texts } from './texts.ts'

type OrderTileProps = {
  photo: Photo
  place: number
  isDragged: boolean
  isLifted: boolean
  /** The handlers stay the same functions: thousands of tiles are drawn with them. */
  onGrip: (event: PointerEvent, id: string) => void
  onMove: (id: string, by: 1 | -1) => void
  onGripKey: (event: KeyboardEvent, id: string) => void
}

const words = texts.ordering
const icon = { 'aria-hidden': true, size: 18, strokeWidth: 1.8 } as const

/** A photo with its place: gripped by the mouse anywhere, by a finger at its grip. */
export const OrderTile = memo(function OrderTile(props: OrderTileProps) {
  const { photo, place, isDragged, isLifted, onGrip, onMove, onGripKey } = props
  const { id } = photo
  const name = altText(photo)
  return (
    <li className={styles.tile} data-photo={id} data-dragged={isDragged} data-lifted={isLifted}>
      <div
        className={styles.picture}
        style={{ backgroundColor: averageColour(photo.thumbhash) }}
        onPointerDown={(event) => {
          if (event.pointerType === 'mouse') onGrip(event, id)
        }}
      >
        <TilePicture photo={photo} sizes="180px" className={styles.image} />
        <span className={styles.place} aria-hidden="true">
          {place + 1}
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
          className={styles.grip}
          aria-label={words.drag(name)}
          aria-describedby={styles.dragHintId}
          aria-pressed={isLifted}
          data-move="grip"
          onPointerDown={(event) => onGrip(event, id)}
          onKeyDown={(event) => onGripKey(event, id)}
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
