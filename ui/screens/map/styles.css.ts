import { globalStyle, style } from '@vanilla-extract/css'
import { appearLate } from '../../kit/components/waiting.css.ts'
import { media } from '../../kit/theme/breakpoints.ts'
import { color, scale } from '../../kit/theme/contract.css.ts'

export const page = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: '20px 32px',
  maxWidth: '1440px',
  marginInline: 'auto',
  padding: `28px ${scale.gutter} 40px`,
  '@media': {
    [media.small]: { paddingBlock: '16px 32px' },
    [media.full]: { gridTemplateColumns: 'minmax(0, 1fr) 320px' },
  },
})

export const head = style({
  gridColumn: '1 / -1',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  gap: '4px 16px',
})

export const title = style({ '@media': { [media.small]: { flexBasis: '100%' } } })

export const lead = style({ color: color.quiet, fontVariantNumeric: 'tabular-nums' })

export const toPhotos = style({
  marginInlineStart: 'auto',
  fontSize: scale.size.small,
  textDecoration: 'underline',
  textDecorationColor: color.edge,
  textDecorationThickness: '1px',
  textUnderlineOffset: '.25em',
  ':hover': { textDecorationColor: 'currentColor' },
  // Enough for a finger.
  '@media': { [media.touch]: { lineHeight: '44px' } },
})

/** Beside the list. A map that is higher than wide would cut the world off at its sides. */
const height = 'clamp(320px, min(100dvh - 220px, 60vw), 820px)'

export const stage = style({
  position: 'relative',
  height: 'min(56vh, 100vw - 40px)',
  borderRadius: scale.radius,
  overflow: 'hidden',
  backgroundColor: color.sunk,
  '@media': {
    [media.full]: { height },
    '(scripting: none)': { display: 'none' },
  },
  selectors: { ':root[data-too-old] &': { display: 'none' } },
})

export const canvas = style({ width: '100%', height: '100%' })

/** The container needs its size before the library's stylesheet is there. */
export const zoneMap = style({
  height: '280px',
  borderRadius: scale.radius,
  overflow: 'hidden',
  backgroundColor: color.sunk,
})

export const message = style({
  position: 'absolute',
  inset: 0,
  display: 'grid',
  placeItems: 'center',
  padding: '24px',
  textAlign: 'center',
  color: color.quiet,
})

export const waiting = style([message, { animation: appearLate }])

export const side = style({
  '@media': {
    [media.full]: { maxHeight: height, overflowY: 'auto' },
    '(scripting: none)': { maxHeight: 'none', gridColumn: '1 / -1' },
  },
})

export const sideTitle = style({ fontSize: scale.size.body, fontWeight: 600 })

export const towns = style({ listStyle: 'none', margin: '8px 0 0', padding: 0 })

export const town = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '12px',
  minHeight: '44px',
  paddingBlock: '6px',
  borderBottom: `1px solid ${color.line}`,
  color: color.text,
  textDecoration: 'none',
  ':focus-visible': { outlineOffset: '-2px' },
})

export const townName = style({
  selectors: {
    [`${town}:hover &`]: { textDecoration: 'underline', textUnderlineOffset: '.25em' },
  },
})

export const country = style({
  display: 'block',
  fontSize: scale.size.note,
  color: color.quiet,
})

export const showAll = style({ marginTop: '16px' })

export const count = style({
  color: color.quiet,
  fontSize: scale.size.small,
  fontVariantNumeric: 'tabular-nums',
})

export const back = style({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: '44px',
  fontSize: scale.size.small,
  ':focus-visible': { outlineOffset: '-2px' },
})

export const note = style({
  marginBlock: '4px 12px',
  color: color.quiet,
  fontSize: scale.size.small,
})

export const thumbs = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(92px, 1fr))',
  gap: '4px',
  listStyle: 'none',
  margin: 0,
  padding: 0,
})

export const thumbLink = style({ ':focus-visible': { outlineOffset: '-2px' } })

export const thumb = style({
  display: 'block',
  width: '100%',
  height: 'auto',
  aspectRatio: '1',
  objectFit: 'cover',
  backgroundColor: color.sunk,
})

export const credits = style({
  gridColumn: '1 / -1',
  fontSize: scale.size.note,
  color: color.quiet,
})

export const popup = style({
  display: 'block',
  width: '160px',
  color: color.text,
  textDecoration: 'none',
})

export const popupPicture = style({
  width: '160px',
  height: '160px',
  objectFit: 'cover',
})

export const popupTitle = style({
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  // Not as padding, where the third line would be seen.
  borderBlock: '6px solid transparent',
  paddingInline: '8px',
  fontSize: scale.size.small,
  lineHeight: 1.4,
  overflowWrap: 'anywhere',
})

globalStyle('.maplibregl-popup-content', {
  padding: '0 !important',
  overflow: 'hidden',
  color: color.text,
  backgroundColor: `${color.raised} !important`,
  borderRadius: scale.radius,
})
const tip = ' .maplibregl-popup-tip'
const tipColor = `${color.raised} !important`
globalStyle(`.maplibregl-popup[class*=anchor-top]${tip}`, { borderBottomColor: tipColor })
globalStyle(`.maplibregl-popup[class*=anchor-bottom]${tip}`, { borderTopColor: tipColor })
globalStyle(`.maplibregl-popup-anchor-left${tip}`, { borderRightColor: tipColor })
globalStyle(`.maplibregl-popup-anchor-right${tip}`, { borderLeftColor: tipColor })

// The library's stylesheet is loaded later, so these must weigh more than its own rules.
globalStyle('.maplibregl-map.maplibregl-map', { fontFamily: 'inherit' })
globalStyle('.maplibregl-map .maplibregl-ctrl-group', {
  overflow: 'hidden',
  borderRadius: scale.radius,
  backgroundColor: color.raised,
})
globalStyle('.maplibregl-map .maplibregl-ctrl-group:not(:empty)', {
  boxShadow: `0 0 0 1px ${color.line}`,
})
globalStyle('.maplibregl-map .maplibregl-ctrl-group button', {
  width: '36px',
  height: '36px',
  '@media': { [media.touch]: { width: '44px', height: '44px' } },
})
globalStyle('.maplibregl-map .maplibregl-ctrl-group button + button', {
  borderTopColor: color.line,
})
globalStyle('.maplibregl-map .maplibregl-ctrl-group button:focus:focus-visible', {
  boxShadow: 'none',
  outline: `2px solid ${color.accent}`,
  outlineOffset: '-2px',
})
globalStyle('.dark .maplibregl-ctrl-group .maplibregl-ctrl-icon', { filter: 'invert(1)' })
globalStyle('.maplibregl-map .maplibregl-ctrl-attrib.maplibregl-ctrl-attrib', {
  color: color.quiet,
  backgroundColor: color.raised,
})
globalStyle('.maplibregl-map .maplibregl-ctrl-attrib a', { color: color.quiet })
globalStyle('.dark .maplibregl-ctrl-attrib-button', { filter: 'invert(1)' })
