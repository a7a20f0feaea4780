import { anonymousVisitor } from '../contract/people/viewer.ts'
import type { PhotoCard } from '../contract/site/evidence.ts'
import type { InitialData } from '../contract/site/initial-data.ts'
import type { PageId } from '../contract/site/page-table.ts'
import { countOfPhotos } from '../contract/text/counts.ts'
import { feedsOf } from './alternates.ts'
import type { SitePage } from './document.ts'
import { pictureOf } from './page-parts.ts'
import { commonData, type PageMaker, type PageRequest } from './page-request.ts'
import type { SiteServices } from './site-services.ts'

type Head = {
  readonly title: string
  readonly path: string
  readonly description: string
  readonly picture: PhotoCard | undefined
}

function pageOf(
  services: SiteServices,
  request: PageRequest,
  { title, path, description, picture }: Head,
  data: Partial<InitialData>,
): SitePage {
  return {
    status: 200,
    title,
    path,
    description: `${description} – ${request.facts.siteName}`,
    ...pictureOf(picture && services.photos.find(picture.id, request.viewer)),
    data: { ...commonData(services, request), ...data },
  }
}

/** The first page may have to wait until the photos' metadata has been read. */
const prepared =
  <Id extends PageId>(page: PageMaker<Id>): PageMaker<Id> =>
  async (services, request) => {
    const { photos } = services
    await photos.prepareFilters(photos.listSource(request.viewer))
    return page(services, request)
  }

export const lensesPage = prepared<'lenses'>(async (services, request) => {
  const lenses = await services.insights.overviews.lenses(request.viewer)
  const description = 'Lenses and photos taken with them'
  const picture = lenses[0]?.latest ?? undefined
  const head = { title: 'Lenses', path: '/lens', description, picture }
  return pageOf(services, request, head, { lenses })
})

export const lensPage = prepared<'lens'>((services, request) => {
  const { viewer, parameters } = request
  const lens = services.insights.overviews.lens(parameters.lensId, viewer)
  const { name, photoCount, evidence } = lens
  const head = {
    title: name,
    path: `/lens/${encodeURIComponent(lens.id)}`,
    description: `${countOfPhotos(photoCount)} taken with the ${name}`,
    picture: evidence.mostLiked ?? evidence.last ?? undefined,
  }
  const set = { kind: 'lenses', id: lens.id } as const
  const shareImage = services.shareImages.pictureOf(set, viewer, {
    alt: `Photos taken with the ${name}`,
  })
  return {
    ...pageOf(services, request, head, { lens }),
    ...(shareImage && { picture: shareImage }),
  }
})

export const keywordsPage = prepared<'keywords'>((services, request) => {
  const keywords = services.insights.overviews.keywords(request.viewer)
  const description = 'Index of the photos’ keywords'
  const head = { title: 'Keywords', path: '/keyword', description, picture: undefined }
  return pageOf(services, request, head, { keywords })
})

export const keywordPage = prepared<'keyword'>((services, request) => {
  const { overviews } = services.insights
  const keyword = overviews.keyword(request.parameters.word, request.viewer)
  const head = {
    title: keyword.label,
    path: `/keyword/${encodeURIComponent(keyword.value)}`,
    description: `${countOfPhotos(keyword.count)} with the keyword ${keyword.label}`,
    picture: keyword.photos[0],
  }
  const page = pageOf(services, request, head, { keyword })
  // Feeds are those of visitors, whose photostream may have no such photo.
  const hasFeed = overviews.hasKeyword(keyword.value, anonymousVisitor)
  return { ...page, ...(hasFeed && { alternates: feedsOf(head.path, keyword.label) }) }
})

export const archivePage = prepared<'archive'>(async (services, request) => {
  const archive = await services.insights.archive(request.viewer)
  const description = 'Photos by year and month'
  const picture = archive.years[0]?.photos[0]
  const head = { title: 'Archive', path: '/archive', description, picture }
  return pageOf(services, request, head, { archive })
})
