import { useCallback, useEffect, useState } from 'react'
import type { FileField } from '../../../src/contract/photos/file-fields.ts'
import type { Photo } from '../../../src/contract/photos/photos.ts'
import { errorText } from '../../kit/api.ts'
import { type Problem, problemOf } from '../../kit/components/use-problem.ts'
import { useFileAgain } from '../read-again/use-file-again.ts'
import { type AlbumChoice, fetchAlbumChoice, saveAlbums, saveTexts } from './save-photo.ts'
import { changesOf, type Draft, draftOf, followed, movedBetween, otherInFile } from './state.ts'
import { texts } from './texts.ts'

export type PhotoDraft = {
  readonly texts: Draft
  readonly change: (part: Partial<Draft>) => void
  /** What the file says instead of the form's text; undefined if that is the same. */
  readonly otherInFile: (field: FileField) => string | undefined
  readonly fileAgain: ReturnType<typeof useFileAgain>
  readonly albums: AlbumChoiceState
  /** Undefined until the albums are loaded. */
  readonly chosenAlbums: ReadonlySet<string> | undefined
  readonly chooseAlbums: (chosen: ReadonlySet<string>) => void
  readonly isChanged: boolean
  readonly isBusy: boolean
  readonly problem: Problem | undefined
  /** Saves only what has changed. @returns the problem if that failed */
  readonly save: () => Promise<Problem | undefined>
}

/** The draft of a photo's texts and albums, and how it is saved. */
export function usePhotoDraft(photo: Photo): PhotoDraft {
  const [draft, setDraft] = useState(() => draftOf(photo))
  const [before, setBefore] = useState<AlbumChoice>()
  const [chosen, setChosen] = useState<ReadonlySet<string>>()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem>()

  const onLoaded = useCallback((loaded: AlbumChoice) => {
    setBefore(loaded)
    setChosen(loaded.chosen)
  }, [])
  const albums = useAlbumChoice(photo, onLoaded)

  const fileAgain = useFileAgain(photo, (old, read) =>
    setDraft((shown) => followed(shown, old, read)),
  )

  // Compared with the current photo: texts saved before a failure are not sent again.
  const changes = changesOf(photo, draft)
  const isMoved = before && chosen && movedBetween(before.chosen, chosen).length > 0

  const refuse = (found: Problem): Problem => {
    setProblem(found)
    return found
  }
  const save = async (): Promise<Problem | undefined> => {
    setProblem(undefined)
    if (!changes && !isMoved) return refuse({ message: texts.noChanges })
    setBusy(true)
    try {
      if (changes) await saveTexts(photo, changes)
      if (isMoved) {
        await saveAlbums(photo, before, chosen)
        setBefore({ ...before, chosen })
      }
      return undefined
    } catch (error) {
      // Logged as specified; the form shows it as well.
      console.warn(error)
      return refuse(withKeyword(problemOf(error), changes?.keywords))
    } finally {
      setBusy(false)
    }
  }

  return {
    texts: draft,
    change: (part) => {
      setDraft({ ...draft, ...part })
      setProblem(undefined)
    },
    otherInFile: (field) => otherInFile(field, photo, draft),
    fileAgain,
    albums,
    chosenAlbums: chosen,
    chooseAlbums: (next) => {
      setChosen(next)
      setProblem(undefined)
    },
    isChanged: Boolean(changes ?? isMoved),
    isBusy,
    problem,
    save,
  }
}

/** The albums to choose from once they are loaded, or why loading failed. */
export type AlbumChoiceState = {
  readonly choice: AlbumChoice | undefined
  readonly failure: string | undefined
  readonly retry: () => void
}

/** Loads the albums when the dialog opens. `onLoaded` must stay the same function. */
function useAlbumChoice(photo: Photo, onLoaded: (choice: AlbumChoice) => void): AlbumChoiceState {
  const [choice, setChoice] = useState<AlbumChoice>()
  const [failure, setFailure] = useState<string>()
  const [attempt, setAttempt] = useState(0)
  const { id } = photo

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` retries
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

/** Names the keyword if the problem's field is, for example, 'keywords.3'. */
function withKeyword(problem: Problem, keywords: readonly string[] = []): Problem {
  const [name, index] = problem.field?.split('.') ?? []
  const keyword = name === 'keywords' && index ? keywords[Number(index)] : undefined
  if (keyword === undefined) return problem
  return { ...problem, message: texts.ofKeyword(keyword, problem.message) }
}
