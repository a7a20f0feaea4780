import { atom, useAtomValue } from 'jotai'
import { Check } from 'lucide-react'
import { type MouseEvent, useMemo } from 'react'
import type { Photo } from '../../../src/contract/photos/photos.ts'
import { photoLabel } from '../../catalogue/photo-label.ts'
import * as styles from './select-box.css.ts'
import { extendTo, selectionAtom, toggle } from './state.ts'
import { texts } from './texts.ts'

/** Selects a tile's photo. Not a stop of the Tab key: Space on the tile does the same. */
export function SelectBox({ photo }: { photo: Photo }) {
  const { id } = photo
  const isSelected = useAtomValue(
    useMemo(() => atom((get) => get(selectionAtom)?.ids.has(id) === true), [id]),
  )
  const press = ({ shiftKey }: MouseEvent) => {
    if (shiftKey) extendTo(id)
    else toggle(id)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a checkbox's own click would not know about Shift
    <button
      type="button"
      role="checkbox"
      aria-checked={isSelected}
      aria-label={texts.selectPhoto(photoLabel(photo))}
      tabIndex={-1}
      className={styles.box}
      onClick={press}
    >
      <span className={styles.face}>
        <Check className={styles.check} aria-hidden="true" strokeWidth={2.75} />
      </span>
    </button>
  )
}
