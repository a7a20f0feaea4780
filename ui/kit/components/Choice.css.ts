import { style } from '@vanilla-extract/css'
import { media } from '../theme/breakpoints.ts'
import { color, scale } from '../theme/contract.css.ts'
import { focusWithin } from './focus-within.ts'

export const choice = style({ minWidth: 0, margin: 0, padding: 0, border: 0 })

export const label = style({
  padding: 0,
  marginBottom: '6px',
  fontSize: scale.size.small,
  fontWeight: 600,
})

export const options = style({ display: 'flex', flexWrap: 'wrap', gap: '8px' })

const unfocused = style({
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'center',
  gap: '8px',
  minHeight: '40px',
  paddingInline: '14px',
  border: `1px solid ${color.edge}`,
  borderRadius: scale.radius,
  fontSize: scale.size.small,
  backgroundColor: color.raised,
  cursor: 'pointer',
  transition: `border-color ${scale.quick}`,
  ':hover': { borderColor: color.text },
  '@media': { [media.touch]: { minHeight: '44px' } },
  selectors: {
    // A thicker border that does not move the content.
    '&[data-chosen]': {
      borderColor: color.text,
      boxShadow: `inset 0 0 0 1px ${color.text}`,
      fontWeight: 600,
    },
  },
})

export const option = style([
  unfocused,
  focusWithin({ outline: `2px solid ${color.accent}`, outlineOffset: '2px' }),
])

export const hint = style({
  marginTop: '6px',
  fontSize: scale.size.small,
  lineHeight: 1.4,
  color: color.quiet,
})
