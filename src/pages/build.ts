import type { Clock } from '../clock.ts'
import type { Store } from '../database/open.ts'
import type { Library } from '../images/library.ts'
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
