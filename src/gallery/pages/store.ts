import type { PageName } from '../../contract/site/pages.ts'
import type { Store } from '../../core/database/open.ts'
import { nextRowId } from '../../core/database/row-id.ts'

export type PageVersionRow = {
  row_id: number
  id: string
  page: PageName
  markdown: string
  bytes: number
  saved_at: number
  source: 'account' | 'file'
}

/** The present text, and ten to go back to. */
const keptVersions = 11

/** Writes belong inside Store.write or Store.note. */
export function pageVersionStore({ connection }: Store) {
  type Version = Omit<PageVersionRow, 'row_id'>
  return {
    latest: (page: PageName) =>
      connection
        .query<PageVersionRow, { page: PageName }>(
          'SELECT * FROM page_version WHERE page = $page ORDER BY row_id DESC LIMIT 1',
        )
        .get({ page }) ?? undefined,
    /** Newest first, without their texts. */
    all: (page: PageName) =>
      connection
        .query<Omit<PageVersionRow, 'markdown'>, { page: PageName }>(
          `SELECT row_id, id, page, bytes, saved_at, source FROM page_version
           WHERE page = $page ORDER BY row_id DESC`,
        )
        .all({ page }),
    byId: (page: PageName, id: string) =>
      connection
        .query<PageVersionRow, { page: PageName; id: string }>(
          'SELECT * FROM page_version WHERE page = $page AND id = $id',
        )
        .get({ page, id }) ?? undefined,
    /** Also deletes the oldest ones. */
    add: (version: Version) => {
      connection
        .query<unknown, Version>(
          `INSERT INTO page_version (row_id, id, page, markdown, bytes, saved_at, source)
           VALUES (${nextRowId('page_version')}, $id, $page, $markdown, $bytes, $saved_at, $source)`,
        )
        .run(version)
      connection
        .query<unknown, { page: PageName }>(
          `DELETE FROM page_version WHERE page = $page AND row_id NOT IN (
             SELECT row_id FROM page_version WHERE page = $page
             ORDER BY row_id DESC LIMIT ${keptVersions})`,
        )
        .run({ page: version.page })
    },
  }
}
