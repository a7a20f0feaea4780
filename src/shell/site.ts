import type { Photo } from '../contract/photos.ts'
import { plainVisitor, type Viewer } from '../contract/viewer.ts'
import { defaultSiteName } from '../contract/vocabulary.ts'
import { html } from '../http/html.ts'
import type { ShellPage } from '../http/shell.ts'
import { renditionSize, renditions } from '../images/variants.ts'
import { notice } from '../photos/plain-pages.ts'
import type { Services } from '../services.ts'

export type SitePages = ReturnType<typeof sitePages>

/** What every page of the shell says, and the pages that belong to no noun. */
export function sitePages({ owner, uxConfig, config, drive }: Services) {
  const name = () => owner.user(plainVisitor).name || defaultSiteName
  const commonData = (viewer: Viewer) => ({
    viewer: { isOwner: viewer.isOwner, isGuest: viewer.guest !== undefined },
    user: owner.user(viewer),
    uxConfig: uxConfig.get(),
    hasSearch: config.search,
    ...(viewer.isOwner && { isImporting: drive.isImporting() }),
  })
  return {
    name,
    commonData,
    /** A screen that scripts draw. */
    screen: (viewer: Viewer, path: string, title: string): ShellPage => ({
      status: 200,
      title,
      description: `${title} of ${name()}`,
      path,
      content: html`<noscript>${notice(title, 'This screen needs scripts; switch them on for this site and load it again.')}</noscript>`,
      data: { ...commonData(viewer), isClaimed: owner.isClaimed() },
    }),
    missing: (viewer: Viewer): ShellPage => ({
      status: 404,
      title: 'Not found',
      description: 'There is nothing at this address',
      path: '/',
      content: notice('Nothing here', 'There is no page at this address, or it is not public.', {
        href: '/',
        text: 'To the photos',
      }),
      data: commonData(viewer),
    }),
  }
}

/** A photo as the picture of a link that is shared. */
export const pictureOf = (photo: Photo | undefined): Pick<ShellPage, 'picture'> => {
  if (!photo) return {}
  const size = renditionSize('landscape', renditions.landscape.width, photo)
  return { picture: { path: `/api/landscapes/${photo.fileName}`, ...size } }
}

/** The page of a list that an address asks for, from where a batch begins. */
export function pageOf(url: URL, limit: number): { limit: number; offset: number } {
  const text = url.searchParams.get('offset') ?? ''
  const offset = /^\d{1,9}$/.test(text) ? Number(text) : 0
  return { limit, offset: Math.floor(offset / limit) * limit }
}
