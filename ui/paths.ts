/** Every address of the interface that a link leads to. */
export const paths = {
  /** `query` is photostreamQuery or ''. */
  home: (query = '') => `/${query}`,
  photos: (query = '') => `/photo${query}`,
  /** The grid of the photos that hold these words. */
  results: (words: string) => `/photo?${new URLSearchParams({ q: words })}`,
  /** The photos of one camera model, as EXIF names it. */
  cameraPhotos: (model: string) => `/photo?cameraModel=${encodeURIComponent(model)}`,
  albums: () => '/album',
  /** `code` is the share code of an album that has one, for its owner. */
  album: (id: string, code = '') =>
    `/album/${encodeURIComponent(id)}${code && `?code=${encodeURIComponent(code)}`}`,
  /** `search` is the query of the collection the photo is seen in, kept while paging. */
  photo: (id: string, search = '') => `/photo/${encodeURIComponent(id)}${search}`,
  cameras: () => '/camera',
  camera: (id: string) => `/camera/${encodeURIComponent(id)}`,
  resume: () => '/resume',
  about: () => '/about',
  account: (setting?: 'profile' | 'drive' | 'local' | 'uxconfig' | 'logout') =>
    setting ? `/account/${setting}` : '/account',
  guest: () => '/guest',
  setup: () => '/setup',
} as const
