import { dayMs, minuteMs } from '../../core/time.ts'
import type { FoundProblem } from '../status/problems.ts'
import type { Notice } from './notice.ts'

/** A problem is reminded of after this time, in ms, and again after the same time. */
const reminderMs = dayMs
/** One that is gone for this time, in ms, is solved: some come and go for a moment. */
export const settledMs = 10 * minuteMs

/** A problem of which the owner was told; times are in ms. */
export type ToldProblem = {
  /** Kind and subject. */
  readonly name: string
  readonly kind: string
  readonly text: string
  readonly advice: string
  readonly since: number
  readonly told_at: number
  /** Since when it was no longer found. */
  readonly gone_at: number | null
}

type NewNotice = Omit<Notice, 'id' | 'at'> & { readonly name: string }

/**
 * Compares the problems of now with those that were told. Each is told once, again after a day, and
 * once more when it is solved.
 * @returns what is told from now on, by name, and the notices to send.
 */
export function compareProblems(
  told: readonly ToldProblem[],
  problems: readonly FoundProblem[],
  now: number,
): { told: ToldProblem[]; notices: NewNotice[] } {
  const before = new Map(told.map((each) => [each.name, each]))
  const found = new Map(problems.map((each) => [nameOf(each), each]))
  const present = [...found].map(([name, each]) => notePresent(name, each, before.get(name), now))
  const absent = told.filter(({ name }) => !found.has(name)).map((each) => noteAbsent(each, now))
  const all = [...present, ...absent]
  return {
    told: all
      .flatMap(({ told }) => told ?? [])
      .toSorted((one, other) => (one.name < other.name ? -1 : 1)),
    notices: all.flatMap(({ notice }) => notice ?? []),
  }
}

type Noted = { readonly told?: ToldProblem; readonly notice?: NewNotice }

function notePresent(
  name: string,
  { kind, text, advice: what, command }: FoundProblem,
  known: ToldProblem | undefined,
  now: number,
): Noted {
  const since = known?.since ?? now
  const advice = command === null ? what : `${what} ${command}`
  // A clock that was set back must not silence a problem for longer.
  const isSilent = known && known.told_at <= now && now - known.told_at < reminderMs
  const toldAt = isSilent ? known.told_at : now
  const row = { name, kind, text, advice, since, told_at: toldAt, gone_at: null }
  if (isSilent) return { told: row }
  return {
    told: row,
    notice: { event: known ? 'reminder' : 'problem', name, kind, text, advice, since },
  }
}

function noteAbsent(known: ToldProblem, now: number): Noted {
  const goneAt = known.gone_at === null || known.gone_at > now ? now : known.gone_at
  if (now - goneAt < settledMs) return { told: { ...known, gone_at: goneAt } }
  const { name, kind, text, since } = known
  return { notice: { event: 'solved', name, kind, text, advice: '', since } }
}

const nameOf = ({ kind, subject }: FoundProblem): string =>
  subject === '' ? kind : `${kind}: ${subject}`
