import { style } from '@vanilla-extract/css'
import { faintlyUnderlined } from '../../kit/components/Link.css.ts'
import { media } from '../../kit/theme/breakpoints.ts'
import { color, scale } from '../../kit/theme/contract.css.ts'

export const chips = style({
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

export const chip = style({
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
  ':hover': { borderColor: color.text },
  '::after': { content: "'×' / ''", color: color.quiet, fontSize: '1.1em' },
  selectors: { '&:hover::after': { color: color.text } },
})

/** How many photos are found, and how to see the others again. */
export const end = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '0 20px',
  color: color.quiet,
  fontVariantNumeric: 'tabular-nums',
})

export const clear = style([
  faintlyUnderlined,
  {
    lineHeight: '32px',
    '@media': { [media.touch]: { lineHeight: '44px' } },
    ':hover': { color: color.text },
  },
])
