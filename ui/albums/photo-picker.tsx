import { Check } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import type { Photo } from '../../src/contract/photos.ts'
import { averageColour } from '../../src/contract/tile.ts'
import { Button } from '../components/Button.tsx'
import { TilePicture } from '../photos/grid/tile-picture.tsx'
import type { Source } from '../photos/list/pages.ts'
import * as styles from './photo-picker.css.ts'
import { texts } from './texts.ts'
import { usePickerPhotos } from './use-picker-photos.ts'

type PhotoPickerProps = {
  source: Source
  /** Photos that are not offered. */
  excluded?: ReadonlySet<string>
  chosen: ReadonlySet<string>
  /** One photo, as by radio buttons, in place of any number of them. */
  isSingle?: boolean
  /** Must stay the same function: thousands of tiles are drawn by it. */
  onChoose: (photo: Photo, isChosen: boolean) => void
  /** What stands there when there is nothing to choose from. */
  empty: ReactNode
}

const nothing: ReadonlySet<string> = new Set()

/** A grid of photos to choose from, read on as it is scrolled. */
export function PhotoPicker(props: PhotoPickerProps) {
  const { source, excluded = nothing, chosen, isSingle = false, onChoose, empty } = props
  const { photos, hasMore, failure, loadMore, end } = usePickerPhotos(source, excluded)
  if (photos.length === 0 && !hasMore) return <div className={styles.empty}>{empty}</div>
  return (
    <fieldset className={styles.picker} aria-busy={hasMore && failure === undefined}>
      <legend className="visually-hidden">{texts.picker.name}</legend>
      <div className={styles.grid}>
        {photos.map((photo) => (
          <Choice
            key={photo.id}
            photo={photo}
            isChosen={chosen.has(photo.id)}
            isSingle={isSingle}
            onChoose={onChoose}
          />
        ))}
      </div>
      {hasMore && <div className={styles.end} ref={end} />}
      {failure !== undefined && (
        <div className={styles.failure}>
          <p role="alert">{texts.picker.failed(failure)}</p>
          <Button onClick={() => void loadMore()}>{texts.picker.retry}</Button>
        </div>
      )}
    </fieldset>
  )
}

type ChoiceProps = {
  photo: Photo
  isChosen: boolean
  isSingle: boolean
  onChoose: PhotoPickerProps['onChoose']
}

const Choice = memo(function Choice({ photo, isChosen, isSingle, onChoose }: ChoiceProps) {
  return (
    <label className={styles.choice} style={{ backgroundColor: averageColour(photo.thumbhash) }}>
      <input
        type={isSingle ? 'radio' : 'checkbox'}
        name="photo"
        className={styles.input}
        checked={isChosen}
        onChange={({ target }) => onChoose(photo, target.checked)}
      />
      <TilePicture photo={photo} sizes="140px" className={styles.picture} />
      <span className={styles.tick}>
        <Check aria-hidden="true" size={16} strokeWidth={2.5} />
      </span>
    </label>
  )
})
