import { BookOpen, Lock, LockOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import { altText } from '../../src/contract/photo-facts.ts'
import type { Photo } from '../../src/contract/photos.ts'
import * as styles from './grid/styles.css.ts'
import { hide, publish } from './photostream.ts'
import { texts } from './texts.ts'

/**
 * The owner's lock on a tile: open and pressed in the photostream, closed when nobody else sees the
 * photo. One that open albums show has their mark in place of the closed lock.
 */
export function LockButton({ photo }: { photo: Photo }): ReactNode {
  const isPublic = photo.isPublic === true
  const isElsewhere = !isPublic && (photo.visibleIn?.length ?? 0) > 0
  const Icon = isPublic ? LockOpen : isElsewhere ? BookOpen : Lock
  const state = isPublic ? 'public' : isElsewhere ? 'elsewhere' : 'private'
  return (
    <button
      type="button"
      className={styles.lock}
      aria-pressed={isPublic}
      aria-label={texts.lock.label(altText(photo))}
      title={texts.lock[state]}
      data-state={state}
      onClick={() => void (isPublic ? hide(photo) : publish(photo))}
    >
      <span className={styles.lockFace}>
        <Icon aria-hidden="true" />
      </span>
    </button>
  )
}
