import { style } from '@vanilla-extract/css'
import { media } from '../../kit/theme/breakpoints.ts'
import { color, scale } from '../../kit/theme/contract.css.ts'
import { unprinted } from '../../kit/theme/unprinted.css.ts'

export const list = style({
  maxWidth: scale.page,
  marginInline: 'auto',
  padding: `36px ${scale.gutter} 64px`,
  '@media': {
    [media.narrow]: { paddingBlock: '24px 48px' },
    [media.full]: { paddingInline: 0 },
  },
})

export const cards = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 280px), 1fr))',
  gap: '32px 20px',
  margin: '20px 0 0',
  padding: 0,
  listStyle: 'none',
})

export const item = style({ minWidth: 0 })

export const card = style({
  display: 'block',
  minWidth: 0,
  borderRadius: scale.radius,
  ':focus-visible': { outlineOffset: '4px' },
})

export const cover = style({
  selectors: { [`${card}:hover &`]: { '@media': { [media.mouse]: { opacity: 0.88 } } } },
})

export const cardName = style({
  marginTop: '10px',
  fontSize: scale.size.body,
  lineHeight: 1.4,
  fontWeight: 600,
})

/** Two lines at most; the title attribute has the whole text. */
export const cardDescription = style({
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  marginTop: '4px',
  color: color.quiet,
  fontSize: scale.size.small,
  lineHeight: 1.45,
})

export const facts = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '0 16px',
  color: color.quiet,
  fontSize: scale.size.small,
  fontVariantNumeric: 'tabular-nums',
})

export const heading = style({
  maxWidth: scale.page,
  marginInline: 'auto',
  padding: `36px ${scale.gutter} 24px`,
  '@media': {
    [media.narrow]: { paddingBlock: '24px 20px' },
    [media.full]: { paddingInline: 0 },
  },
})

export const description = style({
  maxWidth: '62ch',
  marginTop: '10px',
  // At the edge of the name, also where both are read from right to left.
  marginInlineEnd: 'auto',
  whiteSpace: 'pre-line',
  textWrap: 'pretty',
})

/** The facts and the tools, below the name. */
export const headRow = style({ marginTop: '4px' })

/** The owner's tools below the heading; their space is reserved until they are loaded. */
export const toolsPlace = style([
  unprinted,
  {
    maxWidth: scale.page,
    minHeight: '44px',
    marginInline: 'auto',
    marginBottom: '20px',
    // The icons are aligned with the margin; their touch targets extend beyond it.
    paddingInline: `calc(${scale.gutter} - 12px)`,
    '@media': { [media.full]: { paddingInline: 0 } },
  },
])

export const nothing = style({
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
