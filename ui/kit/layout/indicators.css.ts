import { style } from '@vanilla-extract/css'
import { color, scale } from '../theme/contract.css.ts'

export const link = style({
  display: 'flex',
  alignItems: 'center',
  gap: '8px',
  flex: 'none',
  minHeight: '44px',
  paddingInline: '12px',
  borderRadius: scale.radius,
  color: color.quiet,
  fontSize: scale.size.small,
  fontVariantNumeric: 'tabular-nums',
  whiteSpace: 'nowrap',
  ':hover': { color: color.text },
})

export const line = style({ position: 'absolute', insetInline: 0, bottom: '-1px', height: '2px' })

export const part = style({
  display: 'block',
  height: '100%',
  backgroundColor: color.accent,
  transition: `inline-size ${scale.calm} linear`,
})
