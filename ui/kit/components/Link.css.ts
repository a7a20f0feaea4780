import { style } from '@vanilla-extract/css'
import { color, scale } from '../theme/contract.css.ts'
import { unprinted } from '../theme/unprinted.css.ts'

export const underlined = style({
  textDecoration: 'underline',
  textDecorationColor: color.quiet,
  textDecorationThickness: '1px',
  textUnderlineOffset: '.25em',
  ':hover': { textDecorationColor: 'currentColor' },
})

/** For links in quiet text. */
export const faintlyUnderlined = style({
  textDecoration: 'underline',
  textDecorationColor: color.edge,
  textDecorationThickness: '1px',
  textUnderlineOffset: '.25em',
})

/** A link in a list of facts. */
export const faintLink = style([
  faintlyUnderlined,
  { ':hover': { textDecorationColor: 'currentColor' } },
])

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

/** A link that looks like a button. */
export const buttonLink = style([
  unprinted,
  {
    flex: 'none',
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: '44px',
    paddingInline: '20px',
    border: `1px solid ${color.line}`,
    borderRadius: scale.radius,
    backgroundColor: color.raised,
    color: color.text,
    fontSize: scale.size.small,
    fontWeight: 600,
    textDecoration: 'none',
    transition: `border-color ${scale.quick}`,
    ':hover': { borderColor: color.text },
  },
])
