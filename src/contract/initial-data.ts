import type { Album } from './albums.ts'
import type { Camera } from './cameras.ts'
import type { User } from './owner.ts'
import type { Page } from './pages.ts'
import type { Photo, PhotoList } from './photos.ts'
import type { UxConfig } from './ux-config.ts'
import type { ShownViewer } from './viewer.ts'

/**
 * What the server sends with a page: it renders the page from it, and the browser hydrates the page
 * with it, so that neither has to request anything.
 */
export type InitialData = {
  readonly viewer: ShownViewer
  readonly user: User
  readonly uxConfig: UxConfig
  /** Whether photos can be searched. */
  readonly hasSearch: boolean
  /** For the owner: whether an import from Google Drive is running. */
  readonly isImporting?: boolean
  /** There is nothing at this address that this viewer may see. */
  readonly isMissing?: boolean
  /** For the owner, at the address of a photo that is not in its album: what there is of both. */
  readonly absence?: { readonly album?: Album; readonly photo?: Photo }
  /** The path and query that the page stands for, where they differ from those requested. */
  readonly address?: string
  /** On the home page of a gallery without an owner, and on pages that need JavaScript. */
  readonly isClaimed?: boolean
  /** On the owner's home page: how many photos are in the photostream. */
  readonly photostreamTotal?: number
  /** The page of the list that is shown, or that holds the photo. */
  readonly photos?: PhotoList
  /** On a photo's page. */
  readonly photo?: Photo
  /** The photos before and after it, where they are on another page of the list. */
  readonly neighbours?: { readonly previous?: Photo; readonly next?: Photo }
  /** On the list of albums. */
  readonly albums?: Album[]
  /** On an album's page. */
  readonly album?: Album
  /** On the cameras' page. */
  readonly cameras?: Camera[]
  /** On a page that the owner wrote. */
  readonly page?: Page
}
