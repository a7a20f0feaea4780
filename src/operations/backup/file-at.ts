import { lstatSync, type Stats, statSync } from 'node:fs'

/** @returns undefined if there is no file, or only a link to a missing one. */
export const fileAt = (path: string): Stats | undefined => {
  try {
    const found = statSync(path, { throwIfNoEntry: false })
    return found?.isFile() ? found : undefined
  } catch (error) {
    if (['ELOOP', 'ENOTDIR', 'ENAMETOOLONG'].includes((error as NodeJS.ErrnoException).code ?? ''))
      return undefined
    throw error
  }
}

/** The copy of a file in a backup. A link is none: what it leads to can change or disappear. */
export function copyAt(path: string): Stats | undefined {
  const entry = lstatSync(path, { throwIfNoEntry: false })
  return entry?.isFile() ? entry : undefined
}

/** Whether a file is there, but not for this user. */
export const isForbidden = (error: unknown): boolean =>
  ['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')

/** @throws Error with a code if it is anything else: reading a pipe would wait forever. */
export function requireFile(path: string): void {
  if (!statSync(path).isFile()) {
    throw Object.assign(new Error(`${path} is not a file`), { code: 'ENOTFILE' })
  }
}
