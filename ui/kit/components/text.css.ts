import { style } from '@vanilla-extract/css'
import { color, scale } from '../theme/contract.css.ts'
import { appearLate } from './waiting.css.ts'

/** Explains what is beside it. */
export const quietText = style({
  fontSize: scale.size.small,
  color: color.quiet,
  textWrap: 'pretty',
})

export const problemText = style({ fontSize: scale.size.small, color: color.danger })

/** In the place of what is loading. */
export const waitingText = style({
  marginTop: '24px',
  color: color.quiet,
  animation: appearLate,
})
