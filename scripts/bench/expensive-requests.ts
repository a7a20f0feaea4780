import type { BigGallery } from './big-gallery.ts'

export type Asked = {
  readonly path: string
  readonly method?: string
  readonly body?: unknown
  readonly isOwner?: boolean
}

/** A kind of expensive request; each number gives a different one, which no cache has. */
export type ExpensiveKind = {
  readonly name: string
  readonly ask: (index: number) => Asked
}

const everyFacet =
  'camera,make,lens,focal,focal35,f,exposure,iso,rating,keyword,year,month,hour,orientation,aspect,location'

/** The kinds that `bun run bench --only fairness` measures. */
export const expensiveKinds = (big: BigGallery, ids: readonly string[]): ExpensiveKind[] => [
  ...lists(big),
  ...pages(big, ids),
  ...files(big),
  ...ownersRequests(ids),
]

const at = <T>(values: readonly T[], index: number) => values[index % values.length]!

const get = (name: string, path: (index: number) => string): ExpensiveKind => ({
  name,
  ask: (index) => ({ path: path(index) }),
})

const mine = (name: string, path: (index: number) => string): ExpensiveKind => ({
  name,
  ask: (index) => ({ path: path(index), isOwner: true }),
})

const post = (name: string, path: string, body: (index: number) => unknown): ExpensiveKind => ({
  name,
  ask: (index) => ({ path, method: 'POST', body: body(index), isOwner: true }),
})

function lists({ count, halfAlbum, deepIds }: BigGallery): ExpensiveKind[] {
  return [
    get('health', () => '/api/health'),
    get(
      'search: beginning of hundreds of words',
      (i) => `/api/photos/search?limit=12&q=w1${i % 10}&offset=${i}`,
    ),
    get(
      'search: other beginnings',
      (i) => `/api/photos/search?limit=12&q=photo%20w${10 + (i % 90)}`,
    ),
    get('search page', (i) => `/photo?q=w${10 + (i % 90)}`),
    get('places', (i) => `/api/places${i % 2 ? `?album=${halfAlbum}` : ''}`),
    get('map', (i) => `/map?at=${i}`),
    get('map of an album', (i) => `/map?album=${halfAlbum}&at=${i}`),
    get('deep lists', (i) => `/api/photos?limit=500&offset=${Math.floor(count * 0.9) + i}`),
    get(
      'deep pages of an album',
      (i) => `/api/albums/${halfAlbum}/photos?limit=12&offset=${Math.floor(count * 0.45) + i}`,
    ),
    get('full lists', (i) => `/api/photos?limit=0&offset=${i}`),
    get('album with all ids', () => `/api/albums/${halfAlbum}`),
    get('around a photo', (i) => `/api/photos?limit=12&around=${at(deepIds, i)}`),
    get('filter', (i) => `/api/photos?limit=12&iso=${50 * (1 + i)}..&camera=model-${i % 20}`),
    get('every facet', (i) => `/api/photos?limit=12&offset=${i}&facets=${everyFacet}`),
    get(
      'facets of a filter',
      (i) => `/api/photos?limit=12&iso=${50 * (1 + i)}..&facets=${everyFacet}`,
    ),
    get(
      'facets of an album',
      (i) => `/api/albums/${halfAlbum}/photos?limit=12&offset=${i}&facets=${everyFacet}`,
    ),
    get('filtered page', (i) => `/photo?iso=${50 * (1 + i)}..&camera=model-${i % 20}`),
    get('suggestions', (i) => `/api/photos?limit=1&facets=keyword,camera,lens&offset=${i}`),
  ]
}

function pages({ count, halfAlbum, deepIds }: BigGallery, ids: readonly string[]): ExpensiveKind[] {
  return [
    get('sitemap', () => '/sitemap.xml'),
    get('sitemap parts', (i) => `/sitemap-${1 + (i % Math.ceil(count / 10_000))}.xml`),
    get('photostream’s feed', (i) => `/feed.${i % 2 ? 'json' : 'atom'}`),
    get('keywords’ feeds', (i) => `/keyword/subject%20${i}/feed.atom`),
    get('cameras’ feeds', (i) => `/camera/model-${i % 20}/feed.json`),
    get('archive page', () => '/archive'),
    get('archive', () => '/api/archive'),
    get('API document', () => '/api/openapi.json'),
    get('documentation', () => '/api/docs'),
    get('keywords page', () => '/keyword'),
    get('a keyword', (i) => `/api/keywords/subject%20${i}`),
    get('a keyword’s page', (i) => `/keyword/subject%20${i}`),
    get('lenses', () => '/api/lenses'),
    get('lens pages', (i) => `/lens/${10 + (i % 60)}mm-f-${1 + (i % 8)}`),
    get('cameras', () => '/api/cameras'),
    get('camera pages', (i) => `/camera/model-${i % 20}`),
    get('what a camera took', (i) => `/api/cameras/model-${i % 20}/evidence`),
    get('albums', () => '/api/albums'),
    get('album pages', (i) => `/album/${halfAlbum}?offset=${i * 12}`),
    get('photo pages', (i) => `/photo/${at(deepIds, i)}`),
    get('photo pages in an album', (i) => `/album/${halfAlbum}/${at(ids, 2 * i)}`),
    get(
      'oEmbed',
      (i) => `/api/oembed?url=http://localhost:{port}/photo/${at(deepIds, i)}&maxwidth=${200 + i}`,
    ),
    get('embedded pages', (i) => `/embed/photo/${at(deepIds, i)}`),
  ]
}

function files({ halfAlbum, real }: BigGallery): ExpensiveKind[] {
  return [
    get('cards', (i) => `/api/cards/${i % 2 ? `cameras/model-${i % 20}` : `albums/${halfAlbum}`}`),
    get('album as a zip file', () => `/api/albums/${halfAlbum}/download`),
    get('new renditions', (i) => {
      const widths = [200, 400, 800, 1200, 1600]
      const kind = at(['squares', 'portraits', 'landscapes', 'resizes'], Math.floor(i / 5))
      const format = at(['webp', 'jpg', 'avif'], Math.floor(i / 20))
      return `/api/${kind}/${at(real, Math.floor(i / 60)).fileName}?w=${at(widths, i)}&f=${format}`
    }),
    get('originals', (i) => `/api/images/${at(real, i).fileName}`),
    {
      name: 'wrong passwords',
      ask: (i) => ({ path: '/api/login', method: 'POST', body: { password: `wrong ${i}` } }),
    },
  ]
}

function ownersRequests(ids: readonly string[]): ExpensiveKind[] {
  const some = (index: number) => Array.from({ length: 500 }, (_, photo) => at(ids, index + photo))
  return [
    mine(
      'owner’s list with facets',
      (i) => `/api/photos?limit=12&offset=${i}&facets=${everyFacet}`,
    ),
    mine('owner’s full lists', (i) => `/api/photos?limit=0&offset=${i}`),
    mine('owner’s places', () => '/api/places'),
    mine('places settings', () => '/api/places/settings'),
    mine('status', () => '/api/status'),
    mine('trash', (i) => `/api/trash?offset=${i}`),
    mine('sources', () => '/api/sources'),
    mine(
      'preview of an album’s rule',
      (i) => `/api/albums/rule/preview?rule=${encodeURIComponent(`iso=${50 * (i + 1)}..`)}`,
    ),
    post('summary of 500 photos', '/api/photos/batch/summary', (i) => ({ ids: some(i) })),
    post('preview of the rules', '/api/rules/preview', (i) => ({
      rules: [
        {
          conditions: [{ kind: 'keyword', how: 'begins with', keyword: `subject ${i}` }],
          action: { kind: 'add to album', album: 'Chosen' },
        },
      ],
    })),
  ]
}
