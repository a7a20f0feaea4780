/** Every address of the interface that a link leads to. */
export const paths = {
  /** `query` is photostreamQuery or ''. */
  home: (query = '') => `/${query}`,
  photos: (query = '') => `/photo${query}`,
  /** The photos of one camera model, as EXIF names it. */
  cameraPhotos: (model: string) => `/photo?cameraModel=${encodeURIComponent(model)}`,
  albums: () => '/album',
  /** `code` is the share code of an album that has one, for its owner. */
  album: (id: string, code = '') =>
    `/album/${encodeURIComponent(id)}${code && `?code=${encodeURIComponent(code)}`}`,
  /** `search` is the query of the collection the photo is seen in, kept while paging. */
  photo: (id: string, search = '') => `/photo/${encodeURIComponent(id)}${search}`,
  account: (setting?: 'profile' | 'local' | 'logout') =>
    setting ? `/account/${setting}` : '/account',
  setup: () => '/setup',
} as const
