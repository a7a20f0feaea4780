import type { User } from '../contract/people/owner.ts'
import type { Viewer } from '../contract/people/viewer.ts'
import type { InitialData } from '../contract/site/initial-data.ts'
import { licenceOf } from '../contract/site/licences.ts'
import type { PageId, PageParameters } from '../contract/site/page-table.ts'
import type { Sharing } from '../contract/site/sharing.ts'
import type { UxConfig } from '../contract/site/ux-config.ts'
import { siteNameOf } from '../people/owner/owner.ts'
import type { SitePage } from './document.ts'
import type { SiteServices } from './site-services.ts'

/** Read once for a page: its head, its data and its document need them. */
export type PageFacts = {
  readonly siteName: string
  /** The owner, as the viewer sees them. */
  readonly user: User
  readonly uxConfig: UxConfig
  readonly sharing: Sharing
  readonly isClaimed: boolean
}

/** A requested page. */
export type PageRequest = {
  /** With only the parameters that the page uses. */
  readonly url: URL
  readonly viewer: Viewer
  readonly facts: PageFacts
}

/** A function that makes a page. @throws AppError 404 for anything that the viewer may not see */
export type PageMaker<Id extends PageId> = (
  services: SiteServices,
  request: PageRequest & { readonly parameters: PageParameters<Id> },
) => SitePage | Promise<SitePage>

export function readFacts({ owner, uxConfig, sharing }: SiteServices, viewer: Viewer): PageFacts {
  const user = owner.user(viewer)
  return {
    siteName: siteNameOf(user),
    user,
    uxConfig: uxConfig.get(),
    sharing: sharing.get(),
    isClaimed: owner.isClaimed(),
  }
}

/** The data that every page has. */
export function commonData(
  { albums, config, drive, pages, photos, places }: SiteServices,
  { viewer, facts }: Pick<PageRequest, 'viewer' | 'facts'>,
): InitialData {
  const { user, uxConfig, sharing, isClaimed } = facts
  const source = photos.listSource(viewer)
  const hiddenPages = pages.hidden()
  const isEmpty = !viewer.isOwner && (!source || photos.total(source) === 0)
  return {
    viewer: { isOwner: viewer.isOwner, isGuest: viewer.guest !== undefined },
    user,
    uxConfig,
    hasSearch: config.search,
    ...(places.hasAny(source, viewer) && { hasMap: true }),
    ...(hiddenPages.length > 0 && { hiddenPages }),
    ...(isEmpty && albums.hasPhotos(viewer) && { hasAlbums: true }),
    licence: licenceOf(sharing.licence),
    ...(!isClaimed && { isClaimed: false }),
    ...(viewer.isOwner && { isImporting: drive.isImporting() }),
  }
}
