import { useEffect, useRef, useState } from 'react'
import type { Photo } from '../../../src/contract/photos/photos.ts'
import { markFilteredStale, replacePhoto } from '../../catalogue/list/store.ts'
import { api, errorText, unwrap } from '../../kit/api.ts'
import { texts } from './texts.ts'

const words = texts.one

/**
 * Reads one photo's file again. Of a photo from before edits were recorded it is read at once,
 * which shows what was edited and changes nothing else.
 */
export function useFileAgain(photo: Photo, onRead: (before: Photo, after: Photo) => void) {
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<{ readonly text: string; readonly isProblem?: boolean }>()
  const hasBegun = useRef(false)

  const read = async (isAsked: boolean) => {
    setBusy(true)
    setOutcome(undefined)
    try {
      const param = { id: photo.id }
      const { photo: after, changes } = await unwrap(
        api.photos[':id']['read-again'].$post({ param }),
      )
      onRead(photo, after)
      replacePhoto(after)
      if (changes.length > 0) markFilteredStale()
      if (isAsked) setOutcome({ text: changes.length > 0 ? words.changed(changes) : words.same })
    } catch (error) {
      setOutcome({ text: errorText(error, words.failed), isProblem: true })
    } finally {
      setBusy(false)
    }
  }

  const isUnknown = photo.edited === null
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form opens
  useEffect(() => {
    if (!isUnknown || hasBegun.current) return
    hasBegun.current = true
    void read(false)
  }, [isUnknown])

  return { isBusy, outcome, readAgain: () => void read(true) }
}
