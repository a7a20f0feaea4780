import { ownValue } from '../contract/own-value.ts'
import { anonymousVisitor } from '../contract/people/viewer.ts'
import type { Photo } from '../contract/photos/photos.ts'
import { fixedPath, type PageId, pageIds, pageRules } from '../contract/site/page-table.ts'
import { pause } from '../core/concurrency/turns.ts'
import type { SiteServices } from './site-services.ts'

/** The most pages in one file; with more, /sitemap.xml is an index of several files. */
const maxEntries = 10_000
/** Photos read at once, which is what a sitemap takes in memory. */
const batchSize = 200

const head = '<?xml version="1.0" encoding="UTF-8"?>\n'
const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const imageNamespace = 'http://www.google.com/schemas/sitemap-image/1.1'

type Page = { readonly path: string; readonly changedAt?: string; readonly picture?: string }

/**
 * What an anonymous visitor can see, even if the owner requests it: the pages of the gallery with
 * the most used lenses and keywords, then those of the photostream's photos.
 */
export function createSitemap({ photos, albums, cameras, pages: written, address }: SiteServices) {
  const viewer = anonymousVisitor

  const pages = async (): Promise<Page[]> => {
    const source = photos.listSource(viewer)
    await photos.prepareFilters(source)
    await cameras.prepare(viewer)
    await pause()
    const { lens = [], keyword = [] } = photos.facets(source, ['lens', 'keyword'], viewer)
    const within: Partial<Record<PageId, readonly string[]>> = {
      // The visitors' page of albums shows no empty ones either.
      albums: albums
        .list(viewer)
        .filter(({ photoCount }) => photoCount > 0)
        .map(({ id }) => `/album/${id}`),
      cameras: cameras.list(viewer).map(({ id }) => `/camera/${encodeURIComponent(id)}`),
      lenses: lens.map(({ value }) => `/lens/${encodeURIComponent(value)}`),
      keywords: keyword
        // An address cannot end in '/.' or '/..'.
        .filter(({ value }) => !/^\.\.?$/.test(value))
        .map(({ value }) => `/keyword/${encodeURIComponent(value)}`),
    }
    const hidden: readonly PageId[] = written.hidden()
    const listed = pageIds.filter((id) => pageRules[id].isInSitemap && !hidden.includes(id))
    return listed.flatMap((id) => [fixedPath(id), ...(within[id] ?? [])]).map((path) => ({ path }))
  }

  const countOfPhotos = () => photos.page(photos.listSource(viewer), { limit: 1 }).total

  /** The entries from `start` on, at most `maxEntries`, in pieces. */
  function* entries(all: readonly Page[], start: number): Generator<string, void> {
    const origin = escaped(address())
    const own = all.slice(start, start + maxEntries)
    yield own.map((page) => entry(origin, page)).join('')
    let offset = start + own.length - all.length
    const end = start + maxEntries - all.length
    while (offset < end) {
      const limit = Math.min(batchSize, end - offset)
      const { rowIds } = photos.page(photos.listSource(viewer), { limit, offset })
      yield photos
        .read(rowIds, viewer)
        .map((photo) => entry(origin, pageOf(photo)))
        .join('')
      if (rowIds.length < limit) return
      offset += limit
    }
  }

  function* urlset(all: readonly Page[], start: number): Generator<string, void> {
    yield `${head}<urlset xmlns="${namespace}" xmlns:image="${imageNamespace}">\n`
    yield* entries(all, start)
    yield '</urlset>\n'
  }

  function* index(parts: number): Generator<string, void> {
    const origin = escaped(address())
    yield `${head}<sitemapindex xmlns="${namespace}">\n`
    for (let part = 1; part <= parts; part++) {
      yield `<sitemap><loc>${origin}/sitemap-${part}.xml</loc></sitemap>\n`
    }
    yield '</sitemapindex>\n'
  }

  const partsFor = (all: readonly Page[]) => Math.ceil((all.length + countOfPhotos()) / maxEntries)

  return {
    /** /sitemap.xml: all pages or, if they are too many for one file, the index of its parts. */
    whole: async (): Promise<Iterator<string, void>> => {
      const all = await pages()
      const parts = partsFor(all)
      return parts > 1 ? index(parts) : urlset(all, 0)
    },
    /** /sitemap-{number}.xml; undefined if the index has no such part. */
    part: async (number: number): Promise<Iterator<string, void> | undefined> => {
      const all = await pages()
      const parts = partsFor(all)
      return parts > 1 && number <= parts ? urlset(all, (number - 1) * maxEntries) : undefined
    },
  }
}

const pageOf = ({ id, fileName, uploadDate }: Photo): Page => ({
  path: `/photo/${id}`,
  changedAt: uploadDate,
  picture: `/api/images/${fileName}`,
})

function entry(origin: string, { path, changedAt, picture }: Page): string {
  const changed = changedAt ? `<lastmod>${changedAt}</lastmod>` : ''
  const image = picture
    ? `<image:image><image:loc>${origin}${escaped(picture)}</image:loc></image:image>`
    : ''
  return `<url><loc>${origin}${escaped(path)}</loc>${changed}${image}</url>\n`
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

const escaped = (text: string) =>
  text.replace(/[&<>"']/g, (character) => ownValue(entities, character)!)
