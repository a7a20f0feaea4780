import { style } from '@vanilla-extract/css'
import { color, scale } from '../../../../kit/theme/contract.css.ts'

export const form = style({ display: 'grid', gap: '20px', maxWidth: '520px' })

export const facts = style({
  display: 'grid',
  gridTemplateColumns: 'max-content minmax(0, 1fr)',
  gap: '8px 20px',
  margin: 0,
  fontSize: scale.size.small,
})

export const term = style({ color: color.quiet })

export const value = style({ margin: 0, overflowWrap: 'anywhere' })
