import { ApiError } from '../api.ts'
import { texts } from './texts.ts'

/** What went wrong, as a sentence. @throws what is no failed call but a defect. */
export function problemOf(error: unknown): string {
  if (!(error instanceof ApiError)) throw error
  return sentence(error.refusal?.message ?? texts.unreachable)
}

/** The server's reasons are ends of sentences; here they stand alone. */
export const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
