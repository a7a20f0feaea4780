import { useCallback, useState } from 'react'
import { limits } from '../../../../src/contract/limits.ts'
import type { PageName, PageSource } from '../../../../src/contract/site/pages.ts'
import { ApiError, api, errorText, signedIn, unwrap } from '../../../kit/api.ts'
import { useResource } from '../../../kit/resource.ts'
import { notify } from '../../../kit/state/notices.ts'
import { texts } from './texts.ts'

export type PageDraft = ReturnType<typeof usePageDraft>

/** The text being edited, the saved one, and another one that was saved meanwhile. */
export function usePageDraft(page: PageName) {
  const { saved, setSaved, text, setText, source } = usePageSource(page)
  const [problem, setProblem] = useState<string>()
  const [other, setOther] = useState<PageSource>()
  const [isBusy, setBusy] = useState(false)
  const [isJustSaved, setJustSaved] = useState(false)

  const show = (source: PageSource) => {
    setSaved(source)
    setText(source.markdown)
    setOther(undefined)
    setProblem(undefined)
  }

  const fail = (error: unknown) => {
    const changed = otherText(error)
    if (changed) {
      setOther(changed)
      return
    }
    setProblem(errorText(error))
    notify(errorText(error))
  }

  /** @returns whether it was saved over the text of `revision` */
  const save = async (markdown: string, revision: string): Promise<boolean> => {
    if (isBusy) return false
    if (markdown.length > limits.pageText) {
      setProblem(texts.tooLong(markdown.length))
      return false
    }
    setBusy(true)
    setProblem(undefined)
    try {
      const source = await putText(page, { markdown, revision })
      setSaved(source)
      setOther(undefined)
      setJustSaved(true)
      // What was typed meanwhile is kept.
      setText((present) => (present === markdown ? source.markdown : present))
      return true
    } catch (error) {
      fail(error)
      return false
    } finally {
      setBusy(false)
    }
  }

  const adoptOther = () => {
    if (!saved || !other) return
    show(other)
    const undo = () => {
      setSaved(other)
      setText(text)
    }
    notify(texts.conflict.used, { action: { label: texts.conflict.undo, run: undo } })
  }

  return {
    saved,
    text,
    other,
    problem: problem ?? source.problem,
    isBusy,
    isJustSaved,
    isChanged: saved !== undefined && text !== saved.markdown,
    load: source.retry,
    change: (typed: string) => {
      setText(typed)
      setJustSaved(false)
      setProblem(undefined)
    },
    discard: () => saved && show(saved),
    save: () => save(text, (other ?? saved)?.revision ?? ''),
    /** Saves an earlier text in place of the present one. */
    replaceBy: async (markdown: string): Promise<void> => {
      setText(markdown)
      await save(markdown, saved?.revision ?? '')
    },
    adoptOther,
  }
}

/** The saved text and the one in the field, which begin as the same. */
function usePageSource(page: PageName) {
  const [saved, setSaved] = useState<PageSource>()
  const [text, setText] = useState('')
  const load = useCallback(
    () => unwrap(signedIn(() => api.pages[':page'].source.$get({ param: { page } }))),
    [page],
  )
  const source = useResource(load, {
    onLoad: (loaded) => {
      setSaved(loaded)
      setText(loaded.markdown)
    },
  })
  return { saved, setSaved, text, setText, source }
}

/** @throws ApiError 409 if another text has been saved since `revision` */
const putText = (page: PageName, json: { markdown: string; revision: string }) =>
  unwrap(api.pages[':page'].$put({ param: { page }, json }))

/** The text that was saved elsewhere, if that is why the server refused to save. */
function otherText(error: unknown): PageSource | undefined {
  if (!(error instanceof ApiError) || error.refusal?.code !== 409) return undefined
  const { markdown, revision, savedAt, isPublic } = error.refusal.details ?? {}
  if (typeof markdown !== 'string' || typeof revision !== 'string') return undefined
  return {
    markdown,
    revision,
    savedAt: typeof savedAt === 'string' ? savedAt : null,
    isPublic: isPublic === true,
  }
}
