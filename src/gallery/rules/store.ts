import type { Rule, RuleRun } from '../../contract/site/rules.ts'
import type { Store } from '../../core/database/open.ts'
import { photostream } from '../photos/visibility.ts'
import { queryOf } from '../query-of.ts'

/** The columns of a photo that rules read; lists are JSON. */
export type RuleRow = {
  row_id: number
  rating: number | null
  label: string
  keywords: string
  keyword_paths: string
  source_folder: string | null
  hidden_keywords: string
  /** EditedFields; NULL if unknown. */
  edited: string | null
  /** Row ids of the albums that it is in. */
  albums: string
  /** The albums that the owner added it to, or removed it from, by hand. */
  by_hand: string
}

/** An album that a rule can name. */
export type NamedAlbum = { row_id: number; name: string; rule: string; code: string }

export type RunRow = {
  state: RuleRun['state']
  after_row_id: number
  total: number
  done: number
  changed: number
  started_at: number
  finished_at: number | null
}

const columns = `row_id, rating, label, keywords, keyword_paths, source_folder, hidden_keywords, edited,
  (SELECT json_group_array(album) FROM album_photo WHERE photo = photo.row_id) AS albums,
  (SELECT json_group_array(album) FROM placed_by_hand WHERE photo = photo.row_id) AS by_hand`

export type RuleStore = ReturnType<typeof ruleStore>

/** Writes belong inside Store.write. */
export function ruleStore({ connection }: Pick<Store, 'connection'>) {
  const query = queryOf({ connection })
  const texts = (sql: string): string[] =>
    query<{ text: string }, []>(sql)
      .all()
      .map(({ text }) => text)
  return {
    rules: (): Rule[] =>
      texts('SELECT body AS text FROM rule ORDER BY place').map((body) => JSON.parse(body)),
    setRules: (rules: readonly Rule[]) => {
      connection.run('DELETE FROM rule')
      const insert = query<unknown, { place: number; body: string }>(
        'INSERT INTO rule VALUES ($place, $body)',
      )
      for (const [place, rule] of rules.entries()) insert.run({ place, body: JSON.stringify(rule) })
    },
    photo: (rowId: number) =>
      query<RuleRow, { rowId: number }>(`SELECT ${columns} FROM photo WHERE row_id = $rowId`).get({
        rowId,
      }) ?? undefined,
    photosAfter: (rowId: number, limit: number) =>
      query<RuleRow, { rowId: number; limit: number }>(
        `SELECT ${columns} FROM photo WHERE row_id > $rowId ORDER BY row_id LIMIT $limit`,
      ).all({ rowId, limit }),
    photoCount: () =>
      query<{ total: number }, []>('SELECT total FROM photo_total').get()?.total ?? 0,
    photostream: () =>
      query<NamedAlbum, []>(
        `SELECT row_id, name, rule, code FROM album WHERE row_id = ${photostream}`,
      ).get() ?? undefined,
    albumNamed: (nameKey: string) =>
      query<NamedAlbum, { nameKey: string }>(
        'SELECT row_id, name, rule, code FROM album WHERE name_key = $nameKey',
      ).get({ nameKey }) ?? undefined,
    hide: (rowId: number, keywords: readonly string[]) =>
      query<unknown, { rowId: number; keywords: string }>(
        'UPDATE photo SET hidden_keywords = $keywords WHERE row_id = $rowId',
      ).run({ rowId, keywords: JSON.stringify(keywords) }),
    labels: () =>
      texts("SELECT DISTINCT label AS text FROM photo WHERE label <> '' ORDER BY label"),
    /** Only the newest, because there can be very many. */
    folders: () =>
      texts(
        `SELECT source_folder AS text FROM photo WHERE source_folder IS NOT NULL
         GROUP BY source_folder ORDER BY max(row_id) DESC LIMIT 200`,
      ).sort(),
    run: () => query<RunRow, []>('SELECT * FROM rule_run').get() ?? undefined,
    startRun: (total: number, now: number) =>
      query<unknown, { total: number; now: number }>(
        `INSERT OR REPLACE INTO rule_run
         VALUES (1, 'running', 0, $total, 0, 0, $now, NULL)`,
      ).run({ total, now }),
    noteProgress: (progress: { afterRowId: number; done: number; changed: number }) =>
      query<unknown, typeof progress>(
        `UPDATE rule_run SET after_row_id = $afterRowId, done = done + $done,
           changed = changed + $changed`,
      ).run(progress),
    endRun: (state: 'finished' | 'cancelled', now: number) =>
      query<unknown, { state: string; now: number }>(
        "UPDATE rule_run SET state = $state, finished_at = $now WHERE state = 'running'",
      ).run({ state, now }),
  }
}
