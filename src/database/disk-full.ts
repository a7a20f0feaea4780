import { AppError } from '../contract/app-error.ts'

const codes = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL'])

/** Whether an error of the file system or the database means that the disk is full. */
export function isDiskFull(error: unknown): boolean {
  if (error instanceof AppError) return error.code === 507
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && codes.has(code)
}

export const diskFull = () =>
  new AppError(507, 'the disk holding the data folder is full; free some space and try again')
