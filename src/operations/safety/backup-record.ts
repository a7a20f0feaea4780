import { hourMs, minuteMs } from '../../core/time.ts'
import type { BackupEnd } from './backup-messages.ts'
import type { TargetRow } from './store.ts'

type Change = Partial<Omit<TargetRow, 'id'>>

/** When a backup is tried again after one that failed, or found another one running, in ms. */
const retryMs = {
  failed: hourMs,
  missing: hourMs,
  wrong: hourMs,
  busy: 5 * minuteMs,
  done: undefined,
  incomplete: undefined,
} as const

/** What the database keeps of a backup that begins at `now`, in ms; the last result stays meanwhile. */
export const recordOfStart = (now: number): Change => ({
  is_held: 0,
  started_at: now,
  ended_at: null,
  again_at: null,
})

/** What it keeps of one that ended at `now`. */
export function recordOfEnd(end: BackupEnd | 'stopped', now: number): Change {
  if (end === 'stopped') {
    return { ended_at: now, outcome: 'stopped', reason: null, notes: '[]', added_bytes: 0 }
  }
  const { outcome, reason = null, notes, addedBytes, snapshot } = end
  const againMs = retryMs[outcome]
  return {
    ended_at: now,
    outcome,
    reason,
    again_at: againMs === undefined ? null : now + againMs,
    notes: JSON.stringify(notes),
    added_bytes: addedBytes,
    ...(outcome === 'done' &&
      snapshot && { verified_at: snapshot.at, photos: snapshot.photos, bytes: snapshot.bytes }),
  }
}
