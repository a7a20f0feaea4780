import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { AppError } from './contract/app-error.ts'
import { isUuid } from './contract/envelope.ts'
import {
  cameraName,
  exposureSettings,
  focalLengths,
  photoTitle,
  takenOn,
} from './contract/photo-facts.ts'
import type { Photo } from './contract/photos.ts'
import type { Viewer } from './contract/viewer.ts'
import { answerCache } from './http/answer-cache.ts'
import { compressedResponse } from './http/encoding.ts'
import type { Env } from './http/env.ts'
import { html } from './http/html.ts'
import { interfaceHtml } from './http/interface-files.ts'
import { createShell, type ShellPage } from './http/shell.ts'
import { renditionSize, renditions } from './images/variants.ts'
import { notice, photoGrid, photoPage } from './photos/plain-pages.ts'
import type { Services } from './services.ts'

/** What the site is called until its owner has a name. */
const defaultName = 'Vitrine'

/** Every address that is a page: the interface's shell with the route's own head and content. */
export function shellPages(services: Services, address: () => string, onUnclaimed: () => void) {
  const { photos, uxConfig, owner } = services
  const fill = createShell(interfaceHtml())
  const siteName = (viewer: Viewer) => owner.user(viewer).name || defaultName
  const commonData = (viewer: Viewer) => ({
    viewer: { isOwner: viewer.isOwner },
    user: owner.user(viewer),
    uxConfig: uxConfig.get(),
  })

  const home = (viewer: Viewer, offset: number): ShellPage => {
    if (!owner.isClaimed()) return unclaimed()
    const user = owner.user(viewer)
    const config = uxConfig.get()
    const list = photos.list(
      photos.listSource(viewer),
      { limit: config.photoItemsLoad, offset },
      viewer,
    )
    const bio =
      config.showBio && (user.bio || user.pic)
        ? html`<section class="bio">${user.pic && html`<img src="${user.pic}" alt="" width="128" height="128">`}<div><h1>${siteName(viewer)}</h1><p>${user.bio}</p></div></section>`
        : html`<h1 class="visually-hidden">${siteName(viewer)}</h1>`
    return {
      status: 200,
      title: siteName(viewer),
      description: user.bio || `Photos by ${siteName(viewer)}`,
      path: offset > 0 ? `/?offset=${offset}` : '/',
      ...pictureOf(list.photos[0]),
      content: html`${bio}${list.total > 0 ? photoGrid(list, config) : notice('No photos yet', emptyText(viewer))}`,
      data: { ...commonData(viewer), photos: list },
    }
  }

  const photo = (viewer: Viewer, id: string): ShellPage => {
    const shown = photos.get(id, viewer)
    const source = photos.listSource(viewer)
    const around = source ? photos.neighbours(source, id, viewer) : {}
    const facts = [takenOn(shown), cameraName(shown), focalLengths(shown), exposureSettings(shown)]
    return {
      status: 200,
      title: photoTitle(shown),
      description: shown.description || facts.filter(Boolean).join(' · ') || photoTitle(shown),
      path: `/photo/${id}`,
      ...pictureOf(shown),
      content: photoPage(shown, around),
      data: { ...commonData(viewer), photo: shown },
    }
  }

  const firstPhoto = (viewer: Viewer): ShellPage => {
    const source = photos.listSource(viewer)
    const first = photos.list(source, { limit: 1 }, viewer).photos[0]
    if (first) return photo(viewer, first.id)
    return {
      status: 200,
      title: 'Photos',
      description: 'No photos in this collection',
      path: '/photo',
      content: notice('No photos in this collection', emptyText(viewer)),
      data: commonData(viewer),
    }
  }

  /** A screen that scripts draw. */
  const screen = (viewer: Viewer, path: string, title: string): ShellPage => ({
    status: 200,
    title,
    description: `${title} of ${siteName(viewer)}`,
    path,
    content: html`<noscript>${notice(title, 'This screen needs scripts; switch them on for this site and load it again.')}</noscript>`,
    data: { ...commonData(viewer), isClaimed: owner.isClaimed() },
  })

  const unclaimed = (): ShellPage => ({
    status: 200,
    title: defaultName,
    description: 'A gallery that waits for its owner',
    path: '/',
    content: notice(
      'This gallery waits for its owner',
      'If it is yours, open the first-start link that Vitrine printed on its console.',
    ),
    data: commonData({ isOwner: false }),
  })

  const missing = (viewer: Viewer): ShellPage => ({
    status: 404,
    title: 'Not found',
    description: 'There is nothing at this address',
    path: '/',
    content: notice('Nothing here', 'There is no page at this address, or it is not public.', {
      href: '/',
      text: 'To the photos',
    }),
    data: commonData(viewer),
  })

  const pageFor = (url: URL, viewer: Viewer): ShellPage => {
    const [, first = '', second, ...rest] = url.pathname.split('/')
    if (rest.length > 0) return missing(viewer)
    if (first === '' && second === undefined) return home(viewer, offsetOf(url))
    if (first === 'photo' && !second) return firstPhoto(viewer)
    if (first === 'photo' && second && isUuid(second)) return photo(viewer, second)
    if (first === 'setup' && second === undefined) return screen(viewer, '/setup', 'Set up')
    if (first === 'account' && second === undefined) return screen(viewer, '/account', 'Account')
    return missing(viewer)
  }

  const heedUnclaimed = createMiddleware<Env>(async (c, next) => {
    if (!owner.isClaimed()) {
      onUnclaimed()
      // `vitrine password` claims from another process, which no data version here tells of.
      c.set('isPlainVisitor', false)
    }
    await next()
  })

  return new Hono<Env>().get('*', heedUnclaimed, answerCache(services.store.version), (c) => {
    const viewer = c.get('viewer')
    let page: ShellPage
    try {
      page = pageFor(new URL(c.req.url), viewer)
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 404) throw error
      page = missing(viewer)
    }
    const site = { name: siteName(viewer), publicUrl: address(), uxConfig: uxConfig.get() }
    const plain = new TextEncoder().encode(fill(page, site))
    const headers = {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'private, no-cache',
    }
    if (c.get('isPlainVisitor') && page.status === 200) return new Response(plain, { headers })
    return compressedResponse({ plain }, c.req.header('accept-encoding'), headers, page.status)
  })
}

const pictureOf = (photo: Photo | undefined) => {
  if (!photo) return {}
  const size = renditionSize('landscape', renditions.landscape.width, photo)
  return { picture: { path: `/api/landscapes/${photo.fileName}`, ...size } }
}

const emptyText = (viewer: Viewer) =>
  viewer.isOwner
    ? 'Bring some in with "vitrine import FOLDER --photostream", or upload them.'
    : 'The first ones will appear here.'

function offsetOf(url: URL): number {
  const text = url.searchParams.get('offset') ?? ''
  return /^\d{1,9}$/.test(text) ? Number(text) : 0
}
