import { style } from '@vanilla-extract/css'
import { pageNote } from '../../features/evidence/styles.css.ts'
import { media } from '../../kit/theme/breakpoints.ts'
import { color, scale } from '../../kit/theme/contract.css.ts'

export const year = style({
  display: 'grid',
  gridTemplateColumns: '96px minmax(320px, 1fr) minmax(0, 400px)',
  gap: '24px 40px',
  padding: '24px 0',
  borderTop: `1px solid ${color.line}`,
  '@media': {
    [media.small]: { gridTemplateColumns: 'minmax(0, 1fr)', gap: '12px' },
  },
})

export const yearTitle = style({ fontSize: scale.size.title, lineHeight: 1.15, fontWeight: 600 })

export const number = style({
  display: 'inline-grid',
  gap: '4px',
  '@media': { [media.small]: { display: 'flex', alignItems: 'baseline', gap: '12px' } },
})

/** Below the number, lighter than the heading that both are in. */
export const numberNote = style([pageNote, { fontWeight: 400, lineHeight: 1.4 }])

export const numeral = style({
  fontVariantNumeric: 'tabular-nums',
  letterSpacing: '-.02em',
  selectors: {
    [`${number}:hover &`]: {
      textDecoration: 'underline',
      textDecorationColor: color.quiet,
      textDecorationThickness: '1px',
      textUnderlineOffset: '.15em',
    },
  },
})

export const photos = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(4, minmax(0, 1fr))',
  alignContent: 'start',
  gap: '4px',
  margin: 0,
  padding: 0,
  listStyle: 'none',
})

export const undated = style({
  paddingTop: '24px',
  borderTop: `1px solid ${color.line}`,
  fontSize: scale.size.small,
  color: color.quiet,
})
