import { countOf } from '../contract/text/counts.ts'
import { formatBytes } from '../operations/backup/free-space.ts'
import type { Amount, MoveProgress } from '../storage/move/mover.ts'
import type { TerminalOutput } from './terminal.ts'

/** A terminal is not written to more often; other outputs get a line much less often. In ms. */
const intervalsMs = { terminal: 100, lines: 10_000 }

/** One line that is overwritten on a terminal, otherwise now and then a new one. */
export function moveProgressOn(
  output: TerminalOutput,
  now: () => number = () => performance.now(),
) {
  const intervalMs = output.isTTY ? intervalsMs.terminal : intervalsMs.lines
  let startedAt = now()
  let shownAt = output.isTTY ? 0 : startedAt
  let isShown = false
  const clear = () => {
    if (isShown) output.write('\r\x1b[K')
    isShown = false
  }
  return {
    /** Rates count from here. */
    start: () => {
      startedAt = now()
    },
    show: ({ done, total }: MoveProgress) => {
      if (now() - shownAt < intervalMs) return
      shownAt = now()
      const text = progressText(done, total, now() - startedAt)
      if (!output.isTTY) output.write(`${text}\n`)
      else {
        output.write(`\r\x1b[K${text.slice(0, (output.columns ?? 80) - 1)}`)
        isShown = true
      }
    },
    line: (text: string) => {
      clear()
      output.write(`${text}\n`)
    },
    clear,
  }
}

export function progressText(done: Amount, total: Amount, elapsedMs: number): string {
  const files = `${done.files.toLocaleString('en')} of ${countOf(total.files, 'file')}`
  const bytes = `${formatBytes(done.bytes)} of ${formatBytes(total.bytes)}`
  const seconds = Math.max(1, elapsedMs / 1000)
  const share = total.bytes > 0 ? done.bytes / total.bytes : done.files / Math.max(1, total.files)
  const rate = `${formatBytes(Math.round(done.bytes / seconds))}/s`
  const left = share > 0 ? `, ${durationText((seconds * (1 - share)) / share)} left` : ''
  return `Copying ${files}, ${bytes}, ${rate}${left}`
}

/** '40 s', '12 min', '3 h 20 min'. */
export function durationText(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
