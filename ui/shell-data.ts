import type { Album } from '../src/contract/albums.ts'
import type { Camera } from '../src/contract/cameras.ts'
import type { User } from '../src/contract/owner.ts'
import type { Page } from '../src/contract/pages.ts'
import type { Photo, PhotoList } from '../src/contract/photos.ts'
import type { UxConfig } from '../src/contract/ux-config.ts'
import type { ShownViewer } from '../src/contract/viewer.ts'

/** What the server put into the page, so that its scripts need not ask again. */
export type ShellData = {
  readonly viewer: ShownViewer
  readonly user: User
  readonly uxConfig: UxConfig
  /** On the screens that scripts draw, and on an unclaimed home page: whether the site has its owner. */
  readonly isClaimed?: boolean
  /** On the owner's home page: how many photos the photostream holds. */
  readonly photostreamTotal?: number
  /** The batch whose tiles stand in the HTML, or that holds the page's photo. */
  readonly photos?: PhotoList
  /** On a photo's page. */
  readonly photo?: Photo
  /** For the owner: whether an import from the drive is under way. */
  readonly isImporting?: boolean
  /** Whether photos can be searched by their words. */
  readonly hasSearch: boolean
  /** On the list of albums. */
  readonly albums?: Album[]
  /** On an album's page. */
  readonly album?: Album
  /** On the cameras' page. */
  readonly cameras?: Camera[]
  /** On a page that the owner wrote. */
  readonly page?: Page
}

/** @throws Error when the page has no such data: it did not come from the server's shell. */
export function readShellData(): ShellData {
  const text = document.getElementById('shell-data')?.textContent
  if (!text) throw new Error('the page carries no shell data')
  return JSON.parse(text) as ShellData
}
