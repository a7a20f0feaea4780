import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { AppError } from './contract/app-error.ts'
import { isUuid } from './contract/envelope.ts'
import { homeTexts } from './contract/home-texts.ts'
import {
  cameraName,
  exposureSettings,
  focalLengths,
  photoTitle,
  takenOn,
} from './contract/photo-facts.ts'
import type { Photo } from './contract/photos.ts'
import { plainVisitor, type Viewer } from './contract/viewer.ts'
import { defaultSiteName } from './contract/vocabulary.ts'
import { answerCache } from './http/answer-cache.ts'
import { compressedResponse } from './http/encoding.ts'
import type { Env } from './http/env.ts'
import { html } from './http/html.ts'
import { interfaceHtml } from './http/interface-files.ts'
import { createShell, type ShellPage } from './http/shell.ts'
import { renditionSize, renditions } from './images/variants.ts'
import type { ListSource } from './photos/lists.ts'
import {
  bioHeader,
  emptyGrid,
  emptyText,
  filterBanner,
  hiddenHeading,
  notice,
  ownerTools,
  photoGrid,
  photoPage,
  photostreamHref,
} from './photos/plain-pages.ts'
import type { Services } from './services.ts'

/** The list of photos that an address means, and what makes it other than the viewer's own. */
type List = {
  readonly source: ListSource | undefined
  readonly model?: string
  readonly isPhotostream: boolean
}

/** Every address that is a page: the interface's shell with the route's own head and content. */
export function shellPages(services: Services, onUnclaimed: () => void) {
  const { photos, uxConfig, owner, address } = services
  const fill = createShell(interfaceHtml())
  const siteName = (viewer: Viewer) => owner.user(viewer).name || defaultSiteName
  const commonData = (viewer: Viewer) => ({
    viewer: { isOwner: viewer.isOwner, isGuest: viewer.guest !== undefined },
    user: owner.user(viewer),
    uxConfig: uxConfig.get(),
  })

  /** The owner's 'Show Photostream' is in the address: then they see what visitors see. */
  const homeList = ({ searchParams }: URL, viewer: Viewer): List => {
    const isAsked = viewer.isOwner && searchParams.get('show') === 'photostream'
    const photostream = isAsked ? photos.photostream() : undefined
    const source = photostream ?? photos.listSource(viewer)
    return { source, isPhotostream: photostream !== undefined }
  }
  const viewerList = (url: URL, viewer: Viewer): List => {
    const model = url.searchParams.get('cameraModel')
    if (!model) return homeList(url, viewer)
    return {
      source: photos.searchSource({ cameraModel: model }, viewer),
      model,
      isPhotostream: false,
    }
  }

  const home = (url: URL, viewer: Viewer): ShellPage => {
    if (!owner.isClaimed()) return unclaimed()
    const user = owner.user(viewer)
    const config = uxConfig.get()
    const name = siteName(viewer)
    const limit = config.photoItemsLoad
    // A page begins where a batch does, whatever the address says.
    const page = { limit, offset: Math.floor(offsetOf(url) / limit) * limit }
    const { source, isPhotostream } = homeList(url, viewer)
    const list = photos.list(source, page, viewer)
    const data = { ...commonData(viewer), photos: list }
    const heading = config.showBio ? bioHeader(user, name, viewer.isOwner) : hiddenHeading(name)
    const grid =
      list.length > 0
        ? photoGrid(list, config, isPhotostream)
        : emptyGrid(viewer.isOwner, list.total, isPhotostream)
    const shown = { status: 200, title: name, ...pictureOf(list.photos[0]) } as const
    const about = {
      description: user.bio || `Photos by ${name}`,
      path: page.offset > 0 ? `/?offset=${page.offset}` : '/',
    }
    if (!viewer.isOwner) return { ...shown, ...about, content: html`${heading}${grid}`, data }
    const photostream = photos.photostream()
    const photostreamTotal = photostream ? photos.page(photostream, { limit: 1 }).total : 0
    const tools =
      (isPhotostream || list.total > 0) &&
      ownerTools(list.total, isPhotostream ? list.total : photostreamTotal)
    return {
      ...shown,
      ...about,
      content: html`${heading}${tools}${grid}`,
      data: { ...data, photostreamTotal },
    }
  }

  const photo = (viewer: Viewer, id: string, url: URL): ShellPage => {
    const shown = photos.get(id, viewer)
    const { source, model, isPhotostream } = viewerList(url, viewer)
    const around = source ? photos.neighbours(source, id, viewer) : {}
    const facts = [takenOn(shown), cameraName(shown), focalLengths(shown), exposureSettings(shown)]
    return {
      status: 200,
      title: photoTitle(shown),
      description: shown.description || facts.filter(Boolean).join(' · ') || photoTitle(shown),
      path: `/photo/${id}`,
      ...pictureOf(shown),
      content: html`${model && filterBanner(model, id)}${photoPage(shown, around, {
        query: url.search,
        gridHref: isPhotostream ? photostreamHref : '/',
        isOwner: viewer.isOwner,
      })}`,
      data: { ...commonData(viewer), photo: shown, ...batchAround(id, source, viewer) },
    }
  }

  /** The batch of the list that holds the photo; nothing where the list lacks it. */
  const batchAround = (id: string, source: ListSource | undefined, viewer: Viewer) => {
    if (!source) return {}
    try {
      return {
        photos: photos.list(source, { limit: uxConfig.get().photoItemsLoad, around: id }, viewer),
      }
    } catch (error) {
      if (error instanceof AppError && error.code === 404) return {}
      throw error
    }
  }

  const firstPhoto = (viewer: Viewer, url: URL): ShellPage => {
    const { source, model } = viewerList(url, viewer)
    const first = photos.list(source, { limit: 1 }, viewer).photos[0]
    if (first) return photo(viewer, first.id, url)
    const why = model ? `No photo here was taken with the ${model}.` : emptyText(viewer.isOwner)
    return {
      status: 200,
      title: 'Photos',
      description: 'No photos in this collection',
      path: '/photo',
      content: html`${model && filterBanner(model)}${notice('No photos in this collection', why)}`,
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
    title: defaultSiteName,
    description: 'A gallery that waits for its owner',
    path: '/',
    content: notice(homeTexts.unclaimed.heading, homeTexts.unclaimed.text),
    data: {
      ...commonData(plainVisitor),
      isClaimed: false,
      photos: { length: 0, total: 0, offset: 0, photos: [] },
    },
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
    if (first === '' && second === undefined) return home(url, viewer)
    if (first === 'photo' && !second) return firstPhoto(viewer, url)
    if (first === 'photo' && second && isUuid(second)) return photo(viewer, second, url)
    if (first === 'setup' && second === undefined) return screen(viewer, '/setup', 'Set up')
    if (isSetting(first, second)) return screen(viewer, url.pathname, 'Account')
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

/** /account/{setting}, and /user/{setting}, which the interface leads there. */
const isSetting = (first: string, second: string | undefined) =>
  (first === 'account' || first === 'user') &&
  (second === undefined || ['profile', 'local', 'logout'].includes(second))

const pictureOf = (photo: Photo | undefined) => {
  if (!photo) return {}
  const size = renditionSize('landscape', renditions.landscape.width, photo)
  return { picture: { path: `/api/landscapes/${photo.fileName}`, ...size } }
}

function offsetOf(url: URL): number {
  const text = url.searchParams.get('offset') ?? ''
  return /^\d{1,9}$/.test(text) ? Number(text) : 0
}
