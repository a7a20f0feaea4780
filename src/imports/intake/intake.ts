import type { Clock } from '../../core/clock.ts'
import type { KeyedQueue } from '../../core/concurrency/by-key.ts'
import type { Store } from '../../core/database/open.ts'
import type { Albums } from '../../gallery/albums/albums.ts'
import type { PhotoEvents } from '../../gallery/photos/events.ts'
import type { Intents } from '../../gallery/photos/intents.ts'
import type { Photos } from '../../gallery/photos/photos.ts'
import { readFile } from '../../gallery/photos/read-again/read-file.ts'
import type { Versions } from '../../gallery/photos/versions.ts'
import type { Trash } from '../../gallery/trash/trash.ts'
import type { RenderQueue } from '../../images/render-queue.ts'
import type { Library } from '../../storage/library.ts'
import type { Media } from '../../storage/media.ts'
import { createIncoming } from './incoming.ts'
import { createIngest } from './ingest.ts'
import { createMatcher } from './matcher.ts'
import { createPendingFiles } from './pending-files.ts'
import { intakeStore } from './store.ts'

/** Accepts files, and decides whether one becomes a photo, a new version or waits for the owner. */
export function createIntake(parts: {
  store: Store
  config: { readonly maxUpload: number; readonly maxPixels: number }
  library: Library
  media: Media
  queue: RenderQueue
  clock: Clock
  intents: Intents
  inOrder: KeyedQueue
  events: PhotoEvents
  keepsAiOut: () => boolean
  photos: Photos
  versions: Versions
  albums: Albums
  trash: Trash
}) {
  const { store, media, photos, versions, albums, trash } = parts
  const rows = intakeStore(store)
  const ingest = createIngest(parts)
  const readOriginal = (original: string) => readFile(original, media)
  const matcher = createMatcher({ rows, media, readOriginal })
  const pendingFiles = createPendingFiles({ ...parts, rows, ingest, matcher })
  const knownMd5 = (md5: string) => photos.idOfMd5(md5) ?? trash.originalByMd5(md5)?.id
  const incoming = createIncoming({
    rows,
    matcher,
    ingest,
    versions,
    pendingFiles,
    knownMd5,
    albums,
  })
  return { ingest, pendingFiles, incoming }
}
