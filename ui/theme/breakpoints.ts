/** Media conditions, by what they mean to the layout. */
export const media = {
  /** Phones: one column of text, smaller margins. */
  narrow: '(max-width: 599px)',
  /** Phones and small tablets: no room beside a photo. */
  small: '(max-width: 819px)',
  /** Room for the facts beside the text. */
  wide: '(min-width: 820px)',
  /** The page has its full width and stands free: its edges are the text's edges too. */
  full: '(min-width: 1064px)',
  /** Phones held sideways: every pixel of height goes to the photo. */
  low: '(max-height: 499px)',
  touch: '(pointer: coarse)',
  /** No mouse, and as far as one can tell no keyboard. */
  touchOnly: '(hover: none) and (pointer: coarse)',
  mouse: '(hover: hover)',
  still: '(prefers-reduced-motion: reduce)',
} as const
