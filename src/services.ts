import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { createAlbums } from './albums/albums.ts'
import { albumStore } from './albums/store.ts'
import { type Clock, systemClock } from './clock.ts'
import type { Config } from './config.ts'
import { openStore } from './database/open.ts'
import type { Library } from './images/library.ts'
import { createRenderQueue } from './images/render-queue.ts'
import { setRuntimeFolder } from './images/runtime-folder.ts'
import { createIngest } from './intake/ingest.ts'
import { createOwner } from './owner/owner.ts'
import { createSessions } from './owner/sessions.ts'
import { ownerStore } from './owner/store.ts'
import { createIntents } from './photos/intents.ts'
import { photoLists } from './photos/lists.ts'
import { createPhotos } from './photos/photos.ts'
import { createPictures } from './photos/pictures.ts'
import { renditionStore } from './photos/renditions.ts'
import { photoStore } from './photos/store.ts'
import { uxConfigStore } from './ux-config/store.ts'

export type Services = ReturnType<typeof createServices>

/** The composition root: every part built once. The data folder's lock is the caller's affair. */
export function createServices(config: Config, library: Library, clock: Clock = systemClock) {
  setRuntimeFolder(join(config.data, 'runtime'))
  const store = openStore(library.databasePath)
  const queue = createRenderQueue(availableParallelism())

  const photoRows = photoStore(store)
  const renditions = renditionStore(store)
  const albumRows = albumStore(store)
  const ownerRow = ownerStore(store)

  const intents = createIntents(store, library)
  const photos = createPhotos({
    store,
    photos: photoRows,
    lists: photoLists(store),
    renditions,
    intents,
    library,
    clock,
  })
  const albums = createAlbums(store, albumRows, photos)
  const uxConfig = uxConfigStore(store, albumRows.reorder)
  return {
    config,
    clock,
    library,
    store,
    intents,
    photos,
    photoRows,
    albums,
    albumRows,
    uxConfig,
    owner: createOwner(store, ownerRow, photos, clock),
    sessions: createSessions(store, ownerRow, clock),
    pictures: createPictures({ store, photos: photoRows, renditions, library, queue, clock }),
    ingest: createIngest({
      store,
      photos: photoRows,
      renditions,
      intents,
      library,
      queue,
      clock,
      maxUpload: config.maxUpload,
      maxPixels: config.maxPixels,
    }),
    close: () => store.close(),
  }
}
