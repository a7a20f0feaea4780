import { useEffect, useState } from 'react'
import type { Photo } from '../../../src/contract/photos.ts'
import { errorText } from '../../api.ts'
import { type AlbumChoice, fetchAlbumChoice } from './save-photo.ts'
import { texts } from './texts.ts'

/** The albums to choose from, once they are here, or why they are not. */
export type AlbumChoiceState = {
  readonly choice: AlbumChoice | undefined
  readonly failure: string | undefined
  readonly retry: () => void
}

/** Asks for the albums as soon as the dialog is open. `onLoaded` must stay the same function. */
export function useAlbumChoice(
  photo: Photo,
  onLoaded: (choice: AlbumChoice) => void,
): AlbumChoiceState {
  const [choice, setChoice] = useState<AlbumChoice>()
  const [failure, setFailure] = useState<string>()
  const [attempt, setAttempt] = useState(0)
  const { id } = photo

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    let isWanted = true
    setFailure(undefined)
    fetchAlbumChoice(id).then(
      (loaded) => {
        if (!isWanted) return
        setChoice(loaded)
        onLoaded(loaded)
      },
      (error: unknown) => isWanted && setFailure(errorText(error, texts.albums.failed)),
    )
    return () => {
      isWanted = false
    }
  }, [id, attempt, onLoaded])

  return { choice, failure, retry: () => setAttempt(attempt + 1) }
}
