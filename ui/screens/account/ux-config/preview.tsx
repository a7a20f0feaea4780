import type { CSSProperties } from 'react'
import type { Photo } from '../../../../src/contract/photos/photos.ts'
import { pictureSources } from '../../../../src/contract/photos/picture-sources.ts'
import { averageColour, tileSources } from '../../../../src/contract/photos/tile.ts'
import type { UxConfig } from '../../../../src/contract/site/ux-config.ts'
import { loadPage } from '../../../catalogue/list/reader.ts'
import { ResponsiveImage } from '../../../kit/components/ResponsiveImage.tsx'
import { useResource } from '../../../kit/resource.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

/** Enough rows to fill the preview, whose sides are 4 : 3. */
const rowsFor = (columns: number) => Math.ceil(columns * 0.75) + 1
/** The width of the preview relative to a page. */
const share = 0.3

/** A small grid and viewer with the owner's newest photos. */
export function UxConfigPreview({ config }: { config: UxConfig }) {
  const photos = useNewestPhotos()
  const { photoGridCols: columns, photoGridSpacing, photoBorders, showBio } = config
  const tiles = Array.from({ length: columns * rowsFor(columns) }, (_, place) => place)
  const measures = {
    gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
    gap: `${photoGridSpacing * share}px`,
    paddingInline: `${photoGridSpacing * share}px`,
  } as CSSProperties
  const shown = photos[0]
  return (
    <div className={styles.preview} aria-hidden="true">
      <p className={styles.caption}>{texts.preview}</p>
      <div className={styles.sheet}>
        {showBio && (
          <div className={styles.bio}>
            <span className={styles.avatar} />
            <span className={styles.text} />
          </div>
        )}
        <div className={styles.grid} style={measures}>
          {tiles.map((place) => (
            <Tile key={place} photo={photos[place % photos.length]} columns={columns} />
          ))}
        </div>
      </div>
      <div className={styles.wall[photoBorders]}>
        {shown && (
          <ResponsiveImage
            className={styles.picture}
            sources={pictureSources(shown)}
            sizes="300px"
            width={shown.width}
            height={shown.height}
            alt=""
          />
        )}
      </div>
    </div>
  )
}

function Tile({ photo, columns }: { photo: Photo | undefined; columns: number }) {
  if (!photo) return <span className={styles.tile} />
  return (
    <span className={styles.tile} style={{ backgroundColor: averageColour(photo.thumbhash) }}>
      <ResponsiveImage
        className={styles.tilePicture}
        sizes={`${Math.ceil(300 / columns)}px`}
        sources={tileSources(photo)}
        alt=""
      />
    </span>
  )
}

/** Empty while loading and on failure: the preview works without photos. */
function useNewestPhotos(): readonly Photo[] {
  return useResource(fetchNewestPhotos, { isLogged: true }).data ?? []
}

const fetchNewestPhotos = async () => (await loadPage('all', 0)).pages.get(0) ?? []
