import type { Clock, Pause } from '../core/clock.ts'
import type { Config } from '../core/config/config.ts'
import type { Store } from '../core/database/open.ts'
import { warn } from '../core/log.ts'
import type { SecretKey } from '../core/secret-key.ts'
import type { RenderQueue } from '../images/render-queue.ts'
import type { Library } from '../storage/library.ts'
import type { MediaPlaces } from '../storage/media-places.ts'
import { createAlbumZips } from './albums/album-zips.ts'
import { createAlbums } from './albums/albums.ts'
import { createGrants } from './albums/grants.ts'
import { createBatch } from './batch/batch.ts'
import { createCameras } from './cameras/cameras.ts'
import { createPages } from './pages/pages.ts'
import { createEdits } from './photos/edits.ts'
import { createNewestPhotos } from './photos/newest.ts'
import { createPhotoParts } from './photos/photo-parts.ts'
import { createPhotos } from './photos/photos.ts'
import { createPictures } from './photos/pictures.ts'
import { createReadAgain } from './photos/read-again/read-again.ts'
import { createVersions } from './photos/versions.ts'
import { createMapTiles } from './places/map-tiles.ts'
import { createPlaceRules, createPlaces } from './places/places.ts'
import { createRules } from './rules/rules.ts'
import { createSharing } from './settings/sharing/sharing.ts'
import { createUxConfig } from './settings/ux-config/ux-config.ts'
import { createShareImages } from './share-images/share-images.ts'
import { createTrash } from './trash/trash.ts'

export type Gallery = ReturnType<typeof createGallery>

/** The features that keep and show photos, each made from those above it. */
export function createGallery(base: {
  config: Config
  library: Library
  store: Store
  clock: Clock
  pause: Pause
  secretKey: SecretKey
  queue: RenderQueue
  media: MediaPlaces
}) {
  const sharing = createSharing(base)
  const placeRules = createPlaceRules(base)
  const keepsAiOut = () => sharing.get().keepAiOut
  const shared = createPhotoParts({ ...base, placeOf: placeRules.shown })
  const parts = { ...base, ...shared, keepsAiOut }

  const photos = createPhotos(parts)
  const pictures = createPictures(parts)
  const places = createPlaces({ ...base, placeRules, photos })
  const albums = createAlbums({ ...base, photos, places })
  const uxConfig = createUxConfig({ ...base, albums })
  const trash = createTrash({ ...parts, photos })
  const rules = createRules({ ...base, photos, albums })

  const { changed, fileAdded, dated, restored } = shared.events
  changed.on(albums.place, rules.hideKeywords)
  fileAdded.on(rules.runOn)
  dated.on(albums.reorderPhoto)
  restored.on(albums.returnPhoto)
  base.media.evicted.on((keys) => void pictures.forget(keys).catch(() => undefined))
  shared.photoRows.mergeCameraSpellings(changed.emit)

  return {
    ...shared,
    keepsAiOut,
    sharing,
    photos,
    pictures,
    places,
    albums,
    uxConfig,
    trash,
    rules,
    mapTiles: createMapTiles(base.library.mapTilesPath, warn),
    pages: createPages(base),
    versions: createVersions({ ...parts, trash }),
    readAgain: createReadAgain({ ...parts, photos }),
    edits: createEdits(parts),
    newestPhotos: createNewestPhotos({ ...parts, photos }),
    grants: createGrants({ ...base, albums }),
    batch: createBatch({ ...parts, photos, albums, uxConfig, trash }),
    albumZips: createAlbumZips({ albums, photos, pictures }),
    cameras: createCameras({ ...parts, photos }),
    shareImages: createShareImages({ ...parts, photos, albums, pictures, uxConfig }),
  }
}
