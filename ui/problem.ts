import { ApiError } from './api.ts'

/** Said of a call, or of a script, that no answer came to. */
export const unreachable = 'The server did not answer. Try again in a moment.'

/** What went wrong in words for a person, and the field that it is about, if any. */
export type Problem = { readonly message: string; readonly field?: string | undefined }

/** @throws what is no failed call: a defect is not the server's message. */
export function problemOf(error: unknown): Problem {
  if (!(error instanceof ApiError)) throw error
  const { refusal, field } = error
  if (!refusal) return { message: unreachable }
  return { message: sentence(withoutField(refusal.message, field)), field }
}

/** 'password: must have …' and 'pic must be …' stand beside the field, which says its name. */
function withoutField(message: string, field: string | undefined): string {
  if (field === undefined || !message.startsWith(field)) return message
  const rest = message.slice(field.length)
  return /^:? /.test(rest) ? rest.replace(/^:? /, '') : message
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
