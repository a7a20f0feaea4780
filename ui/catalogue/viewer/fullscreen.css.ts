import { globalStyle, style } from '@vanilla-extract/css'

export const dialog = style({
  vars: { '--pswp-bg': '#000', '--pswp-placeholder-bg': 'transparent' },
})

globalStyle(`${dialog} .pswp__button:focus-visible`, {
  outline: '2px solid #fff',
  outlineOffset: '-8px',
})
