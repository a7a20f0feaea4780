import type { Store } from '../../core/database/open.ts'

export type OwnerRow = {
  name: string
  bio: string
  pic: string
  pic_photo: number | null
  password_hash: string | null
  setup_secret_hash: Uint8Array | null
  setup_expires_at: number | null
}

export type OwnerStore = ReturnType<typeof ownerStore>

/** Writes belong inside Store.write or Store.note. */
export function ownerStore({ connection }: Store) {
  return {
    get: () => connection.query<OwnerRow, []>('SELECT * FROM owner').get()!,
    setProfile: (profile: { name: string; bio: string; pic: string; picPhoto: number | null }) =>
      connection
        .query<unknown, typeof profile>(
          'UPDATE owner SET name = $name, bio = $bio, pic = $pic, pic_photo = $picPhoto',
        )
        .run(profile),
    /** Also invalidates the setup link. */
    setPassword: (hash: string) =>
      connection
        .query<unknown, { hash: string }>(
          'UPDATE owner SET password_hash = $hash, setup_secret_hash = NULL, setup_expires_at = NULL',
        )
        .run({ hash }),
    setSetupSecret: (hash: Uint8Array, expiresAt: number) =>
      connection
        .query<unknown, { hash: Uint8Array; expiresAt: number }>(
          'UPDATE owner SET setup_secret_hash = $hash, setup_expires_at = $expiresAt',
        )
        .run({ hash, expiresAt }),
    addSession: (tokenHash: Uint8Array, role: 'owner', expiresAt: number) =>
      connection
        .query<unknown, { tokenHash: Uint8Array; role: string; expiresAt: number }>(
          'INSERT INTO session (token_hash, role, expires_at) VALUES ($tokenHash, $role, $expiresAt)',
        )
        .run({ tokenHash, role, expiresAt }),
    hasSession: (tokenHash: Uint8Array, role: 'owner', now: number): boolean =>
      connection
        .query<unknown, { tokenHash: Uint8Array; role: string; now: number }>(
          `SELECT 1 FROM session
           WHERE token_hash = $tokenHash AND role = $role AND expires_at > $now`,
        )
        .get({ tokenHash, role, now }) !== null,
    removeSession: (tokenHash: Uint8Array) =>
      connection
        .query<unknown, { tokenHash: Uint8Array }>(
          'DELETE FROM session WHERE token_hash = $tokenHash',
        )
        .run({ tokenHash }),
    removeSessions: (role: 'owner') =>
      connection
        .query<unknown, { role: string }>('DELETE FROM session WHERE role = $role')
        .run({ role }),
    removeExpiredSessions: (now: number) =>
      connection
        .query<unknown, { now: number }>('DELETE FROM session WHERE expires_at <= $now')
        .run({ now }),
  }
}
