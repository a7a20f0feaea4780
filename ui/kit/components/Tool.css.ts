import { style } from '@vanilla-extract/css'
import { color, scale } from '../theme/contract.css.ts'

export const place = style({ zIndex: 8 })

export const popup = style({
  padding: '6px 10px',
  borderRadius: '4px',
  fontSize: scale.size.note,
  color: color.surface,
  backgroundColor: color.text,
})
