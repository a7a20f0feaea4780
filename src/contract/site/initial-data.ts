import type { Album } from '../albums/albums.ts'
import type { Camera } from '../cameras/cameras.ts'
import type { User } from '../people/owner.ts'
import type { ShownViewer } from '../people/viewer.ts'
import type { Photo, PhotoList } from '../photos/photos.ts'
import type { Places } from '../places/places.ts'
import type { Evidence } from './evidence.ts'
import type { Licence } from './licences.ts'
import type { Archive, KeywordPage, Keywords, LensInList, LensPage } from './overviews.ts'
import type { Page, PageName } from './pages.ts'
import type { UxConfig } from './ux-config.ts'

/** The server renders a page from it and the browser hydrates from it, without further requests. */
export type InitialData = {
  readonly viewer: ShownViewer
  readonly user: User
  readonly uxConfig: UxConfig
  readonly hasSearch: boolean
  /** Whether a photo of the viewer's list has a place to show. */
  readonly hasMap?: boolean
  /** The pages that visitors do not see. */
  readonly hiddenPages?: readonly PageName[]
  /** For visitors of an empty photostream: whether there are photos in albums that they see. */
  readonly hasAlbums?: boolean
  /** Of photos without terms of their own. */
  readonly licence: Licence
  readonly isImporting?: boolean
  /** Nothing at this address, or nothing this viewer may see. */
  readonly isMissing?: boolean
  /** For the owner, at a photo that is not in the album: whichever of the two exists. */
  readonly absence?: { readonly album?: Album; readonly photo?: Photo }
  /** The canonical path and query, if they differ from the requested ones. */
  readonly address?: string
  /** On every page of a gallery without an owner, and on pages that need JavaScript. */
  readonly isClaimed?: boolean
  readonly photostreamTotal?: number
  readonly photos?: PhotoList
  readonly photo?: Photo
  readonly neighbours?: { readonly previous?: Photo; readonly next?: Photo }
  readonly albums?: Album[]
  readonly album?: Album
  /** The album that a photo is shown in. */
  readonly inAlbum?: Pick<Album, 'id' | 'name'>
  readonly cameras?: Camera[]
  /** Of the camera that is shown. */
  readonly evidence?: Evidence
  readonly lenses?: LensInList[]
  readonly lens?: LensPage
  readonly keywords?: Keywords
  readonly keyword?: KeywordPage
  readonly archive?: Archive
  readonly page?: Page
  /** Only with the first towns, and the points of the town at the address. */
  readonly places?: Places
}
