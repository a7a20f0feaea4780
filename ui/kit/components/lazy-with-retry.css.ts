import { style } from '@vanilla-extract/css'
import { scale } from '../theme/contract.css.ts'

/** In the place of a part whose code could not be loaded. */
export const loadFailure = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px 16px',
  padding: '12px 0',
  fontSize: scale.size.small,
})
