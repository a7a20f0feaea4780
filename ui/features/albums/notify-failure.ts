import { ApiError, codeAndMessage } from '../../kit/api.ts'
import { attemptNotice } from '../../kit/state/notices.ts'

const failure = attemptNotice()

/**
 * Waits for a screen's data; a failure is also shown in a notice, as specified. An album that does
 * not exist is no failure: the screen itself says so.
 * @throws ApiError
 */
export async function notifyingFailure<T>(data: Promise<T>): Promise<T> {
  failure.dismiss()
  try {
    return await data
  } catch (error) {
    if (error instanceof ApiError && error.refusal?.code !== 404)
      failure.show(codeAndMessage(error))
    throw error
  }
}
