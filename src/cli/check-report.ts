import { countOf } from '../contract/text/counts.ts'
import type { CheckCounts, CheckOptions } from '../operations/check/check.ts'
import type { Problem } from '../operations/check/problem.ts'
import { printable, type TerminalOutput } from './terminal.ts'

/** From this number on, originals were probably lost together. */
const manyLost = 3
const wrongFolder =
  'More than a tenth of the originals are missing or damaged. First check whether --data names the right folder, whether its disk is mounted, and whether vitrine.db belongs to these files.'

/**
 * Prints progress on a terminal, each problem as it is found, and one line about `data` in the end.
 */
export function createCheckReport(output: TerminalOutput, data: string) {
  const minor: Problem[] = []
  const problems: Problem[] = []
  const clear = () => (output.isTTY ? '\r\x1b[K' : '')
  const line = (text: string) => output.write(`${clear()}${printable(text)}\n`)
  let shownAt = 0

  return {
    line,
    minor,
    problems,
    problem: (problem: Problem) => {
      if (problem.isMinor) {
        minor.push(problem)
        return
      }
      problems.push(problem)
      line(problem.text)
      line(`  ${problem.advice}`)
    },
    progress: (text: string) => {
      if (!output.isTTY || performance.now() - shownAt < 100) return
      shownAt = performance.now()
      output.write(`${clear()}${text.slice(0, (output.columns ?? 80) - 1)}`)
    },
    /** One line about all that was checked. */
    summary: (counts: CheckCounts, options: CheckOptions) => {
      const checked = [
        `${countOf(counts.photos, 'photo')}${readNote(counts, options)}`,
        countOf(counts.renditions, 'rendition'),
        countOf(counts.cameras, 'camera picture'),
      ].join(', ')
      const what = `Checked ${checked} in ${data}`
      const later =
        minor.length === 0
          ? ''
          : ` ${countOf(minor.length, 'missing rendition')} will be made when requested.`
      const end = `${later}${unreadNote(counts, options)}`
      if (problems.length === 0) line(`${what}: no problems found.${end}`)
      else line(`${what}: ${countOf(problems.length, 'problem')}, listed above.${end}`)
      for (const note of counts.notes ?? []) line(note)
      const lost = problems.filter(({ isOriginal }) => isOriginal).length
      if (lost > Math.max(manyLost, counts.photos / 10)) line(wrongFolder)
    },
  }
}

const readNote = ({ read, photos }: CheckCounts, { isDeep, sample }: CheckOptions) => {
  if (sample !== undefined) return ` (${read} of them, chosen at random, read and decoded)`
  return isDeep && photos > 0 ? ' (read and decoded)' : ''
}

/** What a check that does not decode leaves out. */
const unreadNote = ({ renditions, cameras }: CheckCounts, { isDeep, sample }: CheckOptions) =>
  isDeep || sample !== undefined || renditions + cameras === 0
    ? ''
    : ' Renditions and camera pictures were not read, only their sizes and dates; --deep reads them.'
