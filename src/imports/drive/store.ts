import type { Store } from '../../core/database/open.ts'

export type DriveRow = {
  refresh_token: Uint8Array | null
  trouble: string | null
  /** Kept while the connection is lost. */
  account: string | null
  is_lost: number
  folder_id: string | null
  folder_name: string | null
  folder_drive_id: string | null
  /** Encrypted JSON, see client.ts. */
  client: Uint8Array | null
}
type OAuthStateRow = {
  state_hash: Uint8Array
  session_hash: Uint8Array
  verifier: Uint8Array
  redir: string
  expires_at: number
  may_stop_import: number
}

type Md5Status = { readonly isHere: boolean; readonly isDeleted: boolean }

export type DriveStore = ReturnType<typeof driveStore>

/** The SQL of Google Drive. Writes must be inside Store.write or Store.note. */
export const driveStore = (store: Store) => ({
  ...driveSettings(store),
  ...signInStates(store),
  ...fileContents(store),
})

/** The connection, its folder and its client: the only row of `drive`. */
function driveSettings({ connection }: Store) {
  return {
    get: () => connection.query<DriveRow, []>('SELECT * FROM drive').get()!,
    setToken: (token: Uint8Array, account: string | null) =>
      connection
        .query<unknown, { token: Uint8Array; account: string | null }>(
          `UPDATE drive SET refresh_token = $token, account = $account, trouble = NULL, is_lost = 0`,
        )
        .run({ token, account }),
    /** Forgets a connection that no longer works, but keeps its account. */
    loseToken: (trouble: string) =>
      connection
        .query<unknown, { trouble: string }>(
          'UPDATE drive SET refresh_token = NULL, trouble = $trouble, is_lost = 1',
        )
        .run({ trouble }),
    /** Forgets the connection and its account, as the owner asked. */
    deleteToken: () =>
      connection.run(
        'UPDATE drive SET refresh_token = NULL, trouble = NULL, is_lost = 0, account = NULL',
      ),
    setTrouble: (trouble: string) =>
      connection
        .query<unknown, { trouble: string }>('UPDATE drive SET trouble = $trouble')
        .run({ trouble }),
    setFolder: (folder: { id: string; name: string; driveId: string | null }) =>
      connection
        .query<unknown, typeof folder>(
          'UPDATE drive SET folder_id = $id, folder_name = $name, folder_drive_id = $driveId',
        )
        .run(folder),
    setClient: (client: Uint8Array | null) =>
      connection
        .query<unknown, { client: Uint8Array | null }>('UPDATE drive SET client = $client')
        .run({ client }),
    /** Whether photos follow a folder in the drive. */
    hasSources: (): boolean =>
      connection.query<object, []>("SELECT 1 FROM source WHERE kind = 'drive' LIMIT 1").get() !==
      null,
  }
}

/** Sign-ins at Google that have begun. */
function signInStates({ connection }: Store) {
  return {
    addState: (row: OAuthStateRow) =>
      connection
        .query<unknown, OAuthStateRow>(
          `INSERT INTO oauth_state
             (state_hash, session_hash, verifier, redir, expires_at, may_stop_import)
           VALUES
             ($state_hash, $session_hash, $verifier, $redir, $expires_at, $may_stop_import)`,
        )
        .run(row),
    removeExpiredStates: (now: number) =>
      connection
        .query<unknown, { now: number }>('DELETE FROM oauth_state WHERE expires_at <= $now')
        .run({ now }),
    /** Reads and deletes a state, which is valid once, whatever happens next. */
    takeState: (hash: Uint8Array) =>
      connection
        .query<OAuthStateRow, { hash: Uint8Array }>(
          'DELETE FROM oauth_state WHERE state_hash = $hash RETURNING *',
        )
        .get({ hash }) ?? undefined,
  }
}

/** What is known of the content of files in the drive. */
function fileContents({ connection }: Store) {
  return {
    /** Returns the md5 of a file for which Drive has none, if this content was downloaded. */
    rememberedMd5s: (): ((file: { id: string; version: string }) => string | undefined) => {
      const known = new Map(
        connection
          .query<{ file_id: string; version: string; md5: string }, []>(
            'SELECT * FROM drive_file_md5',
          )
          .all()
          .map((row) => [row.file_id, row]),
      )
      return ({ id, version }) => {
        const row = known.get(id)
        return row?.version === version ? row.md5 : undefined
      }
    },
    /** The latest content of each file that the import jobs have fetched, by its id. */
    importedMd5s: (): ReadonlyMap<string, string> =>
      new Map(
        connection
          .query<{ file_id: string; md5: string }, []>(
            `SELECT file_id, md5 FROM job_file
             WHERE state IN ('done', 'replaced', 'skipped') AND md5 <> '' ORDER BY job, place`,
          )
          .all()
          .map(({ file_id: id, md5 }) => [id, md5]),
      ),
    rememberMd5: (file: { fileId: string; version: string; md5: string }) =>
      connection
        .query<unknown, typeof file>(
          `INSERT INTO drive_file_md5 (file_id, version, md5) VALUES ($fileId, $version, $md5)
           ON CONFLICT (file_id) DO UPDATE SET version = $version, md5 = $md5`,
        )
        .run(file),
    /** From now on, photos are recognised by these files, even if their content changes. */
    learnItems: (files: readonly { id: string; md5Checksum: string }[]) =>
      connection
        .query<unknown, { files: string }>(
          `INSERT INTO photo_item (source, item, photo)
           SELECT 'drive', file.value ->> 0, known.photo
           FROM (SELECT md5, photo FROM original_file
             WHERE md5 IN (SELECT value ->> 1 FROM json_each($files)) AND is_waiting = 0) AS known
           CROSS JOIN photo ON photo.row_id = known.photo
           CROSS JOIN json_each($files) AS file ON file.value ->> 1 = known.md5
           WHERE true ON CONFLICT DO NOTHING`,
        )
        .run({ files: JSON.stringify(files.map(({ id, md5Checksum }) => [id, md5Checksum])) }),
    md5Statuses: (md5s: readonly string[]): Map<string, Md5Status> =>
      new Map(
        connection
          .query<{ md5: string; isHere: number; isDeleted: number }, { md5s: string }>(
            `SELECT value AS md5,
               value IN (SELECT file.md5 FROM original_file AS file
                 CROSS JOIN photo ON photo.row_id = file.photo
                 WHERE file.md5 IN (SELECT value FROM json_each($md5s))) AS isHere,
               EXISTS (SELECT 1 FROM deleted_photo WHERE md5 = value) AS isDeleted
             FROM json_each($md5s)`,
          )
          .all({ md5s: JSON.stringify(md5s) })
          .map(({ md5, isHere, isDeleted }) => [
            md5,
            { isHere: isHere === 1, isDeleted: isDeleted === 1 },
          ]),
      ),
  }
}
