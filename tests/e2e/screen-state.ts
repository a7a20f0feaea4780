import type { Page } from 'playwright/test'
import type { Album } from '../../src/contract/albums/albums.ts'
import type { Photo } from '../../src/contract/photos/photos.ts'

/** Content of the gallery that the screens show. */
export type Shown = {
  /** Public photos in the photostream's order. */
  readonly photos: readonly Photo[]
  /** A public album with photos, one with a code, and an empty one, as the owner sees them. */
  readonly albums: readonly Album[]
  /** Files that the gallery does not have yet. */
  readonly newFiles: readonly string[]
}

/** A state of a screen; `viewer` decides whether a session cookie is set. */
export type Screen = {
  readonly name: string
  readonly viewer: 'visitor' | 'owner'
  readonly path: (shown: Shown) => string
  /** Mocks what the server answers, before the screen is opened. */
  readonly mock?: (page: Page, shown: Shown) => Promise<void>
  /** Brings the screen into its state. */
  readonly prepare?: (page: Page, shown: Shown) => Promise<void>
  /** Only below this width, in CSS pixels. */
  readonly below?: number
}
