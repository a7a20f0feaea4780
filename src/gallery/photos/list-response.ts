import type { Context, TypedResponse } from 'hono'
import type { Viewer } from '../../contract/people/viewer.ts'
import type { PhotoList } from '../../contract/photos/photos.ts'
import type { Facets } from '../../contract/search/facets.ts'
import { isEmptyFilter } from '../../contract/search/photo-filter.ts'
import type { Config } from '../../core/config/config.ts'
import { AppError, notFound } from '../../core/errors.ts'
import type { Env } from '../../http/env.ts'
import { tooManyLists } from '../../http/openapi/openapi-errors.ts'
import { streamedJson } from '../../http/streamed-json.ts'
import type { Web } from '../../http/web.ts'
import type { PhotoListQuery } from './list-query.ts'
import { type ListSource, maxPageSize } from './lists.ts'
import type { Page, Photos } from './photos.ts'

/** Photos per piece of a streamed list. */
const pieceSize = 100

export const listErrors = {
  404: '`around` is not in the list, the list is not visible, or search is disabled.',
  ...tooManyLists,
}

type ListAnswer = Response & TypedResponse<{ data: PhotoList }, 200, 'json'>

type SourceFor = (viewer: Viewer) => ListSource | undefined

type Parts = { readonly photos: Photos; readonly config: Pick<Config, 'search'> }

/** Sends a page at once and a long list in pieces, to use little memory. */
export function createListResponse(parts: Parts, { wholeLists }: Pick<Web, 'wholeLists'>) {
  const { photos } = parts
  return async (
    c: Context<Env>,
    listFor: SourceFor,
    { page: query, filter, facets: keys }: PhotoListQuery,
  ): Promise<ListAnswer> => {
    if (filter.q) await prepareSearch(parts)
    const viewer = c.get('viewer')
    const isPage = query.limit !== undefined && query.limit > 0 && query.limit <= maxPageSize
    const sourceFor = isEmptyFilter(filter)
      ? listFor
      : (now: Viewer) => photos.filteredSource(filter, now, listFor(now))
    await prepareList(photos, sourceFor(viewer), { isPage, filter, keys })
    const source = sourceFor(viewer)
    const facets = keys && photos.facets(source, keys, viewer)
    if (isPage) {
      const { total, offset, rowIds } = photos.page(source, query)
      const shown = photos.readJson(rowIds, viewer)
      const named = photos.namedFilter(filter, viewer)
      const about = { length: shown.length, total, offset, ...named, ...(facets && { facets }) }
      return jsonText(c, `{"data":${photoListJson(about, shown)}}`) as ListAnswer
    }
    wholeLists.use(c.get('clientAddress'))
    const page = photos.page(source, query)
    const present = (): Viewer => {
      const now = c.get('viewerNow')()
      if (!Bun.deepEquals(sourceFor(now), source)) throw notFound()
      return now
    }
    return streamedJson(c, listPieces(photos, page, present, facets)) as ListAnswer
  }
}

type Wanted = Pick<PhotoListQuery, 'filter'> & {
  readonly isPage: boolean
  readonly keys: PhotoListQuery['facets']
}

/** @throws AppError 404 if search is disabled. */
async function prepareSearch({ photos, config }: Parts): Promise<void> {
  if (!config.search) throw new AppError(404, 'search is disabled')
  await photos.prepareSearch()
}

/** Reads in advance what the list needs, with pauses. */
async function prepareList(
  photos: Photos,
  list: ListSource | undefined,
  { isPage, filter, keys }: Wanted,
): Promise<void> {
  if (filter.terms.length > 0 || keys) await photos.prepareFilters(list)
  else if (list && (!isPage || !isEmptyFilter(filter))) await photos.prepareOrder(list)
}

function jsonText(c: Context<Env>, text: string): Response {
  const bytes = new TextEncoder().encode(text)
  c.set('wholeBody', bytes)
  return new Response(bytes, { headers: { 'Content-Type': 'application/json' } })
}

/** The object as JSON, with photos that are JSON already. */
const photoListJson = (about: Omit<PhotoList, 'photos'>, photos: readonly string[]): string =>
  `${JSON.stringify(about).slice(0, -1)},"photos":[${photos.join(',')}]}`

/** `length` comes last because it counts the photos actually sent. */
function* listPieces(
  photos: Photos,
  page: Page,
  present: () => Viewer,
  facets: Facets | undefined,
): Generator<string, void> {
  yield `{"data":{"total":${page.total},"offset":${page.offset},"photos":[`
  let length = 0
  for (let next = 0; next < page.rowIds.length; next += pieceSize) {
    const piece = photos.readJson(page.rowIds.subarray(next, next + pieceSize), present())
    const separator = length > 0 && piece.length > 0 ? ',' : ''
    length += piece.length
    yield separator + piece.join(',')
  }
  yield `],"length":${length}${facets ? `,"facets":${JSON.stringify(facets)}` : ''}}}`
}
