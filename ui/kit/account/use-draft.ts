import { useState } from 'react'
import { flushSync } from 'react-dom'
import { type Problem, problemOf, useProblem } from '../components/use-problem.ts'
import { useUnsaved } from '../components/use-unsaved.ts'

type DraftOptions<S, D> = {
  /** What the server has. */
  readonly saved: S
  readonly draftOf: (saved: S) => D
  /** Whether saving the one would change nothing of the other. */
  readonly isSame: (one: D, other: D) => boolean
  /** The names of the fields that problems are shown beside. */
  readonly fieldsOf: (draft: D) => readonly string[]
  /** Keeps what the server has by now. */
  readonly onSaved?: (saved: S) => void
  readonly onDiscarded?: () => void
  /** Makes the problem shown for a failure whose text the specification prescribes. */
  readonly toProblem?: (error: unknown) => Problem
  /** Whether it was saved just before the screen appeared. */
  readonly wasSaved?: boolean | (() => boolean)
}

/** What the form around the fields needs of a draft. */
export type DraftState = Pick<
  ReturnType<typeof useDraft<unknown, unknown>>,
  'isBusy' | 'isSaved' | 'problem' | 'unsaved'
>

/** Settings as entered in a form, how they are saved, and why they could not be. */
export function useDraft<S, D>(options: DraftOptions<S, D>) {
  const { saved, draftOf, isSame, fieldsOf, onSaved, onDiscarded } = options
  const { toProblem = problemOf, wasSaved = false } = options
  const [draft, setDraft] = useState(() => draftOf(saved))
  const [isBusy, setBusy] = useState(false)
  const [isSaved, setSaved] = useState(wasSaved)
  const problem = useProblem(fieldsOf(draft))
  const { setProblem, setProblems, focusOn } = problem
  const unsaved = useUnsaved(!isSame(draft, draftOf(saved)), () => {
    setDraft(draftOf(saved))
    setProblem(undefined)
    onDiscarded?.()
  })

  const change = (part: Partial<D>) => {
    setDraft({ ...draft, ...part })
    setSaved(false)
  }

  /** Shows what is wrong with the fields, such as before anything is sent. */
  const refuse = (problems: readonly Problem[]) => {
    setProblems(problems)
    focusOn(problems[0]?.field)
  }

  /** @returns what the server has by now; undefined, with a problem, if it could not be saved */
  const save = async (send: () => Promise<S>): Promise<S | undefined> => {
    setBusy(true)
    setSaved(false)
    setProblem(undefined)
    try {
      const changed = await send()
      // Synchronously: whatever leaves the page next would ask about unsaved changes.
      flushSync(() => {
        onSaved?.(changed)
        setDraft(draftOf(changed))
        setSaved(true)
      })
      return changed
    } catch (error) {
      refuse([toProblem(error)])
      return undefined
    } finally {
      setBusy(false)
    }
  }

  return { draft, setDraft, change, isBusy, isSaved, problem, refuse, unsaved, save }
}
