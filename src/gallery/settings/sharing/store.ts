import type { LicenceId } from '../../../contract/site/licences.ts'
import type { Sharing } from '../../../contract/site/sharing.ts'
import type { Store } from '../../../core/database/open.ts'

type Row = { allow_search_engines: number; keep_ai_out: number; licence: LicenceId }

/** Writes belong inside Store.write. */
export function sharingStore({ connection }: Store) {
  return {
    get: () => connection.query<Row, []>('SELECT * FROM sharing').get()!,
    set: ({ allowSearchEngines, keepAiOut, licence }: Sharing) =>
      connection
        .query<unknown, Record<string, string | number>>(
          `UPDATE sharing SET allow_search_engines = $search, keep_ai_out = $ai, licence = $licence`,
        )
        .run({ search: Number(allowSearchEngines), ai: Number(keepAiOut), licence }),
  }
}
