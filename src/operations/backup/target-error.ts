/**
 * The folder is not the one that is meant: the backup that was there is missing, as with a disk that
 * is not mounted, or something else is in it. Nothing was written.
 */
export class TargetError extends Error {
  override readonly name = 'TargetError'
  constructor(
    readonly kind: 'missing' | 'wrong',
    message: string,
  ) {
    super(message)
  }
}
