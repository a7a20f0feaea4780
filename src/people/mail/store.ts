import type { Store } from '../../core/database/open.ts'
import { nextRowId } from '../../core/database/row-id.ts'

export type MailRow = {
  row_id: number
  message: Uint8Array
  attempts: number
  next_at: number
  expires_at: number
}

export type MailStore = ReturnType<typeof mailStore>

/** Writes belong inside Store.write or Store.note; times are in ms. */
export function mailStore({ connection }: Store) {
  return {
    insert: (mail: { message: Uint8Array; nextAt: number; expiresAt: number }) =>
      connection
        .query<unknown, { message: Uint8Array; nextAt: number; expiresAt: number }>(
          `INSERT INTO mail (row_id, message, next_at, expires_at)
           VALUES (${nextRowId('mail')}, $message, $nextAt, $expiresAt)`,
        )
        .run(mail),
    /** A retry planned for later than `latest` was planned before the clock was set back. */
    due: (now: number, latest: number) =>
      connection
        .query<MailRow, { now: number; latest: number }>(
          `SELECT * FROM mail WHERE next_at <= $now OR next_at > $latest
           ORDER BY next_at, row_id LIMIT 1`,
        )
        .get({ now, latest }) ?? undefined,
    all: () => connection.query<MailRow, []>('SELECT * FROM mail ORDER BY row_id').all(),
    waiting: (): number =>
      connection.query<{ count: number }, []>('SELECT count(*) AS count FROM mail').get()!.count,
    nextAt: (): number | undefined =>
      connection.query<{ next: number | null }, []>('SELECT min(next_at) AS next FROM mail').get()
        ?.next ?? undefined,
    countAttempt: (rowId: number, nextAt: number) =>
      connection
        .query<unknown, { rowId: number; nextAt: number }>(
          'UPDATE mail SET attempts = attempts + 1, next_at = $nextAt WHERE row_id = $rowId',
        )
        .run({ rowId, nextAt }),
    /** Plans it for no earlier than `time`. */
    postpone: (rowId: number, time: number) =>
      connection
        .query<unknown, { rowId: number; time: number }>(
          'UPDATE mail SET next_at = max(next_at, $time) WHERE row_id = $rowId',
        )
        .run({ rowId, time }),
    delete: (rowId: number) =>
      connection
        .query<unknown, { rowId: number }>('DELETE FROM mail WHERE row_id = $rowId')
        .run({ rowId }),
  }
}
