/** '20,000'. Intl could do this, but its first use delays a phone's first screen by 15 ms. */
export const grouped = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')

/** '1 file', '2,000 files' */
export const countOf = (count: number, noun: string): string =>
  `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`

export const countOfPhotos = (count: number): string => countOf(count, 'photo')
