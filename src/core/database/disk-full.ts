import { ownValue } from '../../contract/own-value.ts'
import { AppError } from '../errors.ts'

const codes = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL'])

/** Whether an error of the file system or the database means that the disk is full. */
export function isDiskFull(error: unknown): boolean {
  if (error instanceof AppError) return error.code === 507
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && codes.has(code)
}

export const diskFull = () =>
  new AppError(507, 'the disk holding the data folder is full; free some space and try again')

const refusals: Readonly<Record<string, readonly [503 | 507, string]>> = {
  EDQUOT: [507, 'the disk quota of the user who runs Vitrine is used up; free some space'],
  EFBIG: [507, 'the disk holding the data folder does not allow files of this size'],
  EMLINK: [507, 'the disk holding the data folder does not allow more entries in a folder'],
  ENAMETOOLONG: [507, 'the disk holding the data folder does not allow names of this length'],
  EACCES: [503, 'the server may not use its data folder; the owner of its files has changed'],
  EPERM: [503, 'the server may not use its data folder; its files or its disk do not allow it'],
  SQLITE_PERM: [503, 'the server may not use its database; the owner of the file has changed'],
  SQLITE_AUTH: [503, 'the server may not use its database; the owner of the file has changed'],
  EMFILE: [503, 'the server has too many files open; try again shortly'],
  ENFILE: [503, 'the server has too many files open; try again shortly'],
  ENOMEM: [503, 'the server is short of memory; try again shortly'],
  SQLITE_NOMEM: [503, 'the server is short of memory; try again shortly'],
  ENOTDIR: [503, 'the data folder has a file where a folder must be; move it elsewhere'],
  EISDIR: [503, 'the data folder has a folder where a file must be; move it elsewhere'],
  ELOOP: [503, 'the data folder has broken links'],
  ENOTSUP: [503, 'the disk holding the data folder does not support what Vitrine needs'],
  EOPNOTSUPP: [503, 'the disk holding the data folder does not support what Vitrine needs'],
}

/** What the disk refused, in words for the client; undefined for any other error. */
export function diskRefusal(error: unknown): AppError | undefined {
  const code = (error as { code?: unknown } | null)?.code
  if (typeof code !== 'string') return undefined
  const found = ownValue(refusals, code)
  if (found) return new AppError(...found)
  return isDiskFull(error) ? diskFull() : undefined
}
