import { style } from '@vanilla-extract/css'
import { color, scale } from '../../kit/theme/contract.css.ts'

export const notice = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '12px 20px',
  marginTop: '16px',
  padding: '12px 16px',
  border: `1px solid ${color.edge}`,
  borderRadius: scale.radius,
})

export const text = style({ flex: '1 1 280px', fontSize: scale.size.small, lineHeight: 1.45 })

export const buttons = style({ display: 'flex', flexWrap: 'wrap', gap: '8px' })
