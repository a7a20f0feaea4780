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
  const { failureCount, attempt, onLoad, onError, retry } = useImageRetry(photo.fileName)
  const alt = altText(photo)
  return (
    <>
      <ResponsiveImage
        key={attempt}
        className={className}
        // Hides the browser's broken-image icon.
        style={failureCount > 0 ? { opacity: 0 } : undefined}
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
      {failureCount > 0 && <MissingPicture alt={alt} failureCount={failureCount} onRetry={retry} />}
    </>
  )
}

type ImageRetry = {
  readonly fileName: string
  /** Consecutive failureCount. */
  readonly failureCount: number
  /** Number of retries: the element's key, since only a new element makes a new request. */
  readonly attempt: number
}

/** Tracks attempts to load a tile's picture; a picture that loads at once needs no state. */
export function useImageRetry(fileName: string) {
  const [state, setState] = useState<ImageRetry>()
  const failureCount = state?.fileName === fileName ? state.failureCount : 0
  const attempt = state?.attempt ?? 0
  return {
    failureCount,
    attempt,
    onLoad: () => {
      if (failureCount > 0) setState({ fileName, failureCount: 0, attempt })
    },
    onError: () => setState({ fileName, failureCount: failureCount + 1, attempt }),
    retry: () => setState({ fileName, failureCount, attempt: attempt + 1 }),
  }
}

type MissingPictureProps = { alt: string; failureCount: number; onRetry: () => void }

/** Shows the alt text of a picture that failed, and retries. */
export function MissingPicture({ alt, failureCount, onRetry }: MissingPictureProps) {
  const element = useRef<HTMLSpanElement>(null)
  usePictureRetry(element, failureCount, onRetry)
  // Screen readers get it from the hidden picture.
  return (
    <span ref={element} className={styles.missingWords} dir="auto" aria-hidden="true">
      {alt}
    </span>
  )
}
