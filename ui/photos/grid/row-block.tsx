import { type CSSProperties, memo, useRef } from 'react'
import type { Photo } from '../../../src/contract/photos.ts'
import { useNear } from '../../components/in-view.ts'
import type { ListAddress } from '../list/address.ts'
import type { LockButton } from '../lock-button.tsx'
import * as styles from './styles.css.ts'
import { Tile } from './tile.tsx'

type RowBlockProps = {
  /** Photos of some whole rows, in order; undefined where one is still to come. */
  photos: readonly (Photo | undefined)[]
  /** The place of the first of them in the grid. */
  start: number
  columns: number
  sizes: string
  list: ListAddress
  Lock: typeof LockButton | undefined
}

/**
 * Some rows of the grid, independent of the pages, which may end within a row. A block whose
 * photos are the same is not drawn again, however many come after it.
 */
export const RowBlock = memo(function RowBlock(props: RowBlockProps) {
  const { photos, start, columns, sizes, list, Lock } = props
  const element = useRef<HTMLDivElement>(null)
  const isNear = useNear(element, start === 0)
  const rows = Math.ceil(photos.length / columns)
  return (
    <div
      ref={element}
      className={`photo-grid ${start === 0 ? styles.block : styles.later}`}
      style={{ '--rows': rows } as CSSProperties}
    >
      {photos.map((photo, index) => {
        const place = start + index
        return photo ? (
          <Tile
            key={place}
            photo={photo}
            sizes={sizes}
            list={list}
            place={place}
            isNear={isNear}
            Lock={Lock}
          />
        ) : (
          <span key={place} className="tile is-awaited" />
        )
      })}
    </div>
  )
}, isSame)

function isSame(before: RowBlockProps, after: RowBlockProps): boolean {
  return (
    before.start === after.start &&
    before.columns === after.columns &&
    before.sizes === after.sizes &&
    before.list === after.list &&
    before.Lock === after.Lock &&
    before.photos.length === after.photos.length &&
    before.photos.every((photo, index) => photo === after.photos[index])
  )
}
