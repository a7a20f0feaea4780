import { style } from '@vanilla-extract/css'
import { media } from '../../kit/theme/breakpoints.ts'
import { scale } from '../../kit/theme/contract.css.ts'
import { unprinted } from '../../kit/theme/unprinted.css.ts'

/** At the end of the line with the count, which keeps their place. */
export const links = style([
  unprinted,
  {
    position: 'absolute',
    insetBlockEnd: 0,
    insetInlineEnd: `calc(${scale.gutter} - 12px)`,
    display: 'flex',
    '@media': { [media.full]: { insetInlineEnd: '-12px' } },
  },
])

/** On phones its name is its tooltip. */
export const label = style({
  '@media': {
    [media.narrow]: {
      position: 'absolute',
      width: '1px',
      height: '1px',
      overflow: 'hidden',
      clipPath: 'inset(50%)',
    },
  },
})
