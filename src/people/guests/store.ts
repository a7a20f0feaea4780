import type { Database } from 'bun:sqlite'
import type { Store } from '../../core/database/open.ts'
import { nextRowId } from '../../core/database/row-id.ts'

export type GuestRow = {
  row_id: number
  name: string
  name_key: string | null
  email: string
  email_key: string
  verified_at: number | null
}

export type LinkRow = {
  guest: number
  name: string
  email: string
  email_key: string
  sent_at: number
  followed_at: number | null
  browser_hash: Uint8Array | null
}

export type GuestStore = ReturnType<typeof guestStore>

/** Writes belong inside Store.write or Store.note. */
export const guestStore = ({ connection }: Store) => ({
  ...guestRows(connection),
  ...linkRows(connection),
  ...sessionRows(connection),
})

const queryOf =
  (connection: Database) =>
  <Row, Params extends Record<string, unknown>>(sql: string) =>
    connection.query<Row, Params & Record<string, string | number | null | Uint8Array>>(sql)

function guestRows(connection: Database) {
  const query = queryOf(connection)
  return {
    byRowId: (rowId: number) =>
      query<GuestRow, { rowId: number }>('SELECT * FROM guest WHERE row_id = $rowId').get({
        rowId,
      }) ?? undefined,
    byEmailKey: (emailKey: string) =>
      query<GuestRow, { emailKey: string }>('SELECT * FROM guest WHERE email_key = $emailKey').get({
        emailKey,
      }) ?? undefined,
    byNameKey: (nameKey: string) =>
      query<GuestRow, { nameKey: string }>('SELECT * FROM guest WHERE name_key = $nameKey').get({
        nameKey,
      }) ?? undefined,
    insert: (email: string, emailKey: string): GuestRow =>
      query<GuestRow, { email: string; emailKey: string }>(
        `INSERT INTO guest (row_id, name, email, email_key)
         VALUES (${nextRowId('guest')}, '', $email, $emailKey) RETURNING *`,
      ).get({ email, emailKey })!,
    setName: (rowId: number, name: string, nameKey: string) =>
      query<unknown, { rowId: number; name: string; nameKey: string }>(
        'UPDATE guest SET name = $name, name_key = $nameKey WHERE row_id = $rowId',
      ).run({ rowId, name, nameKey }),
    setEmail: (rowId: number, email: string, emailKey: string) =>
      query<unknown, { rowId: number; email: string; emailKey: string }>(
        'UPDATE guest SET email = $email, email_key = $emailKey WHERE row_id = $rowId',
      ).run({ rowId, email, emailKey }),
    /** Keeps an earlier time if there is one. */
    setVerified: (rowId: number, now: number) =>
      query<unknown, { rowId: number; now: number }>(
        'UPDATE guest SET verified_at = ifnull(verified_at, $now) WHERE row_id = $rowId',
      ).run({ rowId, now }),
    delete: (rowId: number) =>
      query<unknown, { rowId: number }>('DELETE FROM guest WHERE row_id = $rowId').run({ rowId }),
  }
}

/** The links that prove an address. */
function linkRows(connection: Database) {
  const query = queryOf(connection)
  return {
    addLink: (link: {
      tokenHash: Uint8Array
      guest: number
      name: string
      email: string
      emailKey: string
      mailbox: string
      browserHash: Uint8Array
      sentAt: number
      expiresAt: number
    }) =>
      query<unknown, typeof link>(
        `INSERT INTO verification
           (token_hash, guest, name, email, email_key, mailbox, browser_hash, sent_at, expires_at)
         VALUES
           ($tokenHash, $guest, $name, $email, $emailKey, $mailbox, $browserHash, $sentAt, $expiresAt)`,
      ).run(link),
    liveLink: (tokenHash: Uint8Array, now: number) =>
      query<LinkRow, { tokenHash: Uint8Array; now: number }>(
        `SELECT guest, name, email, email_key, sent_at, followed_at, browser_hash FROM verification
         WHERE token_hash = $tokenHash AND expires_at > $now`,
      ).get({ tokenHash, now }) ?? undefined,
    setFollowed: (tokenHash: Uint8Array, now: number) =>
      query<unknown, { tokenHash: Uint8Array; now: number }>(
        'UPDATE verification SET followed_at = $now WHERE token_hash = $tokenHash',
      ).run({ tokenHash, now }),
    timesSent: (mailbox: string, since: number): number[] =>
      query<{ sent_at: number }, { mailbox: string; since: number }>(
        `SELECT sent_at FROM verification WHERE mailbox = $mailbox AND sent_at > $since
         ORDER BY sent_at`,
      )
        .all({ mailbox, since })
        .map((row) => row.sent_at),
    renameInLinks: (guest: number, name: string, until: number) =>
      query<unknown, { guest: number; name: string; until: number }>(
        'UPDATE verification SET name = $name WHERE guest = $guest AND sent_at <= $until',
      ).run({ guest, name, until }),
    /** Ends the guest's links to other addresses; the rows are kept, because mails are counted. */
    endLinksElsewhere: (guest: number, emailKey: string, now: number) =>
      query<unknown, { guest: number; emailKey: string; now: number }>(
        `UPDATE verification SET expires_at = $now
         WHERE guest = $guest AND email_key <> $emailKey AND expires_at > $now`,
      ).run({ guest, emailKey, now }),
    /** Deletes links sent until then, and guests who never opened one. */
    forget: (sentUntil: number) => {
      query<unknown, { sentUntil: number }>(
        'DELETE FROM verification WHERE sent_at <= $sentUntil',
      ).run({ sentUntil })
      connection.run(
        'DELETE FROM guest WHERE verified_at IS NULL AND row_id NOT IN (SELECT guest FROM verification)',
      )
    },
  }
}

function sessionRows(connection: Database) {
  const query = queryOf(connection)
  return {
    addSession: (tokenHash: Uint8Array, guest: number, expiresAt: number) =>
      query<unknown, { tokenHash: Uint8Array; guest: number; expiresAt: number }>(
        `INSERT INTO session (token_hash, role, guest, expires_at)
         VALUES ($tokenHash, 'guest', $guest, $expiresAt)`,
      ).run({ tokenHash, guest, expiresAt }),
    guestOfSession: (tokenHash: Uint8Array, now: number) =>
      query<{ guest: number }, { tokenHash: Uint8Array; now: number }>(
        `SELECT guest FROM session
         WHERE token_hash = $tokenHash AND role = 'guest' AND expires_at > $now`,
      ).get({ tokenHash, now })?.guest,
    removeSession: (tokenHash: Uint8Array) =>
      query<unknown, { tokenHash: Uint8Array }>(
        `DELETE FROM session WHERE token_hash = $tokenHash AND role = 'guest'`,
      ).run({ tokenHash }),
    removeSessionsOf: (guest: number) =>
      query<unknown, { guest: number }>('DELETE FROM session WHERE guest = $guest').run({ guest }),
    removeExpiredSessions: (now: number) =>
      query<unknown, { now: number }>('DELETE FROM session WHERE expires_at <= $now').run({ now }),
  }
}
