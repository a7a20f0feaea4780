import { altText } from '../../../src/contract/photo-facts.ts'
import type { Photo } from '../../../src/contract/photos.ts'
import { tileSources } from '../../../src/contract/tile.ts'
import { MissingPicture, useTries } from '../missing-picture.tsx'

type TilePictureProps = { photo: Photo; sizes: string; className: string }

/** A photo's square on a tile of the owner's; one that fails is asked for again, as in the grid. */
export function TilePicture({ photo, sizes, className }: TilePictureProps) {
  const { failures, tries, onLoad, onError, askAgain } = useTries(photo.fileName)
  const alt = altText(photo)
  return (
    <>
      <img
        key={tries}
        className={className}
        // Without the browser's sign for it.
        style={failures > 0 ? { opacity: 0 } : undefined}
        loading="lazy"
        decoding="async"
        sizes={sizes}
        {...tileSources(photo)}
        onLoad={onLoad}
        onError={onError}
        width="400"
        height="400"
        alt={alt}
        draggable={false}
      />
      {failures > 0 && <MissingPicture alt={alt} failures={failures} onAskAgain={askAgain} />}
    </>
  )
}
