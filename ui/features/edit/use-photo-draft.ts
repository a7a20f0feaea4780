import { useCallback, useState } from 'react'
import type { FileField } from '../../../src/contract/photos/file-fields.ts'
import type { Photo } from '../../../src/contract/photos/photos.ts'
import type { BusyState } from '../../kit/components/use-action.ts'
import { type Problem, problemOf } from '../../kit/components/use-problem.ts'
import type { Resource } from '../../kit/resource.ts'
import { useResource } from '../../kit/resource.ts'
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
  readonly albums: Resource<AlbumChoice>
  /** Undefined until the albums are loaded. */
  readonly chosenAlbums: ReadonlySet<string> | undefined
  readonly chooseAlbums: (chosen: ReadonlySet<string>) => void
  readonly isChanged: boolean
  readonly problem: Problem | undefined
  /** Saves only what has changed. @returns the problem if that failed */
  readonly save: () => Promise<Problem | undefined>
}

/** The draft of a photo's texts and albums, and how it is saved. */
export function usePhotoDraft(photo: Photo, { setBusy }: Pick<BusyState, 'setBusy'>): PhotoDraft {
  const [draft, setDraft] = useState(() => draftOf(photo))
  const [before, setBefore] = useState<AlbumChoice>()
  const [chosen, setChosen] = useState<ReadonlySet<string>>()
  const [problem, setProblem] = useState<Problem>()

  const albums = useAlbumChoice(photo, (loaded) => {
    setBefore(loaded)
    setChosen(loaded.chosen)
  })

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
    problem,
    save,
  }
}

/** Loads the albums to choose from when the dialog opens. */
function useAlbumChoice({ id }: Photo, onLoad: (choice: AlbumChoice) => void) {
  const load = useCallback(() => fetchAlbumChoice(id), [id])
  return useResource(load, { within: texts.albums.failed, onLoad })
}

/** Names the keyword if the problem's field is, for example, 'keywords.3'. */
function withKeyword(problem: Problem, keywords: readonly string[] = []): Problem {
  const [name, index] = problem.field?.split('.') ?? []
  const keyword = name === 'keywords' && index ? keywords[Number(index)] : undefined
  if (keyword === undefined) return problem
  return { ...problem, message: texts.ofKeyword(keyword, problem.message) }
}
