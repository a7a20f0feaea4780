/** '20,000'. Intl could do this, but its first use delays a phone's first screen by 15 ms. */
export const grouped = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')

export const countOfPhotos = (count: number): string =>
  count === 1 ? '1 photo' : `${grouped(count)} photos`
