// Always English, so that the same folder gives the same album on every machine.
const names = new Intl.Collator('en', { numeric: true })

/** Natural order: IMG_2 before IMG_10. */
export const naturally = (one: string, other: string): number =>
  names.compare(one, other) || (one < other ? -1 : Number(one > other))
