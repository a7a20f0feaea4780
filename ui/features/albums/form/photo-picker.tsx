import { useAtomValue } from 'jotai'
import { Check } from 'lucide-react'
import { memo, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Photo } from '../../../../src/contract/photos/photos.ts'
import { averageColour } from '../../../../src/contract/photos/tile.ts'
import { TilePicture } from '../../../catalogue/grid/tile-picture.tsx'
import type { Source } from '../../../catalogue/list/pages.ts'
import { pagesFrom } from '../../../catalogue/list/pages.ts'
import { loadPages } from '../../../catalogue/list/reader.ts'
import { collectionsAtom } from '../../../catalogue/list/store.ts'
import { errorText } from '../../../kit/api.ts'
import { Button } from '../../../kit/components/Button.tsx'
import { watchInView } from '../../../kit/components/in-view.ts'
import { texts } from '../texts.ts'
import * as styles from './photo-picker.css.ts'

type PhotoPickerProps = {
  source: Source
  /** The ids of photos that are not offered. */
  excluded?: ReadonlySet<string>
  chosen: ReadonlySet<string>
  /** Allows one photo only, with radio buttons instead of checkboxes. */
  isSingle?: boolean
  /**
   * Gets the photo, or with Shift all from the one before to it. Must stay the same function, or
   * thousands of tiles are re-rendered.
   */
  onChoose: (photos: readonly Photo[], isChosen: boolean) => void
  /** Shown if there are no photos to choose from. */
  empty: ReactNode
}

const nothing: ReadonlySet<string> = new Set()

/** A grid of photos to choose from, with Shift several at once; more are loaded on scrolling. */
export function PhotoPicker(props: PhotoPickerProps) {
  const { source, excluded = nothing, chosen, isSingle = false, onChoose, empty } = props
  const { photos, hasMore, failure, loadMore, end } = usePickerPhotos(source, excluded)
  const choose = useRange(photos, isSingle, onChoose)
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
            onChoose={choose}
          />
        ))}
      </div>
      {hasMore && <div className={styles.end} ref={end} />}
      {failure !== undefined && (
        <div className={styles.failure}>
          <p role="alert">{failure}</p>
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
  onChoose: (photo: Photo, isChosen: boolean, isRange: boolean) => void
}

const Choice = memo(function Choice({ photo, isChosen, isSingle, onChoose }: ChoiceProps) {
  return (
    <label className={styles.choice} style={{ backgroundColor: averageColour(photo.thumbhash) }}>
      <input
        type={isSingle ? 'radio' : 'checkbox'}
        name="photo"
        className={styles.input}
        checked={isChosen}
        onChange={({ target, nativeEvent }) =>
          onChoose(photo, target.checked, (nativeEvent as MouseEvent).shiftKey)
        }
      />
      <TilePicture photo={photo} sizes="140px" className={styles.picture} />
      <span className={styles.tick}>
        <Check aria-hidden="true" size={16} strokeWidth={2.5} />
      </span>
    </label>
  )
})

/** Calls `onChoose` with the photo or, with Shift, with all between it and the one before. */
function useRange(
  photos: readonly Photo[],
  isSingle: boolean,
  onChoose: PhotoPickerProps['onChoose'],
): ChoiceProps['onChoose'] {
  const shown = useRef(photos)
  useEffect(() => {
    shown.current = photos
  }, [photos])
  const last = useRef<string>(undefined)
  return useCallback(
    (photo, isChosen, isRange) => {
      const ids = shown.current.map(({ id }) => id)
      const ends = [ids.indexOf(last.current ?? photo.id), ids.indexOf(photo.id)]
      const [from, to] = [Math.min(...ends), Math.max(...ends)]
      last.current = photo.id
      const hasRange = isRange && !isSingle && from >= 0
      onChoose(hasRange ? shown.current.slice(from, to + 1) : [photo], isChosen)
    },
    [isSingle, onChoose],
  )
}

/** How many photos are loaded at a time. */
const photosPerLoad = 60

/** The loaded photos of a list; more are loaded as the end comes near. */
function usePickerPhotos(source: Source, excluded: ReadonlySet<string>) {
  const collection = useAtomValue(collectionsAtom).get(source)
  const [failure, setFailure] = useState<string>()
  const [end, setEnd] = useState<HTMLElement | null>(null)
  const isBusy = useRef(false)

  const pages = useMemo(() => (collection ? pagesFrom(collection, 0) : []), [collection])
  const photos = useMemo(
    () => pages.flat().filter(({ id }) => !excluded.has(id)),
    [pages, excluded],
  )
  const next = pages.length
  const hasMore = !collection || next * collection.pageSize < collection.total

  const loadMore = useCallback(async () => {
    if (isBusy.current) return
    isBusy.current = true
    try {
      setFailure(undefined)
      const count = collection ? Math.ceil(photosPerLoad / collection.pageSize) : 1
      await loadPages(source, next, count)
    } catch (error) {
      setFailure(errorText(error, texts.picker.failed))
    } finally {
      isBusy.current = false
    }
  }, [source, collection, next])

  // Watch again after each page: only changes are reported, and the end may still be in view.
  useEffect(() => {
    if (!end || !hasMore || failure !== undefined) return
    return watchInView(end, 0, (isInView) => {
      if (isInView) void loadMore()
    })
  }, [end, hasMore, failure, loadMore])

  return { photos, hasMore, failure, loadMore, end: setEnd }
}
