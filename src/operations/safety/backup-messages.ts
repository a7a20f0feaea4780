import type { BackupOutcome } from '../../contract/site/backup-outcomes.ts'
import type { KeptBackups } from '../../contract/site/safety.ts'

/** The variable in which the server tells `vitrine backup`, started by it, what to do. */
export const ordersVariable = 'VITRINE_BACKUP_ORDERS'

/** What that says, as JSON. */
export type BackupOrders = {
  /** In ms. */
  readonly at: number
  readonly keep: KeptBackups
  /** When a backup was last made there, in ms. */
  readonly lastAt: number | null
  /** Uses the folder even if that one is missing. */
  readonly startsOver: boolean
}

/** What the backup says to the server. */
export type BackupMessage =
  | {
      readonly kind: 'progress'
      readonly done: number
      readonly total: number
      readonly bytes: number
      /** Whether the backup is done, and the restore drill runs. */
      readonly isDrill: boolean
    }
  | ({ readonly kind: 'end' } & BackupEnd)
  | { readonly kind: 'drill failed'; readonly reason: string }

/** How a backup ended. */
export type BackupEnd = {
  readonly outcome: Exclude<BackupOutcome, 'stopped'>
  /** Why there is no backup. */
  readonly reason?: string
  readonly notes: readonly string[]
  readonly addedBytes: number
  /** Of the snapshot, if there is one. */
  readonly snapshot?: { readonly at: number; readonly photos: number; readonly bytes: number }
}
