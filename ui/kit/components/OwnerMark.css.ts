import { style } from '@vanilla-extract/css'
import { color, scale } from '../theme/contract.css.ts'

export const mark = style({
  padding: '0 5px',
  border: `1px solid ${color.line}`,
  borderRadius: '4px',
  fontSize: scale.size.note,
  fontWeight: 400,
  lineHeight: '1rem',
  whiteSpace: 'nowrap',
  color: color.quiet,
})
