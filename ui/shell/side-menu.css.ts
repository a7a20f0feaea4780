import { style } from '@vanilla-extract/css'
import { color, scale } from '../kit/theme/contract.css.ts'

const outside = {
  '&[data-starting-style], &[data-ending-style]': { transform: 'translateX(100%)' },
}

export const backdrop = style({
  position: 'fixed',
  zIndex: 6,
  inset: 0,
  backgroundColor: 'rgba(0, 0, 0, .4)',
  opacity: 'calc(1 - var(--drawer-swipe-progress))',
  transition: `opacity ${scale.calm} ${scale.ease}`,
  selectors: {
    '&[data-swiping]': { transitionDuration: '0ms' },
    '&[data-starting-style], &[data-ending-style]': { opacity: 0 },
  },
})

export const viewport = style({
  position: 'fixed',
  zIndex: 6,
  inset: 0,
  display: 'flex',
  justifyContent: 'flex-end',
  overflow: 'hidden',
})

export const popup = style({
  width: '250px',
  maxWidth: 'calc(100vw - 44px)',
  height: '100%',
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  color: color.text,
  backgroundColor: color.raised,
  borderInlineStart: `1px solid ${color.line}`,
  boxShadow: `0 0 40px ${color.shadow}`,
  outline: 'none',
  transform: 'translateX(var(--drawer-swipe-movement-x))',
  transition: `transform ${scale.calm} ${scale.ease}`,
  selectors: { ...outside, '&[data-swiping]': { userSelect: 'none' } },
})

export const content = style({ paddingBlockEnd: 'env(safe-area-inset-bottom)' })

export const head = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'flex-end',
  height: scale.bar,
  paddingInlineEnd: '4px',
})

export const list = style({ display: 'grid', paddingInline: '8px' })

export const entry = style({
  display: 'flex',
  alignItems: 'center',
  gap: '16px',
  minHeight: '48px',
  paddingInline: '12px',
  borderRadius: scale.radius,
  color: color.quiet,
  ':hover': { color: color.text },
  ':focus-visible': { outlineOffset: '-2px' },
  selectors: {
    "&[aria-current='page']": {
      color: color.text,
      backgroundColor: color.sunk,
      fontWeight: 600,
    },
  },
})
