import type { Albums } from '../../gallery/albums/albums.ts'
import { fileColumns, labelsOf, valuesOf } from '../../gallery/photos/new-row.ts'
import type { Photos } from '../../gallery/photos/photos.ts'
import type { Trash } from '../../gallery/trash/trash.ts'
import { develop } from '../../images/develop.ts'
import { createIncoming } from './incoming.ts'
import { createIngest } from './ingest.ts'
import { createMatcher } from './matcher.ts'
import { intakeStore } from './store.ts'
import { createWaiting } from './waiting.ts'

/** How the file of a photo that is here is read. */
export const reading = { develop, columns: fileColumns, values: valuesOf, labelsOf }

type IngestParts = Parameters<typeof createIngest>[0]
type WaitingParts = Omit<
  Parameters<typeof createWaiting>[0],
  'rows' | 'ingest' | 'matcher' | 'addToAlbum'
>

/** Builds what takes files in, and decides whether one becomes a photo, a new version or waits. */
export function buildIntake(
  parts: IngestParts &
    WaitingParts & {
      photos: Photos
      trash: Trash
      albums: Pick<Albums, 'addAtPosition'>
      readOriginal: Parameters<typeof createMatcher>[0]['readOriginal']
    },
) {
  const { store, media, photos, trash, versions, readOriginal } = parts
  const ingest = createIngest(parts)
  const rows = intakeStore(store)
  const addToAlbum = parts.albums.addAtPosition
  const matcher = createMatcher({ rows, media, readOriginal })
  const waiting = createWaiting({ ...parts, rows, ingest, matcher, addToAlbum })
  const knownMd5 = (md5: string) => photos.idOfMd5(md5) ?? trash.originalByMd5(md5)?.id
  return {
    ingest,
    waiting,
    incoming: createIncoming({ rows, matcher, ingest, versions, waiting, knownMd5, addToAlbum }),
  }
}
