import { keyframes, style } from '@vanilla-extract/css'
import { color, scale } from '../theme/contract.css.ts'

export const section = style({
  display: 'grid',
  justifyItems: 'start',
  gap: '4px',
  marginTop: '56px',
  paddingTop: '24px',
  borderTop: `1px solid ${color.line}`,
})

export const heading = style({ fontSize: scale.size.body, lineHeight: 1.4, fontWeight: 600 })

export const text = style({
  marginBottom: '12px',
  fontSize: scale.size.small,
  color: color.quiet,
})

export const form = style({ display: 'grid', gap: '16px' })

export const actions = style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  gap: '12px',
  marginTop: '8px',
})

export const failure = style({ fontSize: scale.size.small, color: color.danger })

const appear = keyframes({ from: { opacity: 0 }, to: { opacity: 1 } })
const run = keyframes({
  from: { transform: 'translateX(-100%)' },
  to: { transform: 'translateX(300%)' },
})

/** Nothing is said of what is done within 300 ms. */
export const progress = style({
  position: 'relative',
  paddingBottom: '12px',
  fontSize: scale.size.small,
  color: color.quiet,
  animation: `${appear} 1ms 300ms both`,
})

export const line = style({
  position: 'absolute',
  insetInline: 0,
  bottom: 0,
  height: '2px',
  overflow: 'hidden',
  backgroundColor: color.line,
  '::after': {
    content: '',
    display: 'block',
    width: '33%',
    height: '100%',
    backgroundColor: color.danger,
    animation: `${run} 1.2s infinite linear`,
  },
})
