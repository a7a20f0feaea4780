/** Where Google may send the owner back to. */
export const driveReturnPaths = ['/user/drive', '/account/drive'] as const

/** Values of `error` at /account/drive after a return from Google that could not be used. */
export const driveReturnErrors = [
  'expired',
  'other-session',
  'signed-out',
  'sign-in',
  'kept',
  'importing',
] as const
export type DriveReturnError = (typeof driveReturnErrors)[number]

/** Why a job was aborted, or a request refused, when a new connection to Google is needed. */
export const connectionRefused = 'Google no longer accepts this connection'
