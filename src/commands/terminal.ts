export type TerminalOutput = {
  readonly isTTY?: boolean
  readonly columns?: number
  write: (text: string) => unknown
}

/** '1 photo', '2,000 photos' */
export const count = (number: number, noun: string) =>
  `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`

/** File names can contain control sequences for terminals. */
export const printable = (text: string) => text.replace(/[\u0000-\u001f\u007f-\u009f]/g, '?')

const refusals: Record<string, string> = {
  EACCES: 'this user has no permission',
  EPERM: 'this user has no permission',
  EROFS: 'the disk is read-only',
  SQLITE_CANTOPEN: 'this user has no permission, or the disk is read-only',
  SQLITE_READONLY: 'this user has no permission, or the disk is read-only',
}

/** One line instead of the system's words, if a file cannot be read or written. */
export function permissionError(error: unknown): Error | undefined {
  const { code, path } = error as { code?: string; path?: string }
  const reason = refusals[code ?? '']
  return reason === undefined
    ? undefined
    : new Error(`${path ?? 'The data folder'} cannot be used: ${reason}.`)
}
