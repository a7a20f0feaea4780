import { keyframes, style } from '@vanilla-extract/css'
import { color, scale } from '../theme/contract.css.ts'

const rise = keyframes({ from: { opacity: 0, transform: 'translateY(8px)' } })

export const place = style({
  position: 'fixed',
  zIndex: 3,
  insetInline: 0,
  bottom: '24px',
  display: 'grid',
  justifyItems: 'center',
  paddingInline: scale.gutter,
  pointerEvents: 'none',
})

export const toast = style({
  display: 'flex',
  alignItems: 'center',
  gap: '4px',
  maxWidth: '560px',
  paddingInlineStart: '18px',
  color: color.surface,
  backgroundColor: color.text,
  borderRadius: scale.radius,
  boxShadow: `0 8px 28px ${color.shadow}`,
  fontSize: scale.size.small,
  pointerEvents: 'auto',
  animation: `${rise} ${scale.calm} ${scale.ease}`,
})

export const close = style({
  flex: 'none',
  display: 'grid',
  placeItems: 'center',
  width: '44px',
  height: '44px',
  border: 0,
  borderRadius: scale.radius,
  background: 'none',
  cursor: 'pointer',
  ':focus-visible': { outlineColor: 'currentColor', outlineOffset: '-6px' },
})
