import { countOf } from '../contract/text/counts.ts'
import type { Progress } from '../operations/backup/copy-files.ts'
import { formatBytes } from '../operations/backup/free-space.ts'
import type { TerminalOutput } from './terminal.ts'

/** A terminal is not written to more often, in ms. */
const intervalMs = 100

/** One line that is overwritten; nothing if the output is not a terminal. */
export function progressOn(output: TerminalOutput, verb: string) {
  let shownAt = 0
  return {
    show: ({ done, total, bytes }: Progress) => {
      if (!output.isTTY || performance.now() - shownAt < intervalMs) return
      shownAt = performance.now()
      output.write(`\r\x1b[K${verb} ${done} of ${countOf(total, 'file')}, ${formatBytes(bytes)}`)
    },
    clear: () => {
      if (output.isTTY && shownAt > 0) output.write('\r\x1b[K')
    },
  }
}
