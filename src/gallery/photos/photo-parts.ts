import { createKeyedQueue } from '../../core/concurrency/by-key.ts'
import type { Store } from '../../core/database/open.ts'
import type { Library } from '../../storage/library.ts'
import type { Media } from '../../storage/media.ts'
import { createPhotoEvents } from './events.ts'
import type { PlaceOf } from './fields.ts'
import { createIntents } from './intents.ts'
import { renditionStore } from './renditions.ts'
import { photoStore } from './store.ts'
import { versionRows } from './version-rows.ts'

/** What everything that changes photos shares: their rows, intents, events and a queue per photo. */
export function createPhotoParts({
  store,
  library,
  media,
  placeOf,
}: {
  store: Store
  library: Library
  media: Media
  placeOf: PlaceOf
}) {
  return {
    photoRows: photoStore(store, placeOf),
    versionRows: versionRows(store),
    renditions: renditionStore(store),
    intents: createIntents(store, library, media),
    inOrder: createKeyedQueue(),
    events: createPhotoEvents(),
  }
}
