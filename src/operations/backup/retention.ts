/**
 * Which snapshots are kept: a number of the newest, or the newest of each of the last days, weeks
 * and months that have any.
 */
export type Keep =
  | { readonly newest: number }
  | { readonly daily: number; readonly weekly: number; readonly monthly: number }

type Snapshot = {
  readonly name: string
  /** In ms. */
  readonly at: number
}

/** The names of those to be kept; always with the newest. Days are those of this machine. */
export function keptSnapshots(snapshots: readonly Snapshot[], keep: Keep): Set<string> {
  const newestFirst = snapshots.toSorted((one, other) => other.at - one.at)
  if ('newest' in keep) {
    return new Set(newestFirst.slice(0, Math.max(1, keep.newest)).map(({ name }) => name))
  }
  const periods = [
    [dayOf, Math.max(1, keep.daily)],
    [weekOf, keep.weekly],
    [monthOf, keep.monthly],
  ] as const
  return new Set(periods.flatMap(([periodOf, count]) => newestOfEach(newestFirst, periodOf, count)))
}

function newestOfEach(
  newestFirst: readonly Snapshot[],
  periodOf: (at: Date) => string,
  count: number,
): string[] {
  const found = new Map<string, string>()
  for (const { name, at } of newestFirst) {
    const period = periodOf(new Date(at))
    if (found.size === count && !found.has(period)) break
    if (!found.has(period)) found.set(period, name)
  }
  return [...found.values()].slice(0, count)
}

const monthOf = (at: Date) => `${at.getFullYear()}-${at.getMonth()}`
const dayOf = (at: Date) => `${monthOf(at)}-${at.getDate()}`

/** Named after its Monday. */
function weekOf(at: Date): string {
  return dayOf(new Date(at.getFullYear(), at.getMonth(), at.getDate() - ((at.getDay() + 6) % 7)))
}
