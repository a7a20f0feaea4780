import { style } from '@vanilla-extract/css'
import { iconButton } from '../kit/components/icon-button.css.ts'
import { media } from '../kit/theme/breakpoints.ts'

export const menuButton = style([
  iconButton,
  {
    display: 'none',
    ':focus-visible': { outlineOffset: '-4px' },
    '@media': { [`${media.narrow} and (scripting: enabled)`]: { display: 'grid' } },
  },
])
