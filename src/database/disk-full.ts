const codes = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL'])

/** Whether an error of the file system or the database says that no room is left. */
export function isDiskFull(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && codes.has(code)
}
