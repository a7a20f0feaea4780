import { useId } from 'react'
import { useNavigate } from 'react-router'
import type { Album } from '../../../../src/contract/albums/albums.ts'
import { changedAlbumAtom } from '../../../catalogue/albums/rule-state.ts'
import { Button } from '../../../kit/components/Button.tsx'
import { label } from '../../../kit/components/TextField.css.ts'
import { store } from '../../../kit/state/store.ts'
import { openFilterPanel } from '../../filter/filter-button.tsx'
import { filledBy, gridOf } from './filled-by.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

type RuleFieldProps = {
  album: Album
  isStopped: boolean
  onStop: (isStopped: boolean) => void
}

const words = texts.field

/** What fills the album; leads to its filter, or stops filling it. */
export function RuleField({ album, isStopped, onStop }: RuleFieldProps) {
  const id = useId()
  const navigate = useNavigate()
  const { rule = '' } = album

  const changeFilter = async () => {
    store.set(changedAlbumAtom, { id: album.id, name: album.name })
    await navigate(gridOf(rule))
    await openFilterPanel()
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div className={styles.field} role="group" aria-labelledby={id}>
      <span className={label} id={id}>
        {words.label}
      </span>
      {isStopped ? (
        <p role="status">{words.stopped}</p>
      ) : (
        <>
          <p className={styles.intro}>{texts.filter}</p>
          <p className={styles.filter} dir="auto">
            {filledBy(rule)}
          </p>
        </>
      )}
      <div className={styles.buttons}>
        {!isStopped && <Button onClick={() => void changeFilter()}>{words.change}</Button>}
        <Button onClick={() => onStop(!isStopped)}>{isStopped ? words.goOn : words.stop}</Button>
      </div>
      {!isStopped && <p className={styles.intro}>{words.stopHint}</p>}
    </div>
  )
}
