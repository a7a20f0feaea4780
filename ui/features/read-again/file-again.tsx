import { useEffect, useRef, useState } from 'react'
import type { Photo } from '../../../src/contract/photos/photos.ts'
import { markFilteredStale, replacePhoto } from '../../catalogue/list/store.ts'
import { api, errorText, unwrap } from '../../kit/api.ts'
import { Button } from '../../kit/components/Button.tsx'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

/** Reads the photo's file again, and says what that has changed. */
export function FileAgain({ again }: { again: ReturnType<typeof useFileAgain> }) {
  const { isBusy, outcome, readAgain } = again
  return (
    <div className={styles.again}>
      <Button isBusy={isBusy} onClick={readAgain}>
        {texts.one.button}
      </Button>
      <p className={outcome?.isProblem ? styles.problem : styles.text} role="status">
        {isBusy ? texts.one.reading : outcome?.text}
      </p>
    </div>
  )
}

const words = texts.one

type Outcome = { readonly text: string; readonly isProblem?: boolean }

/** The latest reading; it has no outcome while it is under way, nor if none is to be told. */
type Reading = { readonly photoId: string; readonly isBusy: boolean; readonly outcome?: Outcome }

/**
 * Reads one photo's file again. Of a photo from before edits were recorded it is read at once,
 * which shows what was edited and changes nothing else.
 */
export function useFileAgain(photo: Photo, onRead: (before: Photo, after: Photo) => void) {
  const [latest, setReading] = useState<Reading>()
  const begun = useRef('')
  const reading = latest?.photoId === photo.id ? latest : undefined

  const read = async (isAsked: boolean) => {
    const { id: photoId } = photo
    const finish = (outcome?: Outcome) =>
      setReading((last) =>
        last?.photoId === photoId ? { photoId, isBusy: false, ...(outcome && { outcome }) } : last,
      )
    setReading({ photoId, isBusy: true })
    try {
      const { photo: after, changes } = await unwrap(
        api.photos[':id']['read-again'].$post({ param: { id: photoId } }),
      )
      onRead(photo, after)
      replacePhoto(after)
      if (changes.length > 0) markFilteredStale()
      const text = changes.length > 0 ? words.changed(changes) : words.same
      finish(isAsked ? { text } : undefined)
    } catch (error) {
      finish({ text: errorText(error, words.failed), isProblem: true })
    }
  }

  const isUnknown = photo.edited === null
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form shows the photo
  useEffect(() => {
    if (!isUnknown || begun.current === photo.id) return
    begun.current = photo.id
    void read(false)
  }, [isUnknown, photo.id])

  return {
    isBusy: reading?.isBusy ?? false,
    outcome: reading?.outcome,
    readAgain: () => void read(true),
  }
}
