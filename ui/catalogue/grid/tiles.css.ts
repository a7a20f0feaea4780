import { globalStyle } from '@vanilla-extract/css'
import { altText } from '../../kit/theme/alt-text.ts'
import { media } from '../../kit/theme/breakpoints.ts'
import { color, scale } from '../../kit/theme/contract.css.ts'

/**
 * `.photo-grids` sets `--columns` and `--spacing` and contains a `.photo-grid` for each block of
 * rows.
 */
const smallestTile = 'var(--smallest, 110px)'
const gaps = '(var(--columns, 3) - 1) * var(--spacing, 0px)'
const tile = `calc((100% - ${gaps}) / var(--columns, 3))`
/** Until the columns are counted, the browser fits as many tiles into a row as it can. */
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
  // The page's width in tile.ts. The container excludes the scrollbar, a media query would not.
  '@container': { '(min-width: 1024px)': { vars: { '--smallest': '0px' } } },
})

globalStyle('.photo-grid + .photo-grid', { marginTop: 'var(--spacing, 0px)' })

// Without a bio above it, a grid with margins needs a gap below the top bar.
globalStyle('.visually-hidden + .photo-grids', {
  marginTop: 'var(--edge)',
  '@media': { [media.full]: { marginTop: '32px' } },
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

// The placeholder of a photo that is still loading; without JavaScript none ever loads.
globalStyle('.tile.is-awaited', {
  boxShadow: `inset 0 0 0 .5px ${color.surface}`,
  '@media': { '(scripting: none)': { display: 'none' } },
})

// An overlay instead of opacity, which would let the placeholder colour shine through. It is light:
// the lock is the badge, and a light or dark photo must still be seen.
globalStyle('.tile.is-private::after', {
  content: '',
  position: 'absolute',
  inset: 0,
  backgroundColor: color.surface,
  opacity: 0.34,
  pointerEvents: 'none',
})

// Two rings, so that one is visible on any photo.
globalStyle('.tile:focus-visible', { outline: `3px solid ${color.text}`, outlineOffset: '-3px' })

globalStyle('.tile:focus-visible::before', {
  content: '',
  position: 'absolute',
  zIndex: 1,
  inset: '3px',
  border: `2px solid ${color.surface}`,
})
