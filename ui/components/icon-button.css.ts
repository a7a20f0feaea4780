import { style } from '@vanilla-extract/css'
import { color, scale } from '../theme/contract.css.ts'

/** A finger wide, and an icon in it to press; its name is its label. */
export const iconButton = style({
  flex: 'none',
  display: 'grid',
  placeItems: 'center',
  width: '44px',
  height: '44px',
  padding: 0,
  border: 0,
  borderRadius: scale.radius,
  background: 'none',
  color: color.quiet,
  cursor: 'pointer',
  transition: `color ${scale.quick}`,
  ':hover': { color: color.text },
})

/** One among others: the ring of the focus stays within it. */
export const innerIconButton = style([iconButton, { ':focus-visible': { outlineOffset: '-4px' } }])
