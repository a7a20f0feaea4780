import type { Clock } from '../../core/clock.ts'
import type { Store } from '../../core/database/open.ts'
import type { Library } from '../../storage/library.ts'
import { pageFiles } from './files.ts'
import { createPages } from './pages.ts'
import { pageVersionStore } from './store.ts'

/** Builds the resume and the about page. */
export const buildPages = (parts: { store: Store; library: Library; clock: Clock }) =>
  createPages({
    store: parts.store,
    versions: pageVersionStore(parts.store),
    files: pageFiles(parts.library),
    clock: parts.clock,
  })
