import type { Sharing, SharingChange } from '../../../contract/site/sharing.ts'
import type { Store } from '../../../core/database/open.ts'
import { sharingStore } from './store.ts'

export type SharingRules = ReturnType<typeof createSharing>

export function createSharing({ store }: { store: Store }) {
  const rows = sharingStore(store)
  let known: { readonly version: number; readonly sharing: Sharing } | undefined
  /** Every response needs it, so it is read once for each version of the data. */
  const get = (): Sharing => {
    const version = store.version()
    if (known?.version === version) return known.sharing
    const row = rows.get()
    const sharing = {
      allowSearchEngines: row.allow_search_engines === 1,
      keepAiOut: row.keep_ai_out === 1,
      licence: row.licence,
    }
    known = { version, sharing }
    return sharing
  }
  return {
    get,
    change: async ({ allowSearchEngines, keepAiOut, licence }: SharingChange): Promise<Sharing> => {
      await store.write(() => {
        const before = get()
        rows.set({
          allowSearchEngines: allowSearchEngines ?? before.allowSearchEngines,
          keepAiOut: keepAiOut ?? before.keepAiOut,
          licence: licence ?? before.licence,
        })
      })
      return get()
    },
  }
}
