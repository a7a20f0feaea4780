import type { AlbumStore } from '../albums/store.ts'
import { createEdits } from '../photos/edits.ts'
import { createInOrder } from '../photos/in-order.ts'
import type { Photos } from '../photos/photos.ts'
import { createIngest } from './ingest.ts'
import { createVersions } from './versions.ts'

type Shared = Omit<Parameters<typeof createVersions>[0], 'inOrder' | 'onDated'>

/** What changes the pictures of photos, each photo's in the order of the requests. */
export function buildIntake({
  photoService,
  albums,
  maxUpload,
  ...shared
}: Shared & { photoService: Photos; albums: AlbumStore; maxUpload: number }) {
  const inOrder = createInOrder()
  return {
    ingest: createIngest({ ...shared, photos: photoService, maxUpload }),
    edits: createEdits({ ...shared, inOrder }),
    versions: createVersions({ ...shared, inOrder, onDated: albums.reorderPhoto }),
  }
}
