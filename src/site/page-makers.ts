import type { PageId } from '../contract/site/page-table.ts'
import { albumPage, albumPhotoPage, albumsPage } from './album-pages.ts'
import { camerasPage } from './camera-page.ts'
import { archivePage, keywordPage, keywordsPage, lensesPage, lensPage } from './evidence-pages.ts'
import { mapPage } from './map-page.ts'
import type { PageMaker } from './page-request.ts'
import { homePage, photoPage, photosPage } from './photo-pages.ts'
import { accountPage, guestPage, setupPage, userPage, writtenPage } from './plain-pages.ts'

/** The function that makes each page of the table. */
export const pageMakers: { readonly [Id in PageId]: PageMaker<Id> } = {
  home: homePage,
  photos: photosPage,
  photo: photoPage,
  resume: writtenPage('resume', 'Resume'),
  about: writtenPage('about', 'About'),
  albums: albumsPage,
  album: albumPage,
  albumPhoto: albumPhotoPage,
  cameras: camerasPage,
  map: mapPage,
  lenses: lensesPage,
  lens: lensPage,
  keywords: keywordsPage,
  keyword: keywordPage,
  archive: archivePage,
  account: accountPage,
  user: userPage,
  guest: guestPage,
  setup: setupPage,
}
