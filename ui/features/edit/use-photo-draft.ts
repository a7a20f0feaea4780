import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { FileField } from '../../../src/contract/photos/file-fields.ts'
import type { Photo } from '../../../src/contract/photos/photos.ts'
import type { BusyState } from '../../kit/components/use-action.ts'
import { type Problem, problemOf } from '../../kit/components/use-problem.ts'
import type { Resource } from '../../kit/resource.ts'
import { useResource } from '../../kit/resource.ts'
import { useFileAgain } from '../read-again/file-again.tsx'
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
  /** Shows a problem. @returns the same */
  readonly refuse: (problem: Problem) => Problem
  /** Saves only what has changed. */
  readonly save: () => Promise<Saving>
}

/** What saving has led to. */
type Saving = {
  readonly problem?: Problem
  /** The albums that the photo is in, if they are known. */
  readonly albums?: ReadonlySet<string> | undefined
}

/** What the form shows of one photo. */
type Form = {
  /** As it is saved. */
  readonly photo: Photo
  readonly texts: Draft
  /** Undefined until the albums are loaded. */
  readonly albums?: AlbumChoice
  readonly chosen?: ReadonlySet<string>
  readonly problem?: Problem | undefined
}

const formOf = (photo: Photo): Form => ({ photo, texts: draftOf(photo) })

const isMoved = ({ albums, chosen }: Form) =>
  albums !== undefined && chosen !== undefined && movedBetween(albums.chosen, chosen).length > 0

/**
 * The draft of a photo's texts and albums, and how it is saved. It starts afresh with another photo,
 * in the same fields, so that the focus stays where it is.
 */
export function usePhotoDraft(photo: Photo, { setBusy }: Pick<BusyState, 'setBusy'>): PhotoDraft {
  const [form, setForm] = useState(() => formOf(photo))
  if (form.photo.id !== photo.id) setForm(formOf(photo))
  const latest = useRef(form)
  useLayoutEffect(() => {
    latest.current = form
  })
  const put = (part: Partial<Form>) => setForm((before) => ({ ...before, ...part }))

  const albums = useAlbumChoice(photo, (loaded) => put({ albums: loaded, chosen: loaded.chosen }))

  const fileAgain = useFileAgain(photo, (old, read) =>
    setForm((before) =>
      before.photo.id === read.id
        ? { ...before, photo: read, texts: followed(before.texts, old, read) }
        : before,
    ),
  )

  const changes = changesOf(form.photo, form.texts)
  const isChanged = Boolean(changes ?? isMoved(form))

  const refuse = (problem: Problem): Problem => {
    put({ problem })
    return problem
  }
  /** At once, so that leaving the saved photo does not ask about unsaved changes. */
  const putSaved = (part: Partial<Form>) => flushSync(() => put(part))

  const save = async (): Promise<Saving> => {
    put({ problem: undefined })
    if (!isChanged) return { problem: refuse({ message: texts.noChanges }) }
    setBusy(true)
    try {
      return { albums: await saveAll(() => latest.current, putSaved) }
    } catch (error) {
      // Logged as specified; the form shows it as well.
      console.warn(error)
      return { problem: refuse(withKeyword(problemOf(error), changes?.keywords)) }
    } finally {
      setBusy(false)
    }
  }

  return {
    texts: form.texts,
    change: (part) => put({ texts: { ...form.texts, ...part }, problem: undefined }),
    otherInFile: (field) => otherInFile(field, form.photo, form.texts),
    fileAgain,
    albums,
    chosenAlbums: form.chosen,
    chooseAlbums: (chosen) => put({ chosen, problem: undefined }),
    isChanged,
    problem: form.problem,
    refuse,
    save,
  }
}

/**
 * Saves texts and albums, and what is typed meanwhile, so that nothing typed is lost. Texts that were
 * saved before a failure are not sent again. @returns the albums. @throws ApiError
 */
async function saveAll(current: () => Form, put: (part: Partial<Form>) => void) {
  let form: Form
  do {
    form = current()
    const changes = changesOf(form.photo, form.texts)
    if (changes) put({ photo: await saveTexts(form.photo, changes) })
    const { albums, chosen } = form
    if (albums && chosen && isMoved(form)) {
      await saveAlbums(form.photo, albums, chosen)
      put({ albums: { ...albums, chosen } })
    }
  } while (current().texts !== form.texts || current().chosen !== form.chosen)
  return form.chosen
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
