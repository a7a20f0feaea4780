import type { Albums } from '../albums/albums.ts'
import { createEdits } from '../photos/edits.ts'
import { createInOrder } from '../photos/in-order.ts'
import type { Photos } from '../photos/photos.ts'
import { createReadAgain } from '../photos/read-again/read-again.ts'
import { createVersions } from '../photos/versions.ts'
import type { Trash } from '../trash/trash.ts'
import { develop } from './develop.ts'
import { createIncoming } from './incoming.ts'
import { createIngest } from './ingest.ts'
import { createMatcher } from './matcher.ts'
import { fileColumns, labelsOf, valuesOf } from './new-row.ts'
import { intakeStore } from './store.ts'
import { createWaiting } from './waiting.ts'

/** What every change of a photo's file needs; `photos` are its rows. */
type Changing = Omit<Parameters<typeof createVersions>[0], 'reading' | 'inOrder'>

/** Builds what takes files in, and decides whether one becomes a photo, a new version or waits. */
export function buildIntake({
  gallery,
  albums,
  maxUpload,
  ...parts
}: Changing & {
  gallery: Photos
  trash: Trash
  albums: Pick<Albums, 'addAtPosition'>
  maxUpload: number
}) {
  const { store, media, trash, maxPixels } = parts
  const changing = { ...parts, inOrder: createInOrder() }
  const ingest = createIngest({ ...parts, photos: gallery, maxUpload })
  const reading = { develop, columns: fileColumns, values: valuesOf }
  const versions = createVersions({ ...changing, reading })

  const rows = intakeStore(store)
  const addToAlbum = albums.addAtPosition
  const waiting = createWaiting({
    ...{ ...changing, photos: gallery, rows, ingest, versions, maxPixels, addToAlbum },
  })
  const knownMd5 = (md5: string) => gallery.idOfMd5(md5) ?? trash.originalByMd5(md5)?.id
  const matcher = createMatcher(rows, media)
  return {
    ingest,
    versions,
    waiting,
    incoming: createIncoming({ rows, matcher, ingest, versions, waiting, knownMd5, addToAlbum }),
    edits: createEdits(changing),
    readAgain: createReadAgain({ ...changing, valuesOf, labelsOf, chosen: gallery }),
  }
}
