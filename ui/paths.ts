/** Every address of the interface that a link leads to. */
export const paths = {
  home: () => '/',
  photos: () => '/photo',
  /** The photos of one camera model, as EXIF names it. */
  cameraPhotos: (model: string) => `/photo?cameraModel=${encodeURIComponent(model)}`,
  /** `search` is the query of the collection the photo is seen in, kept while paging. */
  photo: (id: string, search = '') => `/photo/${encodeURIComponent(id)}${search}`,
  account: (setting?: 'profile' | 'local' | 'logout') =>
    setting ? `/account/${setting}` : '/account',
  setup: () => '/setup',
} as const
