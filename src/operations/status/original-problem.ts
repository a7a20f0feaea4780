import type { StatusProblem } from '../../contract/site/status.ts'
import { grouped } from '../../contract/text/counts.ts'

/** Originals that are missing or damaged. */
export type DamagedOriginals = {
  readonly total: number
  /** How many of them a backup has. */
  readonly saved: number
  /** Of some photos. */
  readonly names: readonly string[]
}

/** What the status says of damaged originals, if there are any. */
export function originalProblem({
  total,
  saved,
  names,
}: DamagedOriginals): Pick<StatusProblem, 'text' | 'advice'> | undefined {
  if (total === 0) return undefined
  const which = total === 1 ? 'original' : 'originals'
  return {
    text: `The ${which} of ${listed(names, total)} ${total === 1 ? 'is' : 'are'} missing or damaged.`,
    advice: adviceFor(total, saved),
  }
}

function listed(names: readonly string[], total: number): string {
  const quoted = names.map((name) => `“${name}”`)
  const others = total - names.length
  const all = others > 0 ? [...quoted, `${grouped(others)} more`] : quoted
  return new Intl.ListFormat('en').format(all)
}

const again = 'upload the same file again, which puts the original back'

function adviceFor(total: number, saved: number): string {
  if (saved === 0) return `No backup has a good copy: ${again}. Account → Safety says more.`
  if (saved === total) {
    return `A backup has ${total === 1 ? 'it' : 'them'}: Account → Safety can put ${total === 1 ? 'it' : 'them'} back.`
  }
  return `Account → Safety can put back ${grouped(saved)} of them from a backup. For the others, ${again}.`
}
