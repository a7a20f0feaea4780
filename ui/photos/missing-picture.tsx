import { useRef, useState } from 'react'
import { useAskingAgain } from '../components/use-asking-again.ts'
import * as styles from './grid/styles.css.ts'

type Tries = {
  readonly fileName: string
  /** How often in a row it has failed. */
  readonly failures: number
  /** How often it was asked for again: another number is another element, and another request. */
  readonly tries: number
}

/** What is known of a tile's picture: of one that loads nothing is kept, and nothing drawn anew. */
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

/** In place of a picture that failed, until it comes: its words, on the colour of the tile. */
export function MissingPicture({ alt, failures, onAskAgain }: MissingPictureProps) {
  const element = useRef<HTMLSpanElement>(null)
  useAskingAgain(element, failures, onAskAgain)
  // The picture, out of sight, has told them to screen readers.
  return (
    <span ref={element} className={styles.missingWords} dir="auto" aria-hidden="true">
      {alt}
    </span>
  )
}
