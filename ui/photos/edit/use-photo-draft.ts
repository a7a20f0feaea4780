import { useCallback, useState } from 'react'
import type { Photo } from '../../../src/contract/photos.ts'
import { type Problem, problemOf } from '../../problem.ts'
import { type AlbumChoice, saveAlbums, saveTexts } from './save-photo.ts'
import { changesOf, type Draft, draftOf, movedBetween } from './state.ts'
import { texts } from './texts.ts'
import { type AlbumChoiceState, useAlbumChoice } from './use-album-choice.ts'

/** A refusal of 'keywords.3' says which one it is of. */
function withKeyword(problem: Problem, keywords: readonly string[] = []): Problem {
  const [name, place] = problem.field?.split('.') ?? []
  const keyword = name === 'keywords' && place ? keywords[Number(place)] : undefined
  if (keyword === undefined) return problem
  return { ...problem, message: texts.ofKeyword(keyword, problem.message) }
}

export type PhotoDraft = {
  readonly texts: Draft
  readonly change: (part: Partial<Draft>) => void
  readonly albums: AlbumChoiceState
  /** Undefined until the albums are here. */
  readonly chosenAlbums: ReadonlySet<string> | undefined
  readonly chooseAlbums: (chosen: ReadonlySet<string>) => void
  readonly isChanged: boolean
  readonly isBusy: boolean
  readonly problem: Problem | undefined
  /** Saves what has changed and nothing else. @returns what was in the way of it. */
  readonly save: () => Promise<Problem | undefined>
}

/** What is being written of a photo, and the saving of it; begins anew with each opening. */
export function usePhotoDraft(photo: Photo): PhotoDraft {
  const [draft, setDraft] = useState(() => draftOf(photo))
  const [before, setBefore] = useState<AlbumChoice>()
  const [chosen, setChosen] = useState<ReadonlySet<string>>()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem>()

  const take = useCallback((loaded: AlbumChoice) => {
    setBefore(loaded)
    setChosen(loaded.chosen)
  }, [])
  const albums = useAlbumChoice(photo, take)

  // Against the photo as it is now: what was saved before a failure is not sent again.
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
      // The catalogue has it logged; the form says it as well.
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
