import { altText } from '../../src/contract/photo-facts.ts'
import type { Photo } from '../../src/contract/photos.ts'
import { averageColour, tileLoading, tileSources } from '../../src/contract/tile.ts'
import { Link } from '../components/Link.tsx'
import * as styles from './grid.css.ts'
import { type ListAddress, photoPath } from './list-address.ts'
import type { LockButton } from './lock-button.tsx'
import { MissingPicture, useTries } from './missing-picture.tsx'
import { growFrom } from './tile-transition.ts'

type TileProps = {
  photo: Photo
  /** What the grid's tiles have in `sizes`. */
  sizes: string
  list: ListAddress
  /** Where it stands in the grid, from 0. */
  place: number
  /** Once false it only keeps its place, with its name; the picture comes when it is near. */
  isNear: boolean
  /** The owner's button on the tile, where they see one. */
  Lock: typeof LockButton | undefined
}

/** The pictures that have been there since the page was loaded. */
const loaded = new Set<string>()

/** A photo in the grid; for the owner with a lock on it. */
export function Tile({ photo, sizes, place, isNear, list, Lock }: TileProps) {
  // A picture that was there already is painted at once again, without a flash of its colour.
  const { loading, fetchPriority } = tileLoading(place)
  const isEager = loading === 'eager' || loaded.has(photo.fileName)
  const alt = altText(photo)
  const { failures, tries, onLoad, onError, askAgain } = useTries(photo.fileName)
  const link = (
    <Link
      className={photo.isPublic === false ? 'tile is-private' : 'tile'}
      to={photoPath(list, photo.id)}
      viewTransition
      onClick={growFrom}
      style={{ backgroundColor: averageColour(photo.thumbhash) }}
      aria-label={isNear ? undefined : alt}
    >
      {isNear && (
        <img
          key={tries}
          className={failures > 0 ? styles.missing : undefined}
          // Before the addresses: attributes are set in this order.
          loading={isEager ? 'eager' : 'lazy'}
          fetchPriority={fetchPriority}
          decoding={isEager ? 'sync' : 'async'}
          sizes={sizes}
          {...tileSources(photo)}
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
      {isNear && failures > 0 && (
        <MissingPicture alt={alt} failures={failures} onAskAgain={askAgain} />
      )}
    </Link>
  )
  if (!Lock) return link
  return (
    <div className={styles.ownersTile}>
      {link}
      <Lock photo={photo} />
    </div>
  )
}
