import { style } from '@vanilla-extract/css'
import { iconButton } from '../components/icon-button.css.ts'
import { media } from '../theme/breakpoints.ts'

export const menuButton = style([
  iconButton,
  {
    display: 'none',
    ':focus-visible': { outlineOffset: '-4px' },
    '@media': { [`${media.narrow} and (scripting: enabled)`]: { display: 'grid' } },
  },
])
