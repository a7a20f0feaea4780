import { style } from '@vanilla-extract/css'
import { color, scale } from '../theme/contract.css.ts'

export const underlined = style({
  textDecoration: 'underline',
  textDecorationColor: color.quiet,
  textDecorationThickness: '1px',
  textUnderlineOffset: '.25em',
  ':hover': { textDecorationColor: 'currentColor' },
})

/** A link on a line of its own, large enough for a finger. */
export const textLink = style([
  underlined,
  {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: '44px',
    fontSize: scale.size.small,
  },
])
