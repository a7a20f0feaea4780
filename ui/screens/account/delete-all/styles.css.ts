import { style } from '@vanilla-extract/css'
import { appearLate, runningLine } from '../../../kit/components/waiting.css.ts'
import { color, scale } from '../../../kit/theme/contract.css.ts'

export const text = style({
  marginBottom: '12px',
  fontSize: scale.size.small,
  color: color.quiet,
})

export const form = style({ display: 'grid', gap: '16px' })

export const actions = style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  gap: '12px',
  marginTop: '8px',
})

export const progress = style({
  position: 'relative',
  paddingBottom: '12px',
  fontSize: scale.size.small,
  color: color.quiet,
  animation: appearLate,
})

export const line = style([
  runningLine,
  { position: 'absolute', bottom: 0, color: color.danger, backgroundColor: color.line },
])
