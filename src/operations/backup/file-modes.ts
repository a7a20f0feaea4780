import { chmod } from 'node:fs/promises'
import { isUnsupported } from '../../images/unsupported.ts'

export type FileModes = ReturnType<typeof createFileModes>

/** Closes new files to others, and remembers whether their file system refused that. */
export function createFileModes() {
  let isRefused = false
  return {
    close: async (path: string): Promise<void> => {
      try {
        await chmod(path, 0o600)
      } catch (error) {
        if (!isUnsupported(error)) throw error
        isRefused = true
      }
    },
    isRefused: () => isRefused,
  }
}
