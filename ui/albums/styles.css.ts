import { style } from '@vanilla-extract/css'
import { color, scale } from '../theme/contract.css.ts'

export const mark = style({ display: 'inline-flex', alignItems: 'center', gap: '5px' })

/** The owner's card, as large as a cover. */
export const add = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: '8px',
  width: '100%',
  aspectRatio: '1200 / 628',
  border: `1px dashed ${color.edge}`,
  borderRadius: scale.radius,
  background: 'none',
  color: color.quiet,
  cursor: 'pointer',
  transition: `border-color ${scale.quick}, color ${scale.quick}`,
  ':hover': { borderColor: color.text, color: color.text },
})
