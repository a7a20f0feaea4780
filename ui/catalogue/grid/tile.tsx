import { atom, useStore } from 'jotai'
import { type CSSProperties, memo, useRef } from 'react'
import { altText } from '../../../src/contract/photos/photo-facts.ts'
import type { Photo } from '../../../src/contract/photos/photos.ts'
import { averageColour, tileLoading, tileSources } from '../../../src/contract/photos/tile.ts'
import { useNear } from '../../kit/components/in-view.ts'
import { Link } from '../../kit/components/Link.tsx'
import { ResponsiveImage } from '../../kit/components/ResponsiveImage.tsx'
import { openFrom } from '../../kit/navigation/view-transitions.ts'
import { paths } from '../../kit/paths.ts'
import { type ListAddress, photoPath } from '../list/address.ts'
import type { GridTools } from './grid-tools.ts'
import * as styles from './styles.css.ts'
import { MissingPicture, useImageRetry } from './tile-picture.tsx'

type RowBlockProps = {
  /** Whole rows of photos; undefined for those still loading. */
  photos: readonly (Photo | undefined)[]
  /** The grid position of the first photo. */
  start: number
  columns: number
  sizes: string
  list: ListAddress
  tools: GridTools | undefined
}

/**
 * Some rows of the grid, independent of the list's pages, which may end within a row. A block is
 * not re-rendered when more photos follow it.
 */
export const RowBlock = memo(function RowBlock(props: RowBlockProps) {
  const { photos, start, columns, sizes, list, tools } = props
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
        const position = start + index
        return photo ? (
          <Tile
            key={position}
            photo={photo}
            sizes={sizes}
            list={list}
            position={position}
            isNear={isNear}
            tools={tools}
          />
        ) : (
          <span key={position} className="tile is-awaited" />
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
    before.tools === after.tools &&
    before.photos.length === after.photos.length &&
    before.photos.every((photo, index) => photo === after.photos[index])
  )
}

type TileProps = {
  photo: Photo
  sizes: string
  list: ListAddress
  position: number
  /** While false, the tile is empty but named; its picture is loaded when it comes near. */
  isNear: boolean
  tools: GridTools | undefined
}

/** Pictures loaded since the page was opened. Mutated in place: nothing re-renders when it changes. */
const loadedAtom = atom(() => new Set<string>())

function Tile({ photo, sizes, position, isNear, list, tools }: TileProps) {
  // Pictures loaded before are decoded synchronously, to avoid a flash of the placeholder colour.
  const loaded = useStore().get(loadedAtom)
  const { loading, fetchPriority } = tileLoading(position)
  const isEager = loading === 'eager' || loaded.has(photo.fileName)
  const alt = altText(photo)
  const { failureCount, attempt, onLoad, onError, retry } = useImageRetry(photo.fileName)
  // Only in the list of all photos: elsewhere, private photos are shown for their own sake.
  const isDimmed = photo.isPublic === false && list.grid === paths.home()
  const link = (
    <Link
      className={isDimmed ? 'tile is-private' : 'tile'}
      to={photoPath(list, photo.id)}
      viewTransition
      onClick={openFrom}
      style={{ backgroundColor: averageColour(photo.thumbhash) }}
      aria-label={isNear ? undefined : alt}
    >
      {isNear && (
        <ResponsiveImage
          key={attempt}
          className={failureCount > 0 ? styles.missing : undefined}
          loading={isEager ? 'eager' : 'lazy'}
          fetchPriority={fetchPriority}
          decoding={isEager ? 'sync' : 'async'}
          sizes={sizes}
          sources={tileSources(photo)}
          onLoad={() => {
            loaded.add(photo.fileName)
            onLoad()
          }}
          onError={onError}
          width="400"
          height="400"
          alt={alt}
        />
      )}
      {isNear && failureCount > 0 && (
        <MissingPicture alt={alt} failureCount={failureCount} onRetry={retry} />
      )}
    </Link>
  )
  if (!tools) return link
  return (
    <div className={styles.ownersTile}>
      {link}
      <tools.TileTools photo={photo} />
    </div>
  )
}
