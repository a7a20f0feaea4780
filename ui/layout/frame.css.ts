import { globalStyle, keyframes, style } from '@vanilla-extract/css'
import { color, scale } from '../theme/contract.css.ts'

globalStyle('#root', { minHeight: '100dvh', display: 'flex', flexDirection: 'column' })
globalStyle('#content', { flex: 1, outline: 'none' })

export const skipLink = style({
  position: 'fixed',
  zIndex: 5,
  insetBlockStart: '8px',
  insetInlineStart: '8px',
  padding: '10px 16px',
  borderRadius: scale.radius,
  backgroundColor: color.text,
  color: color.surface,
  selectors: { '&:not(:focus)': { transform: 'translateY(-200%)' } },
})

// Nothing is shown for the first 300 ms: most screens are there by then.
const appear = keyframes({ from: { opacity: 0 }, to: { opacity: 1 } })
const run = keyframes({
  from: { transform: 'translateX(-100%)' },
  to: { transform: 'translateX(300%)' },
})

export const progress = style({
  position: 'fixed',
  zIndex: 4,
  insetBlockStart: 0,
  insetInline: 0,
  height: '2px',
  overflow: 'hidden',
  animation: `${appear} 1ms 300ms both`,
  '::after': {
    content: '',
    display: 'block',
    width: '33%',
    height: '100%',
    backgroundColor: color.accent,
    animation: `${run} 1.2s infinite linear`,
  },
})
