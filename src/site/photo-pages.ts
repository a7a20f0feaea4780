import { AppError } from '../contract/app-error.ts'
import { descriptionBeside } from '../contract/descriptions.ts'
import { filterText } from '../contract/home-texts.ts'
import type { InitialData } from '../contract/initial-data.ts'
import { maxSearchLength } from '../contract/navigation.ts'
import { exposureSettings, focalLengths, photoTitle, takenOn } from '../contract/photo-facts.ts'
import { anonymousVisitor, type Viewer } from '../contract/viewer.ts'
import { defaultSiteName } from '../contract/vocabulary.ts'
import type { ListSource } from '../photos/lists.ts'
import type { Services } from '../services.ts'
import type { SitePage } from './document.ts'
import { pageOf, pictureOf, type SitePages } from './site-pages.ts'

/** The list of photos at an address, and what it is filtered by, if anything. */
type List = {
  readonly source: ListSource | undefined
  readonly words?: string
  readonly model?: string
}

export type PhotoPages = ReturnType<typeof photoPages>

export function photoPages({ photos, uxConfig, owner, config }: Services, site: SitePages) {
  /** With 'Show Photostream' in the address, the owner sees what visitors see. */
  const homeSource = ({ searchParams }: URL, viewer: Viewer): ListSource | undefined => {
    const isAsked = viewer.isOwner && searchParams.get('show') === 'photostream'
    return (isAsked ? photos.photostream() : undefined) ?? photos.listSource(viewer)
  }
  const listOf = (url: URL, viewer: Viewer): List => {
    const model = url.searchParams.get('cameraModel')?.slice(0, 200)
    const words = config.search ? url.searchParams.get('q')?.slice(0, maxSearchLength) : undefined
    if (!model && !words) return { source: homeSource(url, viewer) }
    const source = photos.filteredSource(
      { terms: [], ...(model && { cameraModel: model }), ...(words && { q: words }) },
      viewer,
    )
    return { source, ...(words && { words }), ...(model && { model }) }
  }

  /**
   * The page of the list that contains the photo, and the photo's neighbours on other pages; empty if
   * the photo is not in the list.
   */
  const around = (
    id: string,
    source: ListSource | undefined,
    viewer: Viewer,
  ): Pick<InitialData, 'photos' | 'neighbours'> => {
    if (!source) return {}
    try {
      const page = { limit: uxConfig.get().photoItemsLoad, around: id }
      const list = photos.list(source, page, viewer)
      const index = list.photos.findIndex((photo) => photo.id === id)
      const isFirst = index === 0 && list.offset > 0
      const isLast = index === list.length - 1 && list.offset + list.length < list.total
      if (!isFirst && !isLast) return { photos: list }
      const { previous, next } = photos.neighbours(source, id, viewer)
      const neighbours = {
        ...(isFirst && previous && { previous }),
        ...(isLast && next && { next }),
      }
      return { photos: list, neighbours }
    } catch (error) {
      if (error instanceof AppError && error.code === 404) return {}
      throw error
    }
  }

  /** @throws AppError 404 */
  const photoIn = (viewer: Viewer, id: string, source: ListSource | undefined): SitePage => {
    const shown = photos.get(id, viewer)
    const title = photoTitle(shown)
    const description = descriptionBeside(title, shown.description)
    const facts = [takenOn(shown), shown.cameraName, focalLengths(shown), exposureSettings(shown)]
    return {
      status: 200,
      title,
      description: description || facts.filter(Boolean).join(' · ') || title,
      path: `/photo/${id}`,
      ...pictureOf(shown),
      data: { ...site.commonData(viewer), photo: shown, ...around(id, source, viewer) },
    }
  }

  const photo = (viewer: Viewer, id: string, url: URL): SitePage =>
    photoIn(viewer, id, listOf(url, viewer).source)

  const firstPhoto = (viewer: Viewer, url: URL): SitePage => {
    const { source } = listOf(url, viewer)
    const first = photos.list(source, { limit: 1 }, viewer).photos[0]
    if (first) {
      const page = photoIn(viewer, first.id, source)
      return { ...page, data: { ...page.data, address: page.path + url.search } }
    }
    return {
      status: 200,
      title: 'Photos',
      description: 'No photos to show',
      path: '/photo',
      data: { ...site.commonData(viewer), photos: noPhotos },
    }
  }

  const results = (viewer: Viewer, url: URL, { source, ...filter }: List): SitePage => {
    const list = photos.list(source, pageOf(url, uxConfig.get().photoItemsLoad), viewer)
    const query = new URLSearchParams(url.searchParams)
    query.delete('offset')
    return {
      status: 200,
      title: filterText(filter),
      description: `${filterText(filter)} – ${site.name()}`,
      path: `/photo?${query}`,
      ...pictureOf(list.photos[0]),
      data: { ...site.commonData(viewer), photos: list },
    }
  }

  const home = (url: URL, viewer: Viewer): SitePage => {
    if (!owner.isClaimed()) return unclaimed()
    const name = site.name()
    const page = pageOf(url, uxConfig.get().photoItemsLoad)
    const list = photos.list(homeSource(url, viewer), page, viewer)
    const photostream = viewer.isOwner ? photos.photostream() : undefined
    const photostreamTotal = photostream ? photos.page(photostream, { limit: 1 }).total : 0
    return {
      status: 200,
      title: name,
      ...pictureOf(list.photos[0]),
      description: owner.user(viewer).bio || `Photos by ${name}`,
      path: page.offset > 0 ? `/?offset=${page.offset}` : '/',
      data: {
        ...site.commonData(viewer),
        photos: list,
        ...(viewer.isOwner && { photostreamTotal }),
      },
    }
  }

  const unclaimed = (): SitePage => ({
    status: 200,
    title: defaultSiteName,
    description: 'This gallery has not been set up yet',
    path: '/',
    data: { ...site.commonData(anonymousVisitor), photos: noPhotos },
  })

  return {
    home,
    photo,
    photoIn,
    /** /photo: a filtered list's grid, or the first photo of the list at the address. */
    photos: (viewer: Viewer, url: URL): SitePage => {
      const list = listOf(url, viewer)
      const isGrid = list.words || (list.model && url.searchParams.get('show') === 'grid')
      return isGrid ? results(viewer, url, list) : firstPhoto(viewer, url)
    },
  }
}

const noPhotos = { length: 0, total: 0, offset: 0, photos: [] }
