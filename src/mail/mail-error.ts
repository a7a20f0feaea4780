/** Why a letter was not sent, in words for the log: they name no recipient and no content. */
export class MailError extends Error {
  override readonly name = 'MailError'

  constructor(
    message: string,
    /** Whether trying again is of no use. */
    readonly isFinal: boolean,
  ) {
    super(message)
  }
}
