import { style } from '@vanilla-extract/css'
import { media } from '../../kit/theme/breakpoints.ts'
import { color, scale } from '../../kit/theme/contract.css.ts'

export const page = style({
  maxWidth: scale.page,
  marginInline: 'auto',
  padding: `0 ${scale.gutter} 64px`,
  '@media': { [media.full]: { paddingInline: 0 } },
})

export const pageHead = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  gap: '4px 24px',
  padding: '20px 0 24px',
})

export const pageNote = style({
  fontSize: scale.size.small,
  color: color.quiet,
  fontVariantNumeric: 'tabular-nums',
})

export const overviews = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '0 24px',
  maxWidth: scale.page,
  marginInline: 'auto',
  padding: `12px ${scale.gutter} 0`,
  fontSize: scale.size.small,
  color: color.quiet,
  '@media': { [media.full]: { paddingInline: 0 } },
  selectors: { [`${page} > &`]: { paddingInline: 0 } },
})

export const overview = style({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: '44px',
  borderBlock: '1px solid transparent',
  ':hover': { color: color.text },
  selectors: {
    "&[aria-current='page']": { color: color.text, borderBottomColor: color.accent },
  },
})

export const evidence = style({
  gridColumn: '1 / -1',
  containerType: 'inline-size',
  display: 'grid',
  gap: '32px',
  minWidth: 0,
})

export const heading = style({
  paddingBottom: '8px',
  borderBottom: `1px solid ${color.line}`,
  fontSize: scale.size.body,
  lineHeight: 1.3,
  fontWeight: 600,
})

export const notable = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
  gap: '20px',
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '@media': { [media.narrow]: { gap: '8px' } },
})

export const picture = style({
  position: 'relative',
  display: 'block',
  aspectRatio: '1',
  overflow: 'hidden',
  ':focus-visible': { outlineOffset: '3px' },
})

export const image = style({
  width: '100%',
  height: '100%',
  objectFit: 'cover',
  transition: `opacity ${scale.quick}`,
  selectors: { [`${picture}:hover &`]: { '@media': { [media.mouse]: { opacity: 0.88 } } } },
})

export const caption = style({
  display: 'grid',
  marginTop: '8px',
  fontSize: scale.size.small,
  lineHeight: 1.4,
})

export const note = style({ color: color.quiet, fontVariantNumeric: 'tabular-nums' })

export const related = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '4px 16px',
  fontSize: scale.size.small,
  lineHeight: '24px',
})

export const relatedLabel = style({ color: color.quiet })

export const relatedCount = style({ color: color.quiet, fontVariantNumeric: 'tabular-nums' })

export const charts = style({
  display: 'grid',
  // Two columns where there is space for them.
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, max(300px, 50% - 20px)), 1fr))',
  gap: '32px 40px',
})

/** Too narrow for a bar for each hour that can be pressed. */
const tight = '(max-width: 599px)'

/** A day has more hours than the other charts have bars. */
export const hours = style({
  gridColumn: '1 / -1',
  '@container': { [tight]: { display: 'none' } },
})

export const hourPairs = style({ '@container': { [`not ${tight}`]: { display: 'none' } } })
