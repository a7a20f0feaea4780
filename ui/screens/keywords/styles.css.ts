import { style } from '@vanilla-extract/css'
import { color, scale } from '../../kit/theme/contract.css.ts'

export const index = style({
  columns: '220px 4',
  columnGap: '40px',
})

export const group = style({ paddingBottom: '24px' })

/** A short one is not divided between two columns. */
export const shortGroup = style([group, { breakInside: 'avoid' }])

export const letter = style({
  paddingBottom: '6px',
  borderBottom: `1px solid ${color.line}`,
  marginBottom: '4px',
  fontSize: scale.size.note,
  lineHeight: 1.4,
  fontWeight: 600,
  color: color.quiet,
  breakAfter: 'avoid',
})

export const entry = style({ breakInside: 'avoid' })

export const word = style({
  display: 'flex',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  gap: '12px',
  paddingBlock: '4px',
  fontSize: scale.size.small,
  lineHeight: 1.35,
  selectors: {
    "&[data-weight='2']": { fontSize: scale.size.body },
    "&[data-weight='3']": { fontSize: scale.size.heading },
    "&[data-weight='4']": { fontSize: '1.5rem', letterSpacing: '-.01em' },
    "&[data-weight='4'], &[data-weight='3']": { lineHeight: 1.25 },
  },
})

export const label = style({
  selectors: {
    [`${word}:hover &`]: {
      textDecoration: 'underline',
      textDecorationColor: color.quiet,
      textDecorationThickness: '1px',
      textUnderlineOffset: '.2em',
    },
  },
})

export const count = style({
  flex: 'none',
  fontSize: scale.size.note,
  letterSpacing: 0,
  color: color.quiet,
  fontVariantNumeric: 'tabular-nums',
})

export const tiles = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(max(110px, 25% - 8px), 1fr))',
  gap: '4px',
  margin: '24px 0 0',
  padding: 0,
  listStyle: 'none',
})

export const more = style({ marginTop: '24px', fontSize: scale.size.small })
