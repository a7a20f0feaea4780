import { style } from '@vanilla-extract/css'
import { color } from '../theme/contract.css.ts'

export const box = style({
  overflow: 'auto',
  overscrollBehavior: 'contain',
  borderBlock: `1px solid ${color.line}`,
  ':focus-visible': { outline: `2px solid ${color.accent}`, outlineOffset: '2px' },
})
