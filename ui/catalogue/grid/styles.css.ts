import { style } from '@vanilla-extract/css'
import { altText } from '../../kit/theme/alt-text.ts'
import { media } from '../../kit/theme/breakpoints.ts'
import { color, scale } from '../../kit/theme/contract.css.ts'
import { palette } from '../../kit/theme/palette.ts'
import { column } from './tiles.css.ts'

const inner = 'min(100cqi, 1024px) - 2 * var(--edge)'
const inRow = 'var(--in-row, var(--columns))'
const tile = `((${inner} - (${inRow} - 1) * var(--spacing)) / ${inRow})`
const heightOf = (rows: string) => `calc(${rows} * (${tile} + var(--spacing)) - var(--spacing))`

/** A block of rows; `--in-row` is its number of columns, `--rows` its number of rows. */
export const block = style({
  // All blocks share the column count of the page, so that they look like one grid.
  selectors: {
    '.photo-grid&': { gridTemplateColumns: `repeat(var(--in-row, auto-fill), ${column})` },
  },
})

/** Rows far from the viewport are not rendered; their height is exact all the same. */
export const later = style([
  block,
  { contentVisibility: 'auto', containIntrinsicHeight: heightOf('var(--rows)') },
])

/** Spans the placeholders and two screens above them. */
export const loadAhead = style({
  position: 'absolute',
  zIndex: -1,
  insetInline: 0,
  bottom: 0,
  height: `calc(${heightOf('var(--awaited-rows)')} + 200vh)`,
  maxHeight: '100%',
  pointerEvents: 'none',
})

export const pageLinks = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'center',
  gap: '12px',
  // With or without a link, to avoid a layout shift after the last page.
  minHeight: '136px',
  padding: `40px ${scale.gutter} 52px`,
})

/** Above the grid. */
export const newerLinks = style([pageLinks, { minHeight: 0, paddingBlock: '24px' }])

export const pageLink = style({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: '44px',
  paddingInline: '24px',
  border: `1px solid ${color.line}`,
  borderRadius: '999px',
  fontSize: scale.size.small,
  fontWeight: 600,
  transition: `border-color ${scale.quick}`,
  ':hover': { borderColor: color.text },
})

export const failure = style({
  width: '100%',
  color: color.danger,
  fontSize: scale.size.small,
  textAlign: 'center',
})

/** Hides the browser's broken-image icon but keeps the alt text for screen readers. */
export const missing = style({ selectors: { '.tile &&': { opacity: 0 } } })

/** The alt text of a picture that failed, clear of the owner's lock. */
export const missingWords = style({
  position: 'absolute',
  // Above the overlay of a private photo.
  zIndex: 1,
  inset: '0 0 auto',
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 3,
  overflow: 'hidden',
  margin: '6px 8px',
  pointerEvents: 'none',
  ...altText,
})

export const ownersTile = style({ position: 'relative', minWidth: 0 })

export const lock = style({
  position: 'absolute',
  right: 0,
  bottom: 0,
  // Smaller on small tiles, most of which must open the photo.
  width: 'clamp(28px, 36%, 44px)',
  aspectRatio: '1',
  display: 'grid',
  placeItems: 'center',
  padding: 0,
  border: 0,
  background: 'none',
  color: '#fff',
  cursor: 'pointer',
  ':focus-visible': { outline: 'none' },
  '@media': { [media.touch]: { minWidth: '44px' } },
})

export const lockFace = style({
  display: 'grid',
  placeItems: 'center',
  width: '73%',
  aspectRatio: '1',
  borderRadius: '50%',
  backgroundColor: 'rgba(0, 0, 0, .62)',
  transition: `background-color ${scale.quick}`,
  selectors: {
    // The badge of a photo that is not in the photostream; its ring is visible on dark photos.
    [`${lock}:not([data-state='public']) &`]: {
      backgroundColor: palette.ink,
      border: `2px solid ${palette.white}`,
    },
    [`${lock}:hover &`]: { backgroundColor: 'rgba(0, 0, 0, .86)' },
    [`${lock}:focus-visible &`]: {
      outline: '2px solid #fff',
      boxShadow: '0 0 0 4px rgba(0, 0, 0, .87)',
    },
  },
})

export const lockIcon = style({ width: '55%', height: '55%', maxWidth: '16px' })

/** The place of the switch in the row above the grid, where it arrives later. */
export const switchPlace = style({
  minWidth: '176px',
  minHeight: '44px',
})

export const photostreamSwitch = style([
  switchPlace,
  {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '10px',
    color: color.text,
    cursor: 'pointer',
  },
])

export const switchTrack = style({
  appearance: 'none',
  position: 'relative',
  flex: 'none',
  width: '36px',
  height: '22px',
  margin: 0,
  border: `1px solid ${color.edge}`,
  borderRadius: '99px',
  backgroundColor: color.sunk,
  cursor: 'pointer',
  transition: `background-color ${scale.quick}, border-color ${scale.quick}`,
  '::after': {
    content: '',
    position: 'absolute',
    top: '3px',
    left: '3px',
    width: '14px',
    height: '14px',
    borderRadius: '50%',
    backgroundColor: color.edge,
    transition: `transform ${scale.quick} ${scale.ease}, background-color ${scale.quick}`,
  },
  selectors: {
    '&:checked': {
      backgroundColor: color.accent,
      borderColor: color.accent,
      '@media': { [media.forced]: { forcedColorAdjust: 'none', backgroundColor: 'Highlight' } },
    },
    '&::after': { '@media': { [media.forced]: { backgroundColor: 'ButtonText' } } },
    '&:checked::after': {
      transform: 'translateX(14px)',
      backgroundColor: color.surface,
      '@media': { [media.forced]: { backgroundColor: 'Canvas' } },
    },
  },
})
