import { style } from '@vanilla-extract/css'
import { media } from '../theme/breakpoints.ts'
import { color, scale } from '../theme/contract.css.ts'

const base = style({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: '8px',
  minHeight: '40px',
  paddingInline: '18px',
  border: '1px solid',
  borderRadius: scale.radius,
  fontSize: scale.size.small,
  fontWeight: 600,
  cursor: 'pointer',
  transition: `background-color ${scale.quick}, border-color ${scale.quick}`,
  '@media': { [media.touch]: { minHeight: '44px' } },
  selectors: {
    "&[aria-disabled='true']": { cursor: 'not-allowed', opacity: 0.6 },
    "&[aria-busy='true']": { cursor: 'progress' },
  },
})

export const quiet = style([
  base,
  {
    color: color.text,
    backgroundColor: color.raised,
    borderColor: color.line,
    ':hover': { borderColor: color.text },
  },
])

export const primary = style([
  base,
  {
    color: color.surface,
    backgroundColor: color.text,
    borderColor: color.text,
    ':hover': { backgroundColor: `color-mix(in srgb, ${color.text} 86%, ${color.surface})` },
  },
])
