import { createGlobalThemeContract } from '@vanilla-extract/css'

/** The roles that colours play; light and dark give each a value. The names are stable. */
export const color = createGlobalThemeContract({
  /** The page. */
  surface: 'color-surface',
  /** What lies on the page: fields, buttons. */
  raised: 'color-raised',
  /** What lies below it: the box of a picture that has not come yet. */
  sunk: 'color-sunk',
  text: 'color-text',
  /** Text of the second rank, still readable (4.5 : 1 on surface). */
  quiet: 'color-quiet',
  /** Hairlines that only part things. */
  line: 'color-line',
  /** The edge of a field, which must be seen (3 : 1 on surface). */
  edge: 'color-edge',
  accent: 'color-accent',
  danger: 'color-danger',
  /** The top bar, with the page shining through. */
  shade: 'color-shade',
  shadow: 'color-shadow',
})

/** The photo's background: an axis of its own, whatever the theme. */
export const wall = createGlobalThemeContract({
  surface: 'wall-surface',
  text: 'wall-text',
})

/** Measures that both themes share. */
export const scale = createGlobalThemeContract({
  font: 'font',
  size: { note: 'size-1', small: 'size-2', body: 'size-3', heading: 'size-4', title: 'size-5' },
  radius: 'radius',
  /** The top bar's height. */
  bar: 'bar',
  /** The space between content and the screen's edge. */
  gutter: 'gutter',
  page: 'page',
  reading: 'reading',
  ease: 'ease',
  quick: 'quick',
  calm: 'calm',
})
