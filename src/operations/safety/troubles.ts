import type { BackupOutcome } from '../../contract/site/backup-outcomes.ts'
import type { Schedule } from '../../contract/site/safety.ts'
import { grouped } from '../../contract/text/counts.ts'
import { dayMs } from '../../core/time.ts'
import type { DrillRecord } from '../backup/drill-record.ts'
import type { TargetRow } from './store.ts'

/** Why the owner cannot rely on the backups in a folder. */
type BackupTrouble = {
  /** 'late': there is no verified backup within the set time. */
  readonly kind: 'failed' | 'missing' | 'wrong' | 'incomplete' | 'held' | 'late' | 'drill'
  readonly folder: string
  readonly text: string
  /** What to do. */
  readonly advice: string
}

/** The folders into which the gallery backs itself up, and what is wrong there. */
export type ScheduledBackups = {
  readonly folders: readonly string[]
  /** The last restore drills of these folders. */
  readonly drills: readonly DrillRecord[]
  readonly troubles: readonly BackupTrouble[]
}

/** From one planned backup to the next, and a day in which it can be tried again, in ms. */
const lateMs = { day: 2 * dayMs, week: 8 * dayMs } satisfies Record<Schedule['every'], number>

/** `now` is in ms; each folder has at most one trouble. */
export function scheduledBackups(
  targets: readonly TargetRow[],
  schedule: Schedule,
  allDrills: readonly DrillRecord[],
  now: number,
): ScheduledBackups {
  const folders = targets.map(({ folder }) => folder)
  const drills = allDrills.filter(({ folder }) => folders.includes(folder))
  const troubles = targets.flatMap((row) => {
    const drill = drills.find(({ folder }) => folder === row.folder)
    return troubleOf(row, schedule, now) ?? drillTrouble(drill) ?? []
  })
  return { folders, drills, troubles }
}

function troubleOf(row: TargetRow, { every }: Schedule, now: number): BackupTrouble | undefined {
  const { folder, outcome, reason, is_held: isHeld } = row
  if (isHeld === 1) return { kind: 'held', folder, ...texts.held(folder) }
  const advice = reason ?? texts.open
  switch (outcome) {
    case 'failed':
    case 'missing':
    case 'wrong':
    case 'incomplete':
      return { kind: outcome, folder, text: texts[outcome](folder), advice }
  }
  // Before the first backup has ended, the time counts from when the folder was chosen.
  const ageMs = now - (row.verified_at ?? row.added_at)
  return ageMs > lateMs[every] ? { kind: 'late', folder, ...texts.late(folder, ageMs) } : undefined
}

function drillTrouble(drill: DrillRecord | undefined): BackupTrouble | undefined {
  const [first, ...others] = drill?.problems ?? []
  if (!drill || first === undefined) return undefined
  const { folder } = drill
  const advice = others.length === 0 ? first : `${first} ${texts.moreProblems(others.length)}`
  return { kind: 'drill', folder, text: texts.drill(folder), advice }
}

const texts = {
  open: 'Account → Safety says more.',
  moreProblems: (count: number) =>
    `Account → Safety names ${count === 1 ? 'another problem' : `${grouped(count)} more problems`}.`,
  drill: (folder: string) => `The last restore drill of ${folder} failed.`,
  failed: (folder: string) => `The last backup into ${folder} failed.`,
  missing: (folder: string) => `The backups in ${folder} are missing.`,
  wrong: (folder: string) => `${folder} is not the folder of this gallery’s backups.`,
  incomplete: (folder: string) => `The last backup into ${folder} is incomplete.`,
  held: (folder: string) => ({
    text: `Nothing has been backed up into ${folder} since this gallery was restored.`,
    advice: 'Continue in Account → Safety, or choose another folder there.',
  }),
  late: (folder: string, ageMs: number) => ({
    text: `There has been no verified backup into ${folder} for ${grouped(Math.floor(ageMs / dayMs))} days.`,
    advice: 'Account → Safety says why, and can back up now.',
  }),
} satisfies Record<string, unknown> & Partial<Record<BackupOutcome, unknown>>
