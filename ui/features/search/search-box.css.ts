import { style } from '@vanilla-extract/css'
import { media } from '../../kit/theme/breakpoints.ts'
import { color, scale } from '../../kit/theme/contract.css.ts'

const box = style({ position: 'relative', display: 'grid', alignItems: 'center' })

export const inBar = style([
  box,
  {
    width: 'clamp(132px, 22vw, 240px)',
    marginInlineEnd: '8px',
    '@media': { [media.narrow]: { display: 'none' } },
  },
])

export const inMenu = style([box, { margin: '0 16px 12px' }])

export const input = style({
  width: '100%',
  height: '36px',
  paddingInline: '36px 10px',
  border: `1px solid ${color.edge}`,
  borderRadius: scale.radius,
  color: color.text,
  backgroundColor: color.raised,
  transition: `border-color ${scale.quick}`,
  appearance: 'none',
  // Below 16 px, phones zoom in on a focused field.
  fontSize: scale.size.small,
  '@media': { [media.touch]: { height: '44px', fontSize: scale.size.body } },
  ':hover': { borderColor: color.text },
  ':focus-visible': {
    borderColor: color.accent,
    outline: `1px solid ${color.accent}`,
    outlineOffset: 0,
  },
  '::placeholder': { color: color.quiet, opacity: 1 },
})

export const icon = style({
  position: 'absolute',
  insetInlineStart: '10px',
  color: color.quiet,
  pointerEvents: 'none',
})
