import { globalStyle } from '@vanilla-extract/css'
import { media } from '../../kit/theme/breakpoints.ts'
import { color, scale } from '../../kit/theme/contract.css.ts'

globalStyle('.filter-chips', {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px',
  maxWidth: scale.page,
  margin: '0 auto 16px',
  padding: `0 ${scale.gutter}`,
  listStyle: 'none',
  fontSize: scale.size.small,
  '@media': { [media.full]: { paddingInline: 0 } },
})

const chip = '.filter-chips li:not(.filter-chips-end) > a'

globalStyle(chip, {
  display: 'inline-flex',
  alignItems: 'center',
  gap: '8px',
  minHeight: '32px',
  padding: '4px 10px 4px 14px',
  border: `1px solid ${color.line}`,
  borderRadius: '16px',
  lineHeight: 1.35,
  transition: `border-color ${scale.quick}`,
  '@media': { [media.touch]: { minHeight: '44px', borderRadius: '22px' } },
})

globalStyle(`${chip}:hover`, { borderColor: color.text })

globalStyle(`${chip}::after`, {
  content: "'×' / ''",
  color: color.quiet,
  fontSize: '1.1em',
})

globalStyle(`${chip}:hover::after`, { color: color.text })

/** How many photos are found, and how to see the others again. */
globalStyle('.filter-chips-end', {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '0 20px',
  color: color.quiet,
  fontVariantNumeric: 'tabular-nums',
})

globalStyle('.filter-chips-end a', {
  lineHeight: '32px',
  textDecoration: 'underline',
  textDecorationColor: color.edge,
  textDecorationThickness: '1px',
  textUnderlineOffset: '.25em',
  '@media': { [media.touch]: { lineHeight: '44px' } },
})

globalStyle('.filter-chips-end a:hover', { color: color.text })
