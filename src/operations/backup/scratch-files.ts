import { rmSync } from 'node:fs'
import { constants } from 'node:os'
import type { Library } from '../../storage/library.ts'

/** What SQLite may put beside a database. */
const besides = ['', '-journal', '-wal', '-shm']
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Temporary files of one piece of work. */
export type ScratchFiles = {
  /** The path of a new one. */
  readonly add: () => string
  readonly remove: (path: string) => void
}

/**
 * Removes all scratch files when the work ends, also by an error or by a signal, which then ends the
 * process. After a kill or a power cut, the next start of the server removes them.
 */
export async function withScratchFiles<T>(
  library: Pick<Library, 'temporary'>,
  work: (scratch: ScratchFiles) => Promise<T>,
): Promise<T> {
  const paths = new Set<string>()
  const remove = (path: string) => {
    for (const end of besides) rmSync(`${path}${end}`, { force: true })
    paths.delete(path)
  }
  const add = () => {
    const path = library.temporary()
    paths.add(path)
    return path
  }
  const removeAll = () => {
    for (const path of paths) remove(path)
  }
  const endProcess = (signal: (typeof signals)[number]) =>
    // What a shell reports for a program that the signal ended.
    process.exit(128 + constants.signals[signal])
  process.on('exit', removeAll)
  for (const signal of signals) process.on(signal, endProcess)
  try {
    return await work({ add, remove })
  } finally {
    for (const signal of signals) process.off(signal, endProcess)
    process.off('exit', removeAll)
    removeAll()
  }
}
