import { style } from '@vanilla-extract/css'
import { appearLate } from '../../../kit/components/waiting.css.ts'
import { color, scale } from '../../../kit/theme/contract.css.ts'

export const form = style({ display: 'grid', gap: '36px', marginTop: '24px', maxWidth: '560px' })

export const group = style({ display: 'grid', gap: '12px', minWidth: 0 })

export const groupHeading = style({
  paddingBottom: '8px',
  borderBottom: `1px solid ${color.line}`,
  fontSize: scale.size.body,
  lineHeight: 1.4,
  fontWeight: 600,
})

export const note = style({
  fontSize: scale.size.small,
  color: color.quiet,
  textWrap: 'pretty',
})

export const waiting = style({ marginTop: '24px', color: color.quiet, animation: appearLate })

export const failure = style({
  display: 'grid',
  justifyItems: 'start',
  gap: '12px',
  marginTop: '24px',
})
