/** Every address of the interface that a link leads to. */
export const paths = {
  home: () => '/',
  photo: (id: string) => `/photo/${encodeURIComponent(id)}`,
  account: () => '/account',
  setup: () => '/setup',
} as const
