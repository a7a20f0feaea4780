/** Where phones' own gestures start, such as Back, in CSS pixels from the left and right edge. */
const width = 30

/** Whether a touch starts where it belongs to the browser. */
export const isAtScreenEdge = (x: number): boolean => x < width || x > innerWidth - width
