import type { ChangeKind } from '../../contract/imports/source-words.ts'
import type { Store } from '../../core/database/open.ts'
import type { Change } from './compare.ts'
import type { ChangeRow } from './row.ts'

/** How many changes are read at once when a plan is applied. */
const pieceSize = 500

export type PlanStore = ReturnType<typeof planStore>

/** The SQL of plans: what a comparison found. Writes must be inside Store.write or Store.note. */
export const planStore = (store: Store) => ({
  ...planChanges(store),
  ...planCounts(store),
  ...planProgress(store),
})

const queryOf =
  ({ connection }: Store) =>
  <Row, Params extends Record<string, string | number | null> | []>(sql: string) =>
    connection.query<Row, Params>(sql)

/** The changes themselves. */
function planChanges(store: Store) {
  const query = queryOf(store)
  const insertChange = () =>
    query<unknown, Omit<ChangeRow, 'state'> & { source: number }>(
      `INSERT INTO source_change
         (source, place, kind, item, from_item, from_path, listed, photo, hides, reason)
       VALUES
         ($source, $place, $kind, $item, $from_item, $from_path, $listed, $photo, $hides, $reason)`,
    )

  return {
    /** Replaces the plan. */
    replace: (source: number, changes: readonly Change[]): void => {
      query<unknown, { source: number }>('DELETE FROM source_change WHERE source = $source').run({
        source,
      })
      const insert = insertChange()
      for (const [place, { kind, listed, from, photo, hides, reason }] of changes.entries()) {
        insert.run({
          source,
          place,
          kind,
          item: listed.item,
          from_item: from?.item ?? null,
          from_path: from?.path ?? null,
          listed: JSON.stringify(listed),
          photo,
          hides: Number(hides),
          reason,
        })
      }
    },
    page: (source: number, kind: ChangeKind | null, limit: number, offset: number) =>
      query<ChangeRow, Record<string, string | number | null>>(
        `SELECT * FROM source_change WHERE source = $source AND ($kind IS NULL OR kind = $kind)
         ORDER BY hides DESC, place LIMIT $limit OFFSET $offset`,
      ).all({ source, kind, limit, offset }),
    /** The next piece of what is to be applied. */
    next: (source: number, kinds: readonly ChangeKind[], after: number) =>
      query<ChangeRow, Record<string, string | number>>(
        `SELECT * FROM source_change WHERE source = $source AND state = 'planned'
           AND kind IN (SELECT value FROM json_each($kinds)) AND place > $after
         ORDER BY place LIMIT ${pieceSize}`,
      ).all({ source, kinds: JSON.stringify(kinds), after }),
  }
}

/** How many changes there are. */
function planCounts(store: Store) {
  const query = queryOf(store)
  return {
    counts: (source: number, where: 'any' | 'planned' | 'done' = 'any') =>
      query<{ kind: ChangeKind; count: number }, { source: number }>(
        `SELECT kind, count(*) AS count FROM source_change
         WHERE source = $source ${where === 'any' ? '' : `AND state = '${where}'`} GROUP BY kind`,
      ).all({ source }),
    /** How many changes there are, and how many are settled. */
    progress: (source: number) =>
      query<{ total: number; done: number }, { source: number }>(
        `SELECT count(*) AS total, count(CASE WHEN state <> 'planned' THEN 1 END) AS done
         FROM source_change WHERE source = $source`,
      ).get({ source })!,
    countFailed: (source: number) =>
      query<{ count: number }, { source: number }>(
        "SELECT count(*) AS count FROM source_change WHERE source = $source AND state = 'failed'",
      ).get({ source })!.count,
    countHidden: (source: number) =>
      query<{ count: number }, { source: number }>(
        `SELECT count(DISTINCT photo) AS count FROM source_change
         WHERE source = $source AND hides = 1 AND state = 'planned'`,
      ).get({ source })!.count,
    /** Whether there are changes that the next run has to find again. */
    hasOpen: (source: number): boolean =>
      query<unknown, { source: number }>(
        `SELECT 1 FROM source_change WHERE source = $source AND state IN ('failed', 'left') LIMIT 1`,
      ).get({ source }) !== null,
  }
}

/** Records what became of changes. */
function planProgress(store: Store) {
  const query = queryOf(store)
  return {
    settle: (
      source: number,
      place: number,
      state: ChangeRow['state'],
      reason: string | null = null,
    ) =>
      query<unknown, Record<string, string | number | null>>(
        `UPDATE source_change SET state = $state, reason = coalesce($reason, reason)
         WHERE source = $source AND place = $place`,
      ).run({ source, place, state, reason }),
    settleAll: (source: number, kind: ChangeKind) =>
      query<unknown, { source: number; kind: ChangeKind }>(
        `UPDATE source_change SET state = 'done'
         WHERE source = $source AND kind = $kind AND state = 'planned'`,
      ).run({ source, kind }),
    /** Leaves the rest of a plan that is not applied any further. */
    leave: (source: number, kinds: readonly ChangeKind[]) =>
      query<unknown, Record<string, string | number>>(
        `UPDATE source_change SET state = 'left' WHERE source = $source AND state = 'planned'
           AND kind IN (SELECT value FROM json_each($kinds))`,
      ).run({ source, kinds: JSON.stringify(kinds) }),
  }
}
