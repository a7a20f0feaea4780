import { globalStyle } from '@vanilla-extract/css'
import { altText } from '../../theme/alt-text.ts'
import { media } from '../../theme/breakpoints.ts'
import { color, scale } from '../../theme/contract.css.ts'

/**
 * A grid of photos: `--columns` and `--spacing` come with `.photo-grids`, which holds a `.photo-grid`
 * for each block of rows.
 */
const smallestTile = '110px'
const gaps = '(var(--columns, 3) - 1) * var(--spacing, 0px)'
const tile = `calc((100% - ${gaps}) / var(--columns, 3))`
/** Until the columns are counted, the browser puts as many tiles into a row as fit. */
export const column = `minmax(max(${smallestTile}, ${tile}), 1fr)`

globalStyle('.photo-grids', {
  vars: { '--edge': 'var(--spacing, 0px)' },
  position: 'relative',
  containerType: 'inline-size',
  '@media': { [media.full]: { vars: { '--edge': '0px' } } },
})

globalStyle('.photo-grid', {
  display: 'grid',
  gridTemplateColumns: `repeat(auto-fill, ${column})`,
  gap: 'var(--spacing, 0px)',
  maxWidth: scale.page,
  marginInline: 'auto',
  paddingInline: 'var(--edge)',
})

globalStyle('.photo-grid + .photo-grid', { marginTop: 'var(--spacing, 0px)' })

// Without the owner's words above it the grid keeps off the bar where it stands free of the edges.
globalStyle('.visually-hidden + .photo-grids', {
  marginTop: 'var(--edge)',
  '@media': { [media.full]: { marginTop: '32px' } },
})

globalStyle('.visually-hidden + .owner-tools', {
  marginTop: '8px',
  '@media': { [media.full]: { marginTop: '24px' } },
})

globalStyle('.tile', {
  position: 'relative',
  display: 'block',
  aspectRatio: '1',
  overflow: 'hidden',
  backgroundColor: color.sunk,
  ...altText,
})

globalStyle('.tile img', {
  width: '100%',
  height: '100%',
  objectFit: 'cover',
  transition: `opacity ${scale.quick}`,
})

globalStyle('.tile:hover img', { '@media': { [media.mouse]: { opacity: 0.88 } } })

// In place of a photo that is not loaded yet; without JavaScript none is loaded.
globalStyle('.tile.is-awaited', {
  boxShadow: `inset 0 0 0 .5px ${color.surface}`,
  '@media': { '(scripting: none)': { display: 'none' } },
})

// Over the picture, not on it: the colour below it must not shine through.
globalStyle('.tile.is-private::after', {
  content: '',
  position: 'absolute',
  inset: 0,
  backgroundColor: color.surface,
  opacity: 0.68,
  pointerEvents: 'none',
})

// Two rings, so that one of them is seen on any photo.
globalStyle('.tile:focus-visible', { outline: `3px solid ${color.text}`, outlineOffset: '-3px' })

globalStyle('.tile:focus-visible::before', {
  content: '',
  position: 'absolute',
  zIndex: 1,
  inset: '3px',
  border: `2px solid ${color.surface}`,
})

globalStyle('.page-links', {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'center',
  gap: '12px',
  // With or without its link: what lies below does not move when the last photos have come.
  minHeight: '136px',
  padding: `40px ${scale.gutter} 52px`,
})

globalStyle('.page-links.is-before', { minHeight: 0, paddingBlock: '24px' })

globalStyle('.page-links a, .page-links button', {
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: '44px',
  paddingInline: '24px',
  border: `1px solid ${color.line}`,
  borderRadius: '999px',
  fontSize: scale.size.small,
  fontWeight: 600,
  transition: `border-color ${scale.quick}`,
})

globalStyle('.page-links a:hover, .page-links button:hover', { borderColor: color.text })

// The owner's row above the grid; its place is kept free until its code is loaded.
globalStyle('.owner-tools', {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '0 24px',
  minHeight: '44px',
  maxWidth: scale.page,
  marginInline: 'auto',
  marginBottom: '8px',
  paddingInline: scale.gutter,
  color: color.quiet,
  fontSize: scale.size.small,
  fontVariantNumeric: 'tabular-nums',
  '@media': { [media.full]: { paddingInline: 0 } },
})

globalStyle('.owner-tools > :first-child', { minHeight: '44px' })

// On phones the count has a line of its own, however long it is: the switch moves nothing.
globalStyle('.owner-tools > :last-child', {
  '@media': { [media.narrow]: { width: '100%', paddingBottom: '4px' } },
})
