import { useRef, useState } from 'react'
import { type ApiError, errorText } from '../api.ts'

/** Why a form could not be saved, and the field that caused it, if any. */
export type Problem = { readonly message: string; readonly field?: string | undefined }

/** @throws anything but an ApiError */
export const problemOf = (error: unknown): Problem => ({
  message: errorText(error),
  field: (error as ApiError).field,
})

/** A form's problem, shown beside its field or in the form's footer. */
export function useProblem(fields: readonly string[]) {
  const form = useRef<HTMLFormElement>(null)
  const [problem, setProblem] = useState<Problem>()
  const isOfField = problem?.field !== undefined && fields.includes(problem.field)
  return {
    form,
    problem,
    setProblem,
    errorOf: (field: string) => (problem?.field === field ? problem.message : undefined),
    /** A problem that is not about one of the fields. */
    general: isOfField ? undefined : problem?.message,
    /** Moves the focus to the field that a problem is about. */
    focusOn: (field: string | undefined) => {
      const element = form.current?.elements.namedItem(field ?? '')
      if (element instanceof HTMLElement) element.focus()
    },
  }
}
