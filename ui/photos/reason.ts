import { ApiError } from '../api.ts'
import { texts } from './texts.ts'

/** Why a call failed, as the end of a sentence. @throws what is no failed call but a defect. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof ApiError)) throw error
  return error.refusal?.message ?? texts.unreachable
}
