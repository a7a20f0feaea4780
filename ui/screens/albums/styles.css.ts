import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '../../kit/theme/breakpoints.ts'
import { color, scale } from '../../kit/theme/contract.css.ts'

globalStyle('.album-list', {
  maxWidth: scale.page,
  marginInline: 'auto',
  padding: `36px ${scale.gutter} 64px`,
  '@media': {
    [media.narrow]: { paddingBlock: '24px 48px' },
    [media.full]: { paddingInline: 0 },
  },
})

globalStyle('.album-list ul', {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 280px), 1fr))',
  gap: '32px 20px',
  margin: '20px 0 0',
  padding: 0,
  listStyle: 'none',
})

globalStyle('.album-list li', { minWidth: 0 })

globalStyle('.album-card', {
  display: 'block',
  minWidth: 0,
  borderRadius: scale.radius,
})

globalStyle('.album-card:focus-visible', { outlineOffset: '4px' })

globalStyle('.album-card img, .album-cover', {
  width: '100%',
  height: 'auto',
  aspectRatio: '1200 / 628',
  objectFit: 'cover',
  borderRadius: scale.radius,
  backgroundColor: color.sunk,
  transition: `opacity ${scale.quick}`,
})

globalStyle('.album-cover.is-portrait', { objectPosition: '50% 25%' })

globalStyle('.album-card:hover img', { '@media': { [media.mouse]: { opacity: 0.88 } } })

// Two lines at most; the title attribute has the whole text.
globalStyle('.album-card .album-description', {
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
})

globalStyle('.album-card h2', {
  marginTop: '10px',
  fontSize: scale.size.body,
  lineHeight: 1.4,
  fontWeight: 600,
})

globalStyle('.album-card .album-description', {
  marginTop: '4px',
  color: color.quiet,
  fontSize: scale.size.small,
  lineHeight: 1.45,
})

globalStyle('.album-facts', {
  display: 'flex',
  flexWrap: 'wrap',
  gap: '0 16px',
  color: color.quiet,
  fontSize: scale.size.small,
  fontVariantNumeric: 'tabular-nums',
})

globalStyle('.album-heading', {
  maxWidth: scale.page,
  marginInline: 'auto',
  padding: `36px ${scale.gutter} 24px`,
  '@media': {
    [media.narrow]: { paddingBlock: '24px 20px' },
    [media.full]: { paddingInline: 0 },
  },
})

globalStyle('.album-heading .album-description', {
  maxWidth: '62ch',
  marginTop: '10px',
  whiteSpace: 'pre-line',
  textWrap: 'pretty',
})

globalStyle('.album-heading .list-head', { marginTop: '4px' })

// What fills the album, for its owner; its space is reserved until it is loaded.
globalStyle('.album-rule', {
  minHeight: '1.5em',
  marginTop: '8px',
  color: color.quiet,
  fontSize: scale.size.small,
  overflowWrap: 'anywhere',
})

// The owner's tools below the heading; their space is reserved until they are loaded.
globalStyle('.album-tools', {
  maxWidth: scale.page,
  minHeight: '44px',
  marginInline: 'auto',
  marginBottom: '20px',
  // The icons are aligned with the margin; their touch targets extend beyond it.
  paddingInline: `calc(${scale.gutter} - 12px)`,
  '@media': { [media.full]: { paddingInline: 0 } },
})

globalStyle('.album-nothing', {
  maxWidth: scale.page,
  marginInline: 'auto',
  paddingInline: scale.gutter,
  color: color.quiet,
  fontSize: scale.size.small,
  '@media': { [media.full]: { paddingInline: 0 } },
})

export const mark = style({ display: 'inline-flex', alignItems: 'center', gap: '5px' })

export const add = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: '8px',
  width: '100%',
  aspectRatio: '1200 / 628',
  border: `1px dashed ${color.edge}`,
  borderRadius: scale.radius,
  background: 'none',
  color: color.quiet,
  cursor: 'pointer',
  transition: `border-color ${scale.quick}, color ${scale.quick}`,
  ':hover': { borderColor: color.text, color: color.text },
})
