import { style } from '@vanilla-extract/css'
import { color, scale } from '../../../kit/theme/contract.css.ts'

export const cover = style({
  width: '100%',
  height: 'auto',
  aspectRatio: '1200 / 628',
  objectFit: 'cover',
  borderRadius: scale.radius,
  backgroundColor: color.sunk,
  transition: `opacity ${scale.quick}`,
})

export const portraitCover = style([cover, { objectPosition: '50% 25%' }])
