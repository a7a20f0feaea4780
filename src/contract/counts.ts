/** How counts are written. */

/** '20,000'. Intl does the same, but its first use costs a phone's first screen 15 ms and more. */
export const grouped = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')

/** '214 photos', '1 photo'. */
export const countOfPhotos = (count: number): string =>
  count === 1 ? '1 photo' : `${grouped(count)} photos`
