export const albumOrders = {
  none: 0,
  uploadDate: 1,
  originalDate: 2,
  manual: 3,
} as const
export type AlbumOrder = (typeof albumOrders)[keyof typeof albumOrders]
