import { ApiError } from '../api.ts'
import { texts } from './texts.ts'

/** Why a request failed, as the end of a sentence. Rethrows anything but an ApiError. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof ApiError)) throw error
  return error.refusal?.message ?? texts.unreachable
}
