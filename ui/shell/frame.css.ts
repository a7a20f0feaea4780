import { globalStyle, style } from '@vanilla-extract/css'
import { appearLate, runningLine } from '../kit/components/waiting.css.ts'
import { color, scale } from '../kit/theme/contract.css.ts'

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

export const progress = style([
  runningLine,
  {
    position: 'fixed',
    zIndex: 4,
    insetBlockStart: 0,
    color: color.accent,
    animation: appearLate,
  },
])

export const starting = style({
  padding: '15vh 24px',
  textAlign: 'center',
  color: color.quiet,
  animation: appearLate,
  '@media': { '(scripting: none)': { display: 'none' } },
})
