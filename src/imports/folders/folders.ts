import type { Clock } from '../../core/clock.ts'
import type { Store } from '../../core/database/open.ts'
import type { Albums } from '../../gallery/albums/albums.ts'
import type { Photos } from '../../gallery/photos/photos.ts'
import type { Versions } from '../../gallery/photos/versions.ts'
import type { Trash } from '../../gallery/trash/trash.ts'
import type { Library } from '../../storage/library.ts'
import type { Incoming } from '../intake/incoming.ts'
import type { Ingest } from '../intake/ingest.ts'
import type { PendingFiles } from '../intake/pending-files.ts'
import type { NoteImport } from '../note-import.ts'
import { createApply } from './apply.ts'
import type { SourceDriver } from './driver.ts'
import { createFolderDriver } from './folder-driver.ts'
import { createChangeImport, type TrashPort } from './import-change.ts'
import { createPlanning } from './plan.ts'
import { planStore } from './plan-store.ts'
import type { SourceRow } from './row.ts'
import { createSourceRunner } from './runner.ts'
import { createSourceAlbums, type SourceAlbums } from './source-albums.ts'
import { createSources } from './sources.ts'
import { type SourceStore, sourceStore } from './store.ts'

/** Folders that the gallery follows, on this machine and in Google Drive. */
export function createFolders(parts: {
  store: Store
  library: Library
  clock: Clock
  photos: Photos
  albums: Albums
  ingest: Ingest
  incoming: Incoming
  pendingFiles: Pick<PendingFiles, 'countOf'>
  versions: Versions
  trash: Pick<Trash, 'put' | 'restore' | 'originalByMd5'>
  noteImport: NoteImport
  driveSources: SourceDriver<'drive'>
}) {
  const { store, clock } = parts
  const rows = sourceStore(store)
  const plans = planStore(store)
  const { put, restore, originalByMd5 } = parts.trash
  const trash: TrashPort = { put, restore, findTrashed: originalByMd5 }
  const albums = createSourceAlbums({ rows, albums: parts.albums })
  const shared = { store, rows, plans, clock }
  const importChange = createChangeImport({ ...parts, ...shared, albums, trash })
  const drivers = {
    folder: createFolderDriver(parts.library.root),
    drive: parts.driveSources,
  }
  const makePlan = createPlanning(shared)
  const runner = createSourceRunner({
    ...shared,
    drivers,
    makePlan: async (row, ...rest) => {
      await applyDecisions(row, { store, rows, albums })
      return makePlan(row, ...rest)
    },
    apply: createApply({ ...shared, albums, trash, importChange }),
  })
  return createSources({ ...shared, runner, drivers, albums, pendingFiles: parts.pendingFiles })
}

/** Links files that waited for the owner's decision and have become photos since. */
async function applyDecisions(
  source: SourceRow,
  { store, rows, albums }: { store: Store; rows: SourceStore; albums: SourceAlbums },
): Promise<void> {
  if (rows.decidedItems(source.row_id).length === 0) return
  await store.write(() => {
    const decided = rows.decidedItems(source.row_id)
    const first = albums.reservePositions(decided.length)
    for (const [index, { item, path, photo }] of decided.entries()) {
      rows.linkItem(source.row_id, item, photo)
      albums.add(source, path, photo, first + index)
    }
  })
}
