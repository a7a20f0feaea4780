import { keyframes, style } from '@vanilla-extract/css'

/** An `animation` for progress indicators, delayed since most actions take less than 300 ms. */
export const appearLate = `${keyframes({ from: { opacity: 0 } })} 1ms 300ms backwards`

/** Moves something a third as wide as its box across it, over and over. */
export const run = keyframes({
  from: { transform: 'translateX(-100%)' },
  to: { transform: 'translateX(300%)' },
})

/** An indeterminate progress bar in the text's colour; the user of the style positions it. */
export const runningLine = style({
  insetInline: 0,
  height: '2px',
  overflow: 'hidden',
  '::after': {
    content: '',
    display: 'block',
    width: '33%',
    height: '100%',
    backgroundColor: 'currentColor',
    animation: `${run} 1.2s infinite linear`,
  },
})
