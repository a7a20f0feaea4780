import type { AccountSetting } from '../../src/contract/site/account-settings.ts'
import type { AddressOf, PageId } from '../../src/contract/site/page-table.ts'

/** Parameters of a filter, in its order of keys and in canonical form. */
type FilterEntries = readonly (readonly [key: string, value: string])[]

const filterQuery = (entries: FilterEntries) =>
  `?${new URLSearchParams(entries.map(([key, value]) => [key, value]))}`

/** Each page of the table has addresses that its path allows, or shows photos in a list instead. */
type Links = {
  readonly [Id in Exclude<PageId, 'user'>]: (...values: never[]) => AddressOf<Id | 'photos'>
}

export const paths = {
  /** `query` is photostreamQuery or ''. */
  home: (query = '') => `/${query}`,
  photos: (query = '') => `/photo${query}`,
  /** The grid of a search's results. */
  results: (words: string) => `/photo?${new URLSearchParams({ q: words })}`,
  /** The photos of a camera model, named as in EXIF. */
  cameraPhotos: (model: string) => `/photo?cameraModel=${encodeURIComponent(model)}`,
  /** The grid of a camera's photos. */
  cameraGrid: (model: string) => `/photo?${new URLSearchParams({ cameraModel: model })}&show=grid`,
  albums: () => '/album',
  /** `code` is the album's share code, if any, in links for its owner. */
  album: (id: string, code = '') =>
    `/album/${encodeURIComponent(id)}${code && `?code=${encodeURIComponent(code)}`}`,
  albumPhoto: (id: string, photo: string) => `/album/${id}/${photo}`,
  /** `search` is the query of the list that the photo is viewed in. */
  photo: (id: string, search = '') => `/photo/${encodeURIComponent(id)}${search}`,
  cameras: () => '/camera',
  camera: (id: string) => `/camera/${encodeURIComponent(id)}`,
  map: () => '/map',
  lenses: () => '/lens',
  lens: (id: string) => `/lens/${encodeURIComponent(id)}`,
  keywords: () => '/keyword',
  /** An address cannot end in '/.' or '/..'. */
  keyword: (word: string): AddressOf<'keyword' | 'photos'> =>
    /^\.\.?$/.test(word)
      ? paths.filtered(['keyword', word])
      : `/keyword/${encodeURIComponent(word)}`,
  archive: () => '/archive',
  /** The query of a filtered list. */
  filter: (...entries: FilterEntries) => filterQuery(entries),
  /** The photos that a filter finds. */
  filtered: (...entries: FilterEntries): AddressOf<'photos'> => `/photo${filterQuery(entries)}`,
  resume: () => '/resume',
  about: () => '/about',
  account: (setting?: AccountSetting) => (setting ? `/account/${setting}` : '/account'),
  guest: () => '/guest',
  setup: () => '/setup',
} as const satisfies Links & Readonly<Record<string, (...values: never[]) => string>>
