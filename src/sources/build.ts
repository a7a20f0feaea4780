import type { Albums } from '../albums/albums.ts'
import type { Clock } from '../clock.ts'
import type { Store } from '../database/open.ts'
import type { Library } from '../images/library.ts'
import type { Ingest } from '../intake/ingest.ts'
import type { NoteImport } from '../metrics/imports.ts'
import type { Photos } from '../photos/photos.ts'
import { createApply } from './apply.ts'
import { createFolderDriver } from './folder-driver.ts'
import { createChangeImport, type Hiding } from './import-change.ts'
import { createPlanning } from './plan.ts'
import { planStore } from './plan-store.ts'
import { createSourceRunner, type Drivers } from './runner.ts'
import { createSourceAlbums } from './source-albums.ts'
import { createSources } from './sources.ts'
import { sourceStore } from './store.ts'

/** Folders that the gallery follows: on this machine, and those of the other drivers. */
export function buildSources(parts: {
  store: Store
  library: Library
  clock: Clock
  photos: Photos
  albums: Albums
  removeFromAlbum: (album: number, photo: number) => unknown
  ingest: Ingest
  versions: Parameters<typeof createChangeImport>[0]['versions']
  hiding: Hiding
  noteImport: NoteImport
  drivers?: Drivers
}) {
  const { store, clock } = parts
  const rows = sourceStore(store)
  const plans = planStore(store)
  const removePhoto = parts.removeFromAlbum
  const albums = createSourceAlbums({ rows, albums: parts.albums, removePhoto })
  const shared = { store, rows, plans, clock }
  const importChange = createChangeImport({ ...parts, ...shared, albums })
  const drivers = {
    folder: createFolderDriver(parts.library.root),
    ...parts.drivers,
  }
  const runner = createSourceRunner({
    ...{ ...shared, drivers },
    makePlan: createPlanning(shared),
    apply: createApply({ ...shared, albums, hiding: parts.hiding, importChange }),
  })
  return createSources({ ...shared, runner, drivers, albums })
}
