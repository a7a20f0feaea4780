import { useRef, useState } from 'react'
import { altText } from '../../../src/contract/photo-facts.ts'
import type { Photo } from '../../../src/contract/photos.ts'
import { tileSources } from '../../../src/contract/tile.ts'
import { usePictureRetry } from '../../components/use-picture-retry.ts'
import * as styles from './styles.css.ts'

type TilePictureProps = { photo: Photo; sizes: string; className: string }

/** A photo's square outside the grid, for the owner; if it fails it is retried, as in the grid. */
export function TilePicture({ photo, sizes, className }: TilePictureProps) {
  const { failures, tries, onLoad, onError, askAgain } = useTries(photo.fileName)
  const alt = altText(photo)
  return (
    <>
      <img
        key={tries}
        className={className}
        // Hides the browser's own sign for a missing picture.
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

type Tries = {
  readonly fileName: string
  /** How often in a row it has failed. */
  readonly failures: number
  /** How often it was retried: each try is an element of its own, and so another request. */
  readonly tries: number
}

/** The attempts to load a tile's picture; nothing is kept of one that loads at once. */
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
    askAgain: () => setState({ fileName, failures, tries: tries + 1 }),
  }
}

type MissingPictureProps = { alt: string; failures: number; onAskAgain: () => void }

/** In place of a picture that failed: its alternative text, on the tile's colour. */
export function MissingPicture({ alt, failures, onAskAgain }: MissingPictureProps) {
  const element = useRef<HTMLSpanElement>(null)
  usePictureRetry(element, failures, onAskAgain)
  // Screen readers read it from the hidden picture.
  return (
    <span ref={element} className={styles.missingWords} dir="auto" aria-hidden="true">
      {alt}
    </span>
  )
}
