import { filterNames } from '../search/filter-address.ts'

type PageRules = {
  /** As the router writes it: `:name` is a part that varies, `:name?` one that may be missing. */
  readonly path: string
  /**
   * The parameters that the page depends on, in the order of its canonical address; `code` is an
   * album's share code. Pages whose paths begin alike have the same ones.
   */
  readonly query?: readonly string[]
  /** Is for one person, with forms: it needs JavaScript, and no shared cache or crawler keeps it. */
  readonly isPersonal?: true
  /** Its text is in a file, so it can change while the data version stays as it is. */
  readonly isFromFile?: true
  readonly isInSitemap?: true
}

const photoQuery = [...filterNames, 'show', 'offset', 'code']
const albumQuery = [...filterNames, 'offset', 'code']

/**
 * All pages, in the order of the sitemap. The server finds a page by its path and makes it with the
 * function of that name in src/site/page-makers.ts; the interface shows it with the screen of that name
 * in ui/app/routes.tsx.
 */
const pages = {
  home: { path: '/', query: ['show', 'offset'], isInSitemap: true },
  /** A search's results, or the first photo of the list at the address. */
  photos: { path: '/photo', query: photoQuery },
  photo: { path: '/photo/:photoId', query: photoQuery },
  resume: { path: '/resume', isFromFile: true, isInSitemap: true },
  about: { path: '/about', isFromFile: true, isInSitemap: true },
  albums: { path: '/album', query: albumQuery, isInSitemap: true },
  album: { path: '/album/:albumId', query: albumQuery },
  albumPhoto: { path: '/album/:albumId/:photoId', query: albumQuery },
  cameras: { path: '/camera/:cameraId?', isInSitemap: true },
  map: { path: '/map', query: ['album', 'at', 'code'] },
  lenses: { path: '/lens', isInSitemap: true },
  lens: { path: '/lens/:lensId' },
  keywords: { path: '/keyword', isInSitemap: true },
  keyword: { path: '/keyword/:word' },
  archive: { path: '/archive', isInSitemap: true },
  account: { path: '/account/:setting?', isPersonal: true },
  /** An earlier address of the account. */
  user: { path: '/user/:setting?', isPersonal: true },
  guest: { path: '/guest', isPersonal: true },
  setup: { path: '/setup', isPersonal: true },
} as const satisfies Readonly<Record<string, PageRules>>

export type PageId = keyof typeof pages

/** The same table; what a page leaves out is undefined. */
export const pageRules: Readonly<Record<PageId, PageRules>> = pages

export const pageIds = Object.keys(pages) as PageId[]

/** A page's path without its varying parts: '/album'. */
export const fixedPath = (id: PageId): string => pages[id].path.replace(/\/:.*/, '')

type NamesIn<Path extends string> = Path extends `${infer Part}/${infer Rest}`
  ? NameOf<Part> | NamesIn<Rest>
  : NameOf<Path>
type NameOf<Part> = Part extends `:${infer Name}` ? Name : never
type OptionalOf<Name> = Name extends `${infer Plain}?` ? Plain : never
type RequiredOf<Name> = Name extends `${string}?` ? never : Name

/** The varying parts of a page's path, decoded; '' for one that is malformed. */
export type PageParameters<Id extends PageId> = {
  readonly [Name in RequiredOf<NamesIn<(typeof pages)[Id]['path']>>]: string
} & {
  readonly [Name in OptionalOf<NamesIn<(typeof pages)[Id]['path']>>]: string | undefined
}

type Written<Path extends string> = Path extends `${infer Start}/:${string}?`
  ? Start
  : Path extends `${infer Start}:${string}/:${string}`
    ? `${Start}${string}/${string}`
    : Path extends `${infer Start}:${string}`
      ? `${Start}${string}`
      : Path

/** What an address of the page looks like: it may have a query, too. */
export type AddressOf<Id extends PageId> = `${Written<(typeof pages)[Id]['path']>}${string}`
