import { createGlobalThemeContract } from '@vanilla-extract/css'

/** Colours by role; the light and dark themes give each a value. */
export const color = createGlobalThemeContract({
  /** The page's background. */
  surface: 'color-surface',
  /** Fields, buttons and dialogs. */
  raised: 'color-raised',
  /** Recessed areas, such as the box of a picture that is still loading. */
  sunk: 'color-sunk',
  text: 'color-text',
  /** Secondary text; contrast 4.5 : 1 on surface. */
  quiet: 'color-quiet',
  /** Decorative separators. */
  line: 'color-line',
  /** Borders of fields; contrast 3 : 1 on surface. */
  edge: 'color-edge',
  accent: 'color-accent',
  danger: 'color-danger',
  /** The translucent top bar. */
  shade: 'color-shade',
  shadow: 'color-shadow',
})

/** The photo's background, independent of the theme. */
export const wall = createGlobalThemeContract({
  surface: 'wall-surface',
  text: 'wall-text',
})

/** Shared by both themes. */
export const scale = createGlobalThemeContract({
  font: 'font',
  size: { note: 'size-1', small: 'size-2', body: 'size-3', heading: 'size-4', title: 'size-5' },
  radius: 'radius',
  /** Height of the top bar. */
  bar: 'bar',
  /** Space between content and the viewport's edge. */
  gutter: 'gutter',
  page: 'page',
  reading: 'reading',
  ease: 'ease',
  quick: 'quick',
  calm: 'calm',
})
