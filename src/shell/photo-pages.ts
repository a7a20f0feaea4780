import { AppError } from '../contract/app-error.ts'
import { filterText, homeTexts, searchTexts } from '../contract/home-texts.ts'
import { longestSearch } from '../contract/navigation.ts'
import {
  cameraName,
  exposureSettings,
  focalLengths,
  photoTitle,
  takenOn,
} from '../contract/photo-facts.ts'
import { plainVisitor, type Viewer } from '../contract/viewer.ts'
import { defaultSiteName } from '../contract/vocabulary.ts'
import { html } from '../http/html.ts'
import type { ShellPage } from '../http/shell.ts'
import type { ListSource } from '../photos/lists.ts'
import {
  bioHeader,
  emptyGrid,
  emptyText,
  hiddenHeading,
  notice,
  ownerTools,
  photoGrid,
  photoPage,
  photostreamHref,
} from '../photos/plain-pages.ts'
import { filterBanner, searchHeading } from '../photos/plain-search.ts'
import type { Services } from '../services.ts'
import { pageOf, pictureOf, type SitePages } from './site.ts'

/** The list of photos that an address means, and what makes it other than the viewer's own. */
type List = {
  readonly source: ListSource | undefined
  readonly model?: string
  readonly words?: string
  readonly isPhotostream: boolean
}

/** The photo's place among others, as the links of its page go. */
type Collection = {
  readonly source: ListSource | undefined
  readonly photoHref: (id: string) => string
  readonly gridHref: string
  readonly gridText: string
}

export type PhotoPages = ReturnType<typeof photoPages>

/** The pages of photos: home, a search, and one photo of whatever list it is seen in. */
export function photoPages({ photos, uxConfig, owner, config }: Services, site: SitePages) {
  /** The owner's 'Show Photostream' is in the address: then they see what visitors see. */
  const homeList = ({ searchParams }: URL, viewer: Viewer): List => {
    const isAsked = viewer.isOwner && searchParams.get('show') === 'photostream'
    const photostream = isAsked ? photos.photostream() : undefined
    const source = photostream ?? photos.listSource(viewer)
    return { source, isPhotostream: photostream !== undefined }
  }
  const listOf = (url: URL, viewer: Viewer): List => {
    const model = url.searchParams.get('cameraModel')?.slice(0, 200)
    const words = config.search ? url.searchParams.get('q')?.slice(0, longestSearch) : undefined
    if (!model && !words) return homeList(url, viewer)
    return {
      source: photos.searchSource({ cameraModel: model, q: words }, viewer),
      ...(model && { model }),
      ...(words && { words }),
      isPhotostream: false,
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

  /** One photo of a collection. @throws AppError 404. */
  const photoIn = (viewer: Viewer, id: string, collection: Collection): ShellPage => {
    const shown = photos.get(id, viewer)
    const { source, ...links } = collection
    const around = source ? photos.neighbours(source, id, viewer) : {}
    const facts = [takenOn(shown), cameraName(shown), focalLengths(shown), exposureSettings(shown)]
    return {
      status: 200,
      title: photoTitle(shown),
      description: shown.description || facts.filter(Boolean).join(' · ') || photoTitle(shown),
      path: `/photo/${id}`,
      ...pictureOf(shown),
      content: photoPage(shown, around, { ...links, isOwner: viewer.isOwner }),
      data: { ...site.commonData(viewer), photo: shown, ...batchAround(id, source, viewer) },
    }
  }

  const photo = (viewer: Viewer, id: string, url: URL): ShellPage => {
    const list = listOf(url, viewer)
    const { source, words, isPhotostream } = list
    const home = isPhotostream ? photostreamHref : '/'
    const page = photoIn(viewer, id, {
      source,
      photoHref: (other) => `/photo/${other}${url.search}`,
      gridHref: words ? `/photo${url.search}` : home,
      gridText: words ? searchTexts.all : homeTexts.allPhotos,
    })
    return { ...page, content: html`${banner(list, id)}${page.content}` }
  }

  const firstPhoto = (viewer: Viewer, url: URL): ShellPage => {
    const { source, model } = listOf(url, viewer)
    const first = photos.list(source, { limit: 1 }, viewer).photos[0]
    if (first) return photo(viewer, first.id, url)
    const why = model ? `No photo here was taken with the ${model}.` : emptyText(viewer.isOwner)
    return {
      status: 200,
      title: 'Photos',
      description: 'No photos in this collection',
      path: '/photo',
      content: html`${model && filterBanner(filterText({ model }))}${notice('No photos in this collection', why)}`,
      data: site.commonData(viewer),
    }
  }

  const results = (viewer: Viewer, url: URL, words: string): ShellPage => {
    const config = uxConfig.get()
    const { source, model } = listOf(url, viewer)
    const list = photos.list(source, pageOf(url, config.photoItemsLoad), viewer)
    const query = new URLSearchParams(url.searchParams)
    query.delete('offset')
    const grid = photoGrid(list, config, {
      photoHref: (id) => `/photo/${id}?${query}`,
      pageHref: (offset) => `/photo?${query}${offset > 0 ? `&offset=${offset}` : ''}`,
    })
    const heading = searchHeading(words, list.total)
    return {
      status: 200,
      title: searchTexts.title(words),
      description: `Photos of ${site.name()} for ${words}`,
      path: `/photo?${query}`,
      ...pictureOf(list.photos[0]),
      content: html`${model && filterBanner(filterText({ model }))}${heading}${list.length > 0 && grid}`,
      data: { ...site.commonData(viewer), photos: list },
    }
  }

  const home = (url: URL, viewer: Viewer): ShellPage => {
    if (!owner.isClaimed()) return unclaimed()
    const user = owner.user(viewer)
    const config = uxConfig.get()
    const name = site.name()
    const page = pageOf(url, config.photoItemsLoad)
    const { source, isPhotostream } = homeList(url, viewer)
    const list = photos.list(source, page, viewer)
    const heading = config.showBio ? bioHeader(user, name, viewer.isOwner) : hiddenHeading(name)
    const gridHref = isPhotostream ? photostreamHref : '/'
    const grid =
      list.length > 0
        ? photoGrid(list, config, {
            photoHref: (id) => `/photo/${id}${isPhotostream ? '?show=photostream' : ''}`,
            pageHref: (offset) =>
              offset > 0 ? `${gridHref}${isPhotostream ? '&' : '?'}offset=${offset}` : gridHref,
          })
        : emptyGrid(viewer.isOwner, list.total, isPhotostream)
    const photostream = viewer.isOwner ? photos.photostream() : undefined
    const photostreamTotal = photostream ? photos.page(photostream, { limit: 1 }).total : 0
    const tools =
      viewer.isOwner &&
      (isPhotostream || list.total > 0) &&
      ownerTools(list.total, isPhotostream ? list.total : photostreamTotal)
    return {
      status: 200,
      title: name,
      ...pictureOf(list.photos[0]),
      description: user.bio || `Photos by ${name}`,
      path: page.offset > 0 ? `/?offset=${page.offset}` : '/',
      content: html`${heading}${tools}${grid}`,
      data: {
        ...site.commonData(viewer),
        photos: list,
        ...(viewer.isOwner && { photostreamTotal }),
      },
    }
  }

  const unclaimed = (): ShellPage => ({
    status: 200,
    title: defaultSiteName,
    description: 'A gallery that waits for its owner',
    path: '/',
    content: notice(homeTexts.unclaimed.heading, homeTexts.unclaimed.text),
    data: {
      ...site.commonData(plainVisitor),
      isClaimed: false,
      photos: { length: 0, total: 0, offset: 0, photos: [] },
    },
  })

  return {
    home,
    photo,
    photoIn,
    /** /photo: the results of words, or the first photo of the list that the address means. */
    photos: (viewer: Viewer, url: URL): ShellPage => {
      const { words } = listOf(url, viewer)
      return words ? results(viewer, url, words) : firstPhoto(viewer, url)
    },
  }
}

/** Above a photo of a list that is narrowed. */
const banner = (list: List, photoId: string) =>
  (list.words || list.model) && filterBanner(filterText(list), photoId)
