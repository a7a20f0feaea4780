import { chmod, stat } from 'node:fs/promises'
import { isUnsupported } from '../../images/unsupported.ts'

/** Windows has no such permissions. */
const isPosix = process.platform !== 'win32'

export type FileModes = ReturnType<typeof createFileModes>

/** Closes new files to others, and remembers whether their file system refused that. */
export function createFileModes() {
  let isRefused = false
  return {
    close: async (path: string): Promise<void> => {
      try {
        await chmod(path, 0o600)
        // Mounted with fixed permissions, some accept any and keep their own.
        if (isPosix && ((await stat(path)).mode & 0o077) !== 0) isRefused = true
      } catch (error) {
        if (!isUnsupported(error)) throw error
        isRefused = true
      }
    },
    isRefused: () => isRefused,
  }
}
