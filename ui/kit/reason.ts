import { errorText } from './api.ts'

/** Google's status codes, such as '(403)', are for logs and scripts. */
export const withoutStatus = (reason: string): string => reason.replace(/ \(\d{3}\)(?=[;:]|$)/, '')

/** The text of an error that may come from Google. @throws like errorText */
export const driveErrorText = (error: unknown): string => withoutStatus(errorText(error))
