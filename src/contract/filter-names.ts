/** What lists of photos can be filtered by, in the order of addresses and of the filter panel. */
export const filterNames = [
  ...(['camera', 'make', 'lens', 'focal', 'focal35', 'f', 'exposure', 'iso', 'rating'] as const),
  ...(['keyword', 'year', 'month', 'hour', 'orientation', 'aspect', 'location'] as const),
] as const

/**
 * Whether a query parameter includes or, after a '-', excludes values. Apart from photo-filter.ts,
 * which reads the values and is not needed for the first screen.
 */
export const isTermName = (name: string): boolean =>
  (filterNames as readonly string[]).includes(name.replace(/^-/, ''))
