import { style } from '@vanilla-extract/css'
import { color, scale } from '../theme/contract.css.ts'

/** Large enough for a finger. */
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

/** For adjacent buttons: the focus ring stays inside. */
export const innerIconButton = style([iconButton, { ':focus-visible': { outlineOffset: '-4px' } }])
