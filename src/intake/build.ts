import type { Albums } from '../albums/albums.ts'
import type { Store } from '../database/open.ts'
import type { Media } from '../media/media.ts'
import type { InOrder } from '../photos/in-order.ts'
import type { Photos } from '../photos/photos.ts'
import type { Trash } from '../trash/trash.ts'
import { createIncoming } from './incoming.ts'
import { createMatcher } from './matcher.ts'
import { intakeStore } from './store.ts'
import { createWaiting } from './waiting.ts'

type WaitingParts = Omit<Parameters<typeof createWaiting>[0], 'rows' | 'photos' | 'addToAlbum'>

/** Builds what decides whether a file becomes a photo, a new version or waits. */
export function buildIncoming({
  photos,
  trash,
  albums,
  ...parts
}: WaitingParts & {
  store: Store
  media: Media
  inOrder: InOrder
  photos: Photos
  trash: Pick<Trash, 'originalByMd5'>
  albums: Pick<Albums, 'addAtPosition'>
}) {
  const rows = intakeStore(parts.store)
  const addToAlbum = albums.addAtPosition
  const waiting = createWaiting({ ...parts, rows, photos, addToAlbum })
  const { ingest, versions } = parts
  const matcher = createMatcher(rows, parts.media)
  const knownMd5 = (md5: string) => photos.idOfMd5(md5) ?? trash.originalByMd5(md5)?.id
  return {
    waiting,
    incoming: createIncoming({ rows, matcher, ingest, versions, waiting, knownMd5, addToAlbum }),
  }
}
