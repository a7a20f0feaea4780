/** Why a mail was not sent, for the log. It mentions neither recipient nor content. */
export class MailError extends Error {
  override readonly name = 'MailError'

  constructor(
    message: string,
    readonly isFinal: boolean,
  ) {
    super(message)
  }
}
