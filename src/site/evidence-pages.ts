import { anonymousVisitor, type Viewer } from '../contract/people/viewer.ts'
import type { PhotoCard } from '../contract/site/evidence.ts'
import { countOfPhotos } from '../contract/text/counts.ts'
import { feedsOf } from './alternates.ts'
import type { SitePage } from './document.ts'
import { pictureOf, type SitePages } from './site-pages.ts'
import type { SiteServices } from './site-services.ts'

/** Lenses, keywords and the archive. */
export function evidencePages({ cards, evidence, photos }: SiteServices, site: SitePages) {
  const { overviews, archive } = evidence

  type Head = { title: string; path: string; description: string; picture: PhotoCard | undefined }

  const pageOf = (viewer: Viewer, head: Head, data: Partial<SitePage['data']>): SitePage => {
    const { title, path, description, picture } = head
    return {
      status: 200,
      title,
      path,
      description: `${description} – ${site.name()}`,
      ...pictureOf(picture && photos.find(picture.id, viewer)),
      data: { ...site.commonData(viewer), ...data },
    }
  }

  const lenses = async (viewer: Viewer) => {
    const lenses = await overviews.lenses(viewer)
    const description = 'Lenses and photos taken with them'
    const picture = lenses[0]?.latest ?? undefined
    return pageOf(viewer, { title: 'Lenses', path: '/lens', description, picture }, { lenses })
  }
  const lensOf = (viewer: Viewer, id: string) => {
    const lens = overviews.lens(id, viewer)
    const { name, photoCount, evidence } = lens
    const head = {
      title: name,
      path: `/lens/${encodeURIComponent(lens.id)}`,
      description: `${countOfPhotos(photoCount)} taken with the ${name}`,
      picture: evidence.mostLiked ?? evidence.last ?? undefined,
    }
    const set = { kind: 'lenses', id: lens.id } as const
    const card = cards.pictureOf(set, viewer, { alt: `Photos taken with the ${name}` })
    return { ...pageOf(viewer, head, { lens }), ...(card && { picture: card }) }
  }
  const keywords = (viewer: Viewer) => {
    const keywords = overviews.keywords(viewer)
    const description = 'Index of the photos’ keywords'
    const head = { title: 'Keywords', path: '/keyword', description, picture: undefined }
    return pageOf(viewer, head, { keywords })
  }
  const keywordOf = (viewer: Viewer, word: string) => {
    const keyword = overviews.keyword(word, viewer)
    const head = {
      title: keyword.label,
      path: `/keyword/${encodeURIComponent(keyword.value)}`,
      description: `${countOfPhotos(keyword.count)} with the keyword ${keyword.label}`,
      picture: keyword.photos[0],
    }
    const page = pageOf(viewer, head, { keyword })
    // Feeds are those of visitors, whose photostream may have no such photo.
    const hasFeed = overviews.hasKeyword(keyword.value, anonymousVisitor)
    return { ...page, ...(hasFeed && { alternates: feedsOf(head.path, keyword.label) }) }
  }
  const years = async (viewer: Viewer) => {
    const found = await archive(viewer)
    const description = 'Photos by year and month'
    const picture = found.years[0]?.photos[0]
    const head = { title: 'Archive', path: '/archive', description, picture }
    return pageOf(viewer, head, { archive: found })
  }

  /** The first page may have to wait until the photos' metadata has been read. */
  const prepared = async (viewer: Viewer, page: () => SitePage | Promise<SitePage>) => {
    await photos.prepareFilters(photos.listSource(viewer))
    return page()
  }
  return {
    /** @throws AppError 404 */
    lens: (viewer: Viewer, id: string | undefined) =>
      prepared(viewer, () => (id === undefined ? lenses(viewer) : lensOf(viewer, id))),
    /** @throws AppError 404 */
    keyword: (viewer: Viewer, word: string | undefined) =>
      prepared(viewer, () => (word === undefined ? keywords(viewer) : keywordOf(viewer, word))),
    archive: (viewer: Viewer) => prepared(viewer, () => years(viewer)),
  }
}
