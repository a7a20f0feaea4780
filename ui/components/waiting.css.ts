import { keyframes, style } from '@vanilla-extract/css'

/** An `animation` for what is said of waiting: most of what is done is done within 300 ms. */
export const appearLate = `${keyframes({ from: { opacity: 0 } })} 1ms 300ms backwards`

const run = keyframes({
  from: { transform: 'translateX(-100%)' },
  to: { transform: 'translateX(300%)' },
})

/** A line with a piece of the text's colour that runs along it; where it stands is its place's. */
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
