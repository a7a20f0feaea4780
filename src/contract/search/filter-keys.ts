/**
 * What lists of photos can be filtered by, in the order of addresses and of the filter panel. Apart
 * from photo-filter.ts, which reads values and is not needed for the first screen.
 */
export const allFilterKeys = [
  ...(['camera', 'make', 'lens', 'focal', 'focal35', 'f', 'exposure', 'iso', 'rating'] as const),
  ...(['keyword', 'year', 'month', 'hour', 'orientation', 'aspect', 'location'] as const),
  ...(['uploaded', 'upload', 'is', 'albums', 'title'] as const),
] as const
