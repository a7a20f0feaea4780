import { style } from '@vanilla-extract/css'
import { popup } from '../../kit/components/Dialog.css.ts'
import { scale } from '../../kit/theme/contract.css.ts'

export const dialog = style([
  popup,
  {
    opacity: 1,
    transform: 'none',
    '@starting-style': { opacity: 0, transform: 'translateY(8px)' },
    '::backdrop': {
      backgroundColor: 'rgba(0, 0, 0, .5)',
      transition: `opacity ${scale.calm}`,
    },
  },
])

export const form = style({ marginTop: '20px' })
