import type { StatusJob } from '../../contract/site/status.ts'
import type { ImportEvent } from './import-request.ts'

export type RunningImports = ReturnType<typeof createRunningImports>

/** Imports of `vitrine import` that this server is carrying out. */
export function createRunningImports() {
  const running = new Set<{ total: number; processed: number; failed: number }>()
  return {
    /** Forwards the events and counts them. */
    follow: async function* (events: AsyncIterable<ImportEvent>): AsyncGenerator<ImportEvent> {
      const counts = { total: 0, processed: 0, failed: 0 }
      running.add(counts)
      try {
        for await (const event of events) {
          if (event.kind === 'found') counts.total = event.total
          else if (event.kind !== 'end' && event.kind !== 'remark') counts.processed++
          if (event.kind === 'failed') counts.failed++
          yield event
        }
      } finally {
        running.delete(counts)
      }
    },
    list: (): StatusJob[] =>
      [...running].map((counts) => ({
        kind: 'folder import',
        ...counts,
        percent: counts.total === 0 ? 0 : Math.floor((100 * counts.processed) / counts.total),
        pausedUntil: null,
        pauseReason: null,
      })),
  }
}
