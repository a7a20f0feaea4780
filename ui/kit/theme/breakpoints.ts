export const media = {
  /** Phones: one column of text, smaller margins. */
  narrow: '(max-width: 599px)',
  /** Phones and small tablets: no space beside a photo. */
  small: '(max-width: 819px)',
  /** Wide enough for two columns beside each other. */
  wide: '(min-width: 820px)',
  /** The page has its full width and needs no gutter. */
  full: '(min-width: 1064px)',
  /** Phones in landscape: the photo gets all of the height. */
  low: '(max-height: 499px)',
  touch: '(pointer: coarse)',
  /** No mouse, and probably no keyboard. */
  touchOnly: '(hover: none) and (pointer: coarse)',
  mouse: '(hover: hover)',
  /** High contrast: the system's colours instead of ours. */
  forced: '(forced-colors: active)',
  still: '(prefers-reduced-motion: reduce)',
} as const
