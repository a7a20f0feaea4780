import { keyframes, style } from '@vanilla-extract/css'
import { color, scale } from '../theme/contract.css.ts'

const rise = keyframes({ from: { opacity: 0, transform: 'translateY(8px)' } })

export const place = style({
  position: 'fixed',
  zIndex: 8,
  insetInline: 0,
  bottom: 'max(24px, env(safe-area-inset-bottom))',
  display: 'grid',
  justifyItems: 'center',
  paddingInline: scale.gutter,
  pointerEvents: 'none',
})

export const bar = style({
  display: 'flex',
  alignItems: 'center',
  gap: '4px',
  maxWidth: 'min(100%, 560px)',
  paddingInlineStart: '18px',
  color: color.surface,
  backgroundColor: color.text,
  borderRadius: scale.radius,
  boxShadow: `0 8px 28px ${color.shadow}`,
  fontSize: scale.size.small,
  pointerEvents: 'auto',
  animation: `${rise} ${scale.calm} ${scale.ease}`,
})

export const text = style({ minWidth: 0, paddingBlock: '10px', overflowWrap: 'anywhere' })

const button = style({
  flex: 'none',
  minHeight: '44px',
  border: 0,
  borderRadius: scale.radius,
  background: 'none',
  cursor: 'pointer',
  ':focus-visible': { outlineColor: 'currentColor', outlineOffset: '-6px' },
})

export const action = style([
  button,
  {
    marginInlineStart: '8px',
    paddingInline: '12px',
    fontWeight: 600,
    textDecoration: 'underline',
    textDecorationThickness: '1px',
    textUnderlineOffset: '.25em',
  },
])

export const close = style([button, { display: 'grid', placeItems: 'center', width: '44px' }])
