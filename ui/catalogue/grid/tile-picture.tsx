import { useRef, useState } from 'react'
import { altText } from '../../../src/contract/photos/photo-facts.ts'
import type { Photo } from '../../../src/contract/photos/photos.ts'
import { tileSources } from '../../../src/contract/photos/tile.ts'
import { ResponsiveImage } from '../../kit/components/ResponsiveImage.tsx'
import { usePictureRetry } from '../../kit/components/use-picture-retry.ts'
import * as styles from './styles.css.ts'

type Pictured = Parameters<typeof altText>[0] & Pick<Photo, 'fileName'>
type TilePictureProps = { photo: Pictured; sizes: string; className: string }

/** A photo's thumbnail outside the grid; if it fails it is retried, as in the grid. */
export function TilePicture({ photo, sizes, className }: TilePictureProps) {
  const { failures, tries, onLoad, onError, retry } = useTries(photo.fileName)
  const alt = altText(photo)
  return (
    <>
      <ResponsiveImage
        key={tries}
        className={className}
        // Hides the browser's broken-image icon.
        style={failures > 0 ? { opacity: 0 } : undefined}
        loading="lazy"
        decoding="async"
        sizes={sizes}
        sources={tileSources(photo)}
        onLoad={onLoad}
        onError={onError}
        width="400"
        height="400"
        alt={alt}
        draggable={false}
      />
      {failures > 0 && <MissingPicture alt={alt} failures={failures} onRetry={retry} />}
    </>
  )
}

type Tries = {
  readonly fileName: string
  /** Consecutive failures. */
  readonly failures: number
  /** Number of retries: the element's key, since only a new element makes a new request. */
  readonly tries: number
}

/** Tracks attempts to load a tile's picture; a picture that loads at once needs no state. */
export function useTries(fileName: string) {
  const [state, setState] = useState<Tries>()
  const failures = state?.fileName === fileName ? state.failures : 0
  const tries = state?.tries ?? 0
  return {
    failures,
    tries,
    onLoad: () => {
      if (failures > 0) setState({ fileName, failures: 0, tries })
    },
    onError: () => setState({ fileName, failures: failures + 1, tries }),
    retry: () => setState({ fileName, failures, tries: tries + 1 }),
  }
}

type MissingPictureProps = { alt: string; failures: number; onRetry: () => void }

/** Shows the alt text of a picture that failed, and retries. */
export function MissingPicture({ alt, failures, onRetry }: MissingPictureProps) {
  const element = useRef<HTMLSpanElement>(null)
  usePictureRetry(element, failures, onRetry)
  // Screen readers get it from the hidden picture.
  return (
    <span ref={element} className={styles.missingWords} dir="auto" aria-hidden="true">
      {alt}
    </span>
  )
}
