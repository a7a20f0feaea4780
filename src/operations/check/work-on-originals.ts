import { galleryPlace } from '../../core/database/gallery-place.ts'
import { openReadOnly } from '../../core/database/open-read-only.ts'
import type { Library } from '../../storage/library.ts'
import { type OpenBucketFiles, openMediaFiles } from '../../storage/media-files.ts'
import type { OpenSavedCopies } from '../backup/saved-copy.ts'
import type { OriginalsMessage, OriginalsOrders } from '../originals/messages.ts'
import { fetchOriginals } from './fetch-originals.ts'
import { readOriginals } from './read-originals.ts'
import { checkStore } from './store.ts'

/** Does what the server ordered: reads originals, or fetches them from a backup. */
export async function* workOnOriginals(
  orders: OriginalsOrders,
  {
    library,
    openBucket,
    openSaved,
    giveWay,
  }: {
    library: Library
    openBucket: OpenBucketFiles | undefined
    openSaved: OpenSavedCopies
    giveWay: () => Promise<void>
  },
): AsyncGenerator<OriginalsMessage> {
  using reader = disposable(openReadOnly(library.databasePath))
  const { connection } = reader
  const store = checkStore({ connection })
  if (orders.task === 'fetch') {
    yield* fetchOriginals(orders, { store, library, openSaved })
    return
  }
  const place = galleryPlace(connection)
  using files = disposable(await openMediaFiles(place, library, openBucket))
  const isSamePlace = () => galleryPlace(connection).place === place.place
  yield* readOriginals(orders, { store, files, library, openSaved, giveWay, isSamePlace })
}

const disposable = <T extends { readonly close: () => void }>(part: T): T & Disposable => ({
  ...part,
  [Symbol.dispose]: () => part.close(),
})
