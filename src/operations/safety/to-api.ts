import type { BackupTarget } from '../../contract/site/safety.ts'
import type { DrillRecord } from '../backup/drill-record.ts'
import type { TargetRow } from './store.ts'

type State = {
  readonly isRunning: boolean
  readonly isDue: boolean
  /** In ms. */
  readonly nextAt: number
  readonly drill: DrillRecord | undefined
  /** Whether this gallery has made its verified backup, not the one from which it was restored. */
  readonly isVerifiedHere: boolean
}

export function toTarget(row: TargetRow, state: State): BackupTarget {
  const { isRunning, isDue, nextAt, drill, isVerifiedHere } = state
  const { id, folder, verified_at: verifiedAt, photos, bytes } = row
  return {
    id,
    folder,
    isConfigured: row.is_configured === 1,
    isRunning,
    isWaiting: !isRunning && isDue,
    isHeld: row.is_held === 1,
    nextAt: Number.isFinite(nextAt) ? toTime(nextAt) : null,
    lastRun: lastRunOf(row),
    verified:
      verifiedAt === null || !isVerifiedHere
        ? null
        : { at: toTime(verifiedAt), photos: photos ?? 0, bytes: bytes ?? 0 },
    lastDrill: drill
      ? { at: toTime(drill.at), photos: drill.photos, problems: [...drill.problems] }
      : null,
  }
}

function lastRunOf(row: TargetRow): BackupTarget['lastRun'] {
  const { started_at: startedAt, outcome, reason, notes } = row
  if (startedAt === null || row.ended_at === null || outcome === null) return null
  return {
    at: toTime(startedAt),
    outcome,
    reason,
    notes: JSON.parse(notes) as string[],
    addedBytes: row.added_bytes ?? 0,
  }
}

const toTime = (ms: number): string => new Date(ms).toISOString()
