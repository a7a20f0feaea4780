import { averageColour } from '../../../src/contract/photos/tile.ts'
import type { PhotoCard } from '../../../src/contract/site/evidence.ts'
import { TilePicture } from '../../catalogue/grid/tile-picture.tsx'
import { Link } from '../../kit/components/Link.tsx'
import * as styles from './styles.css.ts'

type CardPictureProps = {
  photo: PhotoCard
  /** The photo's page. */
  to: string
  /** The picture's width, as in the `sizes` of an image. */
  sizes: string
}

/** A square thumbnail that leads to its photo. */
export function CardPicture({ photo, to, sizes }: CardPictureProps) {
  return (
    <Link
      className={styles.picture}
      to={to}
      style={{ backgroundColor: averageColour(photo.thumbhash) }}
    >
      <TilePicture photo={photo} sizes={sizes} className={styles.image} />
    </Link>
  )
}
