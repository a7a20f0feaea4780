import { ApiError } from '../api.ts'
import { texts } from './texts.ts'

/** What went wrong in words for a person, and the field that it is about, if any. */
export type Problem = { readonly message: string; readonly field?: string | undefined }

/** @throws what is no failed call: a defect is not the server's message. */
export function problemOf(error: unknown): Problem {
  if (!(error instanceof ApiError)) throw error
  const { refusal, field } = error
  if (!refusal) return { message: texts.unreachable }
  // 'password: must have …' stands beside the field, which says its name already.
  const prefix = field === undefined ? '' : `${field}: `
  const isNamed = prefix !== '' && refusal.message.startsWith(prefix)
  const message = isNamed ? refusal.message.slice(prefix.length) : refusal.message
  return { message: message.charAt(0).toUpperCase() + message.slice(1), field }
}
