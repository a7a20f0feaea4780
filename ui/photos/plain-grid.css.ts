import { globalStyle } from '@vanilla-extract/css'
import { media } from '../theme/breakpoints.ts'
import { color, scale } from '../theme/contract.css.ts'

/** The tiles of the server's grid: `--columns` and `--spacing` come with the element. */
const smallestTile = '110px'
const gaps = '(var(--columns, 3) - 1) * var(--spacing, 0px)'
const tile = `calc((100% - ${gaps}) / var(--columns, 3))`

globalStyle('.photo-grid', {
  display: 'grid',
  gridTemplateColumns: `repeat(auto-fill, minmax(max(${smallestTile}, ${tile}), 1fr))`,
  gap: 'var(--spacing, 0px)',
  maxWidth: scale.page,
  marginInline: 'auto',
  paddingInline: 'var(--spacing, 0px)',
  '@media': { [media.full]: { paddingInline: 0 } },
})

// Without the owner's words above it the grid keeps off the bar where it stands free of the edges.
globalStyle('.visually-hidden + .photo-grid', {
  marginTop: 'var(--spacing, 0px)',
  '@media': { [media.full]: { marginTop: '32px' } },
})

globalStyle('.tile', {
  position: 'relative',
  aspectRatio: '1',
  overflow: 'hidden',
  backgroundColor: color.sunk,
})

globalStyle('.tile img', {
  width: '100%',
  height: '100%',
  objectFit: 'cover',
  transition: `opacity ${scale.quick}`,
})

globalStyle('.tile:hover img', { '@media': { [media.mouse]: { opacity: 0.88 } } })

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
  justifyContent: 'center',
  gap: '12px',
  padding: `40px ${scale.gutter} 64px`,
})

globalStyle('.page-links a', {
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

globalStyle('.page-links a:hover', { borderColor: color.text })
