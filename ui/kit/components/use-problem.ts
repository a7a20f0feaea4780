import { useCallback, useRef, useState } from 'react'
import { type ApiError, codeAndMessage, errorText } from '../api.ts'

/** Why a form could not be saved, and the field that caused it, if any. */
export type Problem = { readonly message: string; readonly field?: string | undefined }

/** @throws anything but an ApiError */
export const problemOf = (error: unknown): Problem => ({
  message: errorText(error),
  field: (error as ApiError).field,
})

/** The same in the text that the specification's error catalogue alerts. @throws like problemOf */
export const specifiedProblemOf = (error: unknown): Problem => ({
  message: codeAndMessage(error),
  field: (error as ApiError).field,
})

/** A form's problems, shown beside their fields or in the form's footer. */
export function useProblem(fields: readonly string[]) {
  const form = useRef<HTMLFormElement>(null)
  const [problems, setProblems] = useState<readonly Problem[]>([])
  const isOfField = ({ field }: Problem) => field !== undefined && fields.includes(field)
  return {
    form,
    setProblems,
    setProblem: useCallback((problem?: Problem) => setProblems(problem ? [problem] : []), []),
    /** Removes all problems except those of other fields. */
    clearProblems: useCallback((changed: readonly string[]) => {
      const isOther = ({ field }: Problem) => field !== undefined && !changed.includes(field)
      setProblems((before) => (before.length === 0 ? before : before.filter(isOther)))
    }, []),
    errorOf: (name: string) => problems.find(({ field }) => field === name)?.message,
    /** A problem that is not about one of the fields. */
    general: problems.find((problem) => !isOfField(problem))?.message,
    /** Moves the focus to the field that a problem is about. */
    focusOn: (field: string | undefined) => {
      const element = form.current?.elements.namedItem(field ?? '')
      if (element instanceof HTMLElement) element.focus()
    },
  }
}
