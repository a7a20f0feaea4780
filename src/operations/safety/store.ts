import type { BackupOutcome } from '../../contract/site/backup-outcomes.ts'
import type { KeptBackups, Schedule } from '../../contract/site/safety.ts'
import type { Store } from '../../core/database/open.ts'
import { nextRowId } from '../../core/database/row-id.ts'

/** Times are in ms. */
export type TargetRow = {
  readonly id: string
  readonly folder: string
  readonly is_configured: number
  readonly added_at: number
  readonly is_held: number
  readonly started_at: number | null
  readonly ended_at: number | null
  readonly outcome: BackupOutcome | null
  readonly reason: string | null
  readonly again_at: number | null
  readonly notes: string
  readonly added_bytes: number | null
  readonly verified_at: number | null
  readonly photos: number | null
  readonly bytes: number | null
}

type SettingsRow = {
  every: Schedule['every']
  weekday: number
  hour: number
  keep_daily: number
  keep_weekly: number
  keep_monthly: number
}

export type SafetySettings = { readonly schedule: Schedule; readonly keep: KeptBackups }

export type SafetyStore = ReturnType<typeof safetyStore>

/** The settings of backups and their targets. Writes must be inside Store.note. */
export function safetyStore({ connection }: Store) {
  return {
    settings: (): SafetySettings => {
      const row = connection.query<SettingsRow, []>('SELECT * FROM safety').get()!
      const { every, weekday, hour } = row
      return {
        schedule: { every, weekday, hour },
        keep: { daily: row.keep_daily, weekly: row.keep_weekly, monthly: row.keep_monthly },
      }
    },
    setSettings: ({ schedule, keep }: SafetySettings): void => {
      connection
        .query<unknown, Record<string, string | number>>(
          `UPDATE safety SET every = $every, weekday = $weekday, hour = $hour,
             keep_daily = $daily, keep_weekly = $weekly, keep_monthly = $monthly`,
        )
        .run({ ...schedule, ...keep })
    },
    targets: () =>
      connection.query<TargetRow, []>('SELECT * FROM backup_target ORDER BY row_id').all(),
    target: (id: string): TargetRow | undefined =>
      connection
        .query<TargetRow, { id: string }>('SELECT * FROM backup_target WHERE id = $id')
        .get({ id }) ?? undefined,
    add: (folder: string, isConfigured: boolean, now: number): void => {
      connection
        .query<unknown, Record<string, string | number>>(
          `INSERT INTO backup_target (row_id, id, folder, is_configured, added_at)
           VALUES (${nextRowId('backup_target')}, $id, $folder, $isConfigured, $now)
           ON CONFLICT (folder) DO UPDATE SET is_configured = $isConfigured`,
        )
        .run({ id: crypto.randomUUID(), folder, isConfigured: Number(isConfigured), now })
    },
    set: (id: string, change: Partial<Omit<TargetRow, 'id'>>): void => {
      const columns = Object.keys(change)
      connection
        .query<unknown, Record<string, string | number | null>>(
          `UPDATE backup_target SET ${columns.map((name) => `${name} = $${name}`).join(', ')}
           WHERE id = $id`,
        )
        .run({ ...change, id })
    },
    remove: (id: string): void => {
      connection
        .query<unknown, { id: string }>('DELETE FROM backup_target WHERE id = $id')
        .run({ id })
    },
  }
}
