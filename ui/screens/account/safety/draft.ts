import { safetyLimits } from '../../../../src/contract/limits.ts'
import type { Safety, SafetyChange, Schedule } from '../../../../src/contract/site/safety.ts'
import type { Problem } from '../../../kit/components/use-problem.ts'
import { texts } from './texts.ts'

/** The settings as they are typed. */
export type Draft = {
  readonly folders: readonly { readonly key: number; readonly path: string }[]
  readonly schedule: Schedule
  readonly keep: Readonly<Record<KeptPeriod, string>>
}

export const keptPeriods = ['daily', 'weekly', 'monthly'] as const
type KeptPeriod = (typeof keptPeriods)[number]

const ranges = {
  daily: [1, safetyLimits.keptDaily],
  weekly: [0, safetyLimits.keptWeekly],
  monthly: [0, safetyLimits.keptMonthly],
} as const

export const draftOf = ({ targets, schedule, keep }: Safety): Draft => ({
  // The first one can be typed at once.
  folders:
    targets.length === 0
      ? [newFolder([])]
      : targets
          .filter(({ isConfigured }) => !isConfigured)
          .map(({ folder }, key) => ({ key, path: folder })),
  schedule,
  keep: {
    daily: String(keep.daily),
    weekly: String(keep.weekly),
    monthly: String(keep.monthly),
  },
})

export const isSame = (one: Draft, other: Draft): boolean => plain(one) === plain(other)
const plain = ({ folders, schedule, keep }: Draft) =>
  JSON.stringify([folders.map(({ path }) => path.trim()).filter((path) => path), schedule, keep])

export const newFolder = (folders: Draft['folders']) => ({
  key: Math.max(-1, ...folders.map(({ key }) => key)) + 1,
  path: '',
})

/** The server names a folder by its place among those that were sent. */
export const fieldsOf = ({ folders }: Draft): string[] => [
  ...folders.map((_, place) => `folders.${place}`),
  ...keptPeriods,
]

/** What is to be saved, or what is wrong with it; folders without a path are left out. */
export function changeOf({ folders, schedule, keep }: Draft): SafetyChange | Problem[] {
  const problems = keptPeriods.flatMap((field): Problem[] => {
    const [least, most] = ranges[field]
    const isRight =
      /^\d{1,3}$/.test(keep[field].trim()) && inRange(Number(keep[field]), least, most)
    return isRight ? [] : [{ field, message: texts.form.wrongNumber(least, most) }]
  })
  if (problems.length > 0) return problems
  return {
    folders: folders.map(({ path }) => path.trim()),
    schedule,
    keep: {
      daily: Number(keep.daily),
      weekly: Number(keep.weekly),
      monthly: Number(keep.monthly),
    },
  }
}

const inRange = (value: number, least: number, most: number) => value >= least && value <= most
