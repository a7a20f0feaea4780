import type { SourceKind } from '../../contract/imports/source-words.ts'
import type { Store } from '../../core/database/open.ts'
import { nextRowId } from '../../core/database/row-id.ts'
import { dayMs } from '../../core/time.ts'
import type { ComparedItem } from './compare.ts'
import type { ListedItem } from './driver.ts'
import { type NewSourceRow, type SourceRow, type SourceRowChange, waitingReason } from './row.ts'

type SavedItem = Pick<
  ListedItem,
  'item' | 'path' | 'bytes' | 'version' | 'changed' | 'md5' | 'identity'
> & {
  /** The photo's row id. */
  readonly photo: number | null
  readonly failure?: string | null
}

export type SourceStore = ReturnType<typeof sourceStore>

/** The SQL of sources. Writes must be inside Store.write or Store.note. */
export const sourceStore = (store: Store) => ({
  ...sourceRows(store),
  ...knownItems(store),
  ...itemChanges(store),
  ...itemMoves(store),
  ...photosOfSources(store),
  ...albumsOfFolders(store),
})

const queryOf =
  ({ connection }: Store) =>
  <Row, Params extends Record<string, string | number | null> | []>(sql: string) =>
    connection.query<Row, Params>(sql)

/** The sources themselves. */
function sourceRows(store: Store) {
  const query = queryOf(store)
  return {
    list: () => query<SourceRow, []>('SELECT * FROM source ORDER BY row_id').all(),
    byId: (id: string) =>
      query<SourceRow, { id: string }>('SELECT * FROM source WHERE id = $id').get({ id }) ??
      undefined,
    insert: (row: NewSourceRow): void => {
      const columns = Object.keys(row)
      query<unknown, NewSourceRow>(
        `INSERT INTO source (row_id, ${columns.join(', ')})
         VALUES (${nextRowId('source')}, ${columns.map((name) => `$${name}`).join(', ')})`,
      ).run(row)
    },
    set: (id: string, change: SourceRowChange): void => {
      const columns = Object.keys(change)
      if (columns.length === 0) return
      query<unknown, Record<string, string | number | null>>(
        `UPDATE source SET ${columns.map((name) => `${name} = $${name}`).join(', ')} WHERE id = $id`,
      ).run({ ...change, id })
    },
    remove: (id: string) =>
      query<unknown, { id: string }>('DELETE FROM source WHERE id = $id').run({ id }),
  }
}

/** What is known of the files in a source. */
function knownItems(store: Store) {
  const query = queryOf(store)
  return {
    items: (source: number): ComparedItem[] =>
      query<ItemRow, { source: number }>(
        `SELECT item, path, source_item.bytes, version, changed, source_item.md5, identity,
           failure,
           gone_at, hidden_photo, photo.id AS photo, photo.md5 AS photo_md5,
           EXISTS (SELECT 1 FROM trash WHERE trash.photo = trashed_photo) AS is_in_trash,
           source_item.photo IS NOT NULL AND EXISTS (SELECT 1 FROM source_item AS other
             WHERE other.photo = source_item.photo AND other.source <> $source
               AND other.gone_at IS NULL) AS is_elsewhere
         FROM source_item LEFT JOIN photo ON photo.row_id = source_item.photo
         WHERE source_item.source = $source`,
      )
        .all({ source })
        .map(({ photo_md5, gone_at, hidden_photo, is_in_trash, is_elsewhere, ...row }) => ({
          ...row,
          photoMd5: photo_md5,
          isGone: gone_at !== null,
          hiddenPhoto: hidden_photo,
          isInTrash: is_in_trash === 1,
          isElsewhere: is_elsewhere === 1,
        })),
    itemOf: (source: number, item: string) =>
      query<
        Pick<MovedRow, 'md5' | 'photo' | 'hidden_photo'> & { version: string; bytes: number },
        { source: number; item: string }
      >(
        `SELECT md5, photo, hidden_photo, version, bytes FROM source_item
         WHERE source = $source AND item = $item`,
      ).get({ source, item }) ?? undefined,
    /** Photos that have a file in the source. */
    countPhotos: (source: number) =>
      query<{ count: number }, { source: number }>(
        `SELECT count(DISTINCT photo) AS count FROM source_item
         WHERE source = $source AND gone_at IS NULL`,
      ).get({ source })!.count,
    /** Photos hidden within the last day because their files were gone, unless the owner agreed. */
    countRecentlyHidden: ({ row_id, agreed_at }: SourceRow, now: number) =>
      query<{ count: number }, { source: number; since: number }>(
        `SELECT count(DISTINCT hidden_photo) AS count FROM source_item
         WHERE source = $source AND photo IS NULL AND gone_at > $since`,
      ).get({ source: row_id, since: Math.max(now - dayMs, agreed_at ?? 0) })!.count,
    /** Whether files are directly in the folder, not in its subfolders. */
    hasItemsIn: (source: number, folder: string): boolean =>
      query<unknown, { source: number; start: string }>(
        `SELECT 1 FROM source_item WHERE source = $source AND gone_at IS NULL
           AND substr(path, 1, length($start)) = $start
           AND instr(substr(path, length($start) + 1), '/') = 0 LIMIT 1`,
      ).get({ source, start: `${folder}/` }) !== null,
    /** All photos with the paths of their files. */
    placed: (source: number) =>
      query<{ path: string; photo: number }, { source: number }>(
        `SELECT path, photo FROM source_item
         WHERE source = $source AND photo IS NOT NULL AND gone_at IS NULL ORDER BY path`,
      ).all({ source }),
    /** Files that waited for the owner's decision and have become photos since. */
    decidedItems: (source: number) =>
      query<{ item: string; path: string; photo: number }, { source: number; failure: string }>(
        `SELECT * FROM (
           SELECT item, path, coalesce(
             (SELECT row_id FROM photo WHERE md5 = source_item.md5),
             (SELECT photo FROM earlier_version WHERE md5 = source_item.md5)) AS photo
           FROM source_item WHERE source = $source AND failure = $failure AND gone_at IS NULL
         ) WHERE photo IS NOT NULL ORDER BY path`,
      ).all({ source, failure: waitingReason }),
  }
}

/** Records what became of one file. */
function itemChanges(store: Store) {
  const query = queryOf(store)
  return {
    saveItem: (
      source: number,
      { item, path, bytes, version, changed, md5, identity, photo, failure = null }: SavedItem,
    ) =>
      query<unknown, Record<string, string | number | null>>(
        `INSERT OR REPLACE INTO source_item
           (source, item, path, bytes, version, changed, md5, identity, photo, failure,
             trashed_photo)
         VALUES
           ($source, $item, $path, $bytes, $version, $changed, $md5, $identity, $photo, $failure,
           CASE WHEN $photo IS NULL THEN
             (SELECT photo FROM trash_original WHERE md5 = $md5 AND is_waiting = 0) END)`,
      ).run({ source, item, path, bytes, version, changed, md5, identity, photo, failure }),
    linkItem: (source: number, item: string, photo: number) =>
      query<unknown, { source: number; item: string; photo: number }>(
        `UPDATE source_item SET photo = $photo, failure = NULL
         WHERE source = $source AND item = $item`,
      ).run({ source, item, photo }),
    /** A file that looks different, but is what it was. */
    seeItem: (source: number, { item, path, bytes, version, changed, md5, identity }: ListedItem) =>
      query<unknown, Record<string, string | number | null>>(
        `UPDATE source_item SET path = $path, gone_at = NULL, identity = $identity,
           md5 = CASE WHEN $md5 IS NOT NULL THEN $md5
                      WHEN version = $version AND bytes = $bytes THEN md5 END,
           bytes = $bytes, version = $version, changed = $changed
         WHERE source = $source AND item = $item`,
      ).run({ source, item, path, bytes, version, changed, md5, identity }),
    /** This version could not be imported; what is known of the one before is kept. */
    failItem: (
      source: number,
      { item, path, bytes, version, changed, identity }: ListedItem,
      failure: string,
    ) =>
      query<unknown, Record<string, string | number | null>>(
        `INSERT INTO source_item (source, item, path, bytes, version, changed, identity, failure)
         VALUES ($source, $item, $path, $bytes, $version, $changed, $identity, $failure)
         ON CONFLICT (source, item) DO UPDATE SET path = $path, bytes = $bytes,
           version = $version, changed = $changed, identity = $identity, failure = $failure,
           gone_at = NULL`,
      ).run({ source, item, path, bytes, version, changed, identity, failure }),
    /** `hides` is the photo that is put in the trash with it. */
    loseItem: (
      source: number,
      {
        item,
        photo,
        now,
        hides,
      }: { item: string; photo: number | null; now: number; hides: string | null },
    ) =>
      query<unknown, Record<string, string | number | null>>(
        `UPDATE source_item SET gone_at = $now, hidden_photo = $hides
         WHERE source = $source AND item = $item AND photo IS $photo`,
      ).run({ source, item, photo, now, hides }),
  }
}

function itemMoves(store: Store) {
  const query = queryOf(store)
  return {
    /** Moves all at once, because files can change places with each other. */
    moveItems: (source: number, moves: readonly { from: string; to: ListedItem }[]): void => {
      const take = query<MovedRow, { source: number; item: string }>(
        'DELETE FROM source_item WHERE source = $source AND item = $item RETURNING *',
      )
      const put = query<unknown, Record<string, string | number | null>>(
        `INSERT OR REPLACE INTO source_item
           (source, item, path, bytes, version, changed, md5, identity, photo, hidden_photo,
             trashed_photo, failure)
         VALUES ($source, $item, $path, $bytes, $version, $changed, $md5, $identity, $photo,
           $hidden_photo, $trashed_photo, $failure)`,
      )
      const taken = moves.map(({ from, to }) => ({ row: take.get({ source, item: from }), to }))
      for (const { row, to } of taken) {
        if (row) put.run({ source, ...movedTo(row, to) })
      }
    },
  }
}

/** The columns of a moved file: its photo stays the same. */
const movedTo = (row: MovedRow, to: ListedItem) => ({
  item: to.item,
  path: to.path,
  bytes: to.bytes,
  version: to.version,
  changed: to.changed,
  identity: to.identity,
  md5: to.md5 ?? row.md5,
  photo: row.photo,
  hidden_photo: row.hidden_photo,
  trashed_photo: row.trashed_photo,
  failure: row.failure,
})

/** The photos that sources have imported. */
function photosOfSources(store: Store) {
  const query = queryOf(store)
  return {
    rowIdOf: (photo: string) =>
      query<{ row_id: number }, { photo: string }>(
        'SELECT row_id FROM photo WHERE id = $photo',
      ).get({ photo })?.row_id ?? null,
    /** Sets the name that the photo's file has now, for downloads, and its folder. */
    movePhoto: (
      photo: string,
      to: { before: string; name: string; folder: string; kind: SourceKind },
    ) =>
      query<unknown, typeof to & { photo: string }>(
        `UPDATE photo SET source_name = $name,
           source_folder = CASE WHEN source = $kind THEN $folder ELSE source_folder END
         WHERE id = $photo AND source_name = $before`,
      ).run({ ...to, photo }),
    wasDeleted: (md5: string): boolean =>
      query<unknown, { md5: string }>('SELECT 1 FROM deleted_photo WHERE md5 = $md5').get({
        md5,
      }) !== null,
  }
}

/** The albums of subfolders. */
function albumsOfFolders(store: Store) {
  const query = queryOf(store)
  return {
    albumOf: (source: number, folder: string) =>
      query<{ album: number | null }, { source: number; folder: string }>(
        'SELECT album FROM source_album WHERE source = $source AND folder = $folder',
      ).get({ source, folder }) ?? undefined,
    album: (rowId: number) =>
      query<{ id: string; name: string }, { rowId: number }>(
        'SELECT id, name FROM album WHERE row_id = $rowId',
      ).get({ rowId }) ?? undefined,
    setAlbum: (source: number, folder: string, album: number) =>
      query<unknown, { source: number; folder: string; album: number }>(
        'INSERT OR REPLACE INTO source_album (source, folder, album) VALUES ($source, $folder, $album)',
      ).run({ source, folder, album }),
    moveAlbum: (source: number, from: string, to: string) =>
      query<unknown, { source: number; from: string; to: string }>(
        'UPDATE source_album SET folder = $to WHERE source = $source AND folder = $from',
      ).run({ source, from, to }),
  }
}

type ItemRow = Pick<
  ComparedItem,
  'item' | 'path' | 'bytes' | 'version' | 'changed' | 'md5' | 'identity' | 'failure' | 'photo'
> & {
  photo_md5: string | null
  gone_at: number | null
  hidden_photo: string | null
  is_in_trash: number
  is_elsewhere: number
}
type MovedRow = {
  md5: string | null
  photo: number | null
  hidden_photo: string | null
  trashed_photo: number | null
  failure: string | null
}
