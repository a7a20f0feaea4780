import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '../../../kit/theme/breakpoints.ts'
import { color, scale } from '../../../kit/theme/contract.css.ts'
import { wide } from './use-is-wide.ts'

const width = '320px'

export const side = style({
  position: 'fixed',
  zIndex: 1,
  insetBlock: `${scale.bar} 0`,
  insetInlineEnd: 0,
  display: 'flex',
  flexDirection: 'column',
  width,
  borderInlineStart: `1px solid ${color.line}`,
  backgroundColor: color.surface,
  outline: 'none',
})

// The grid moves aside, so that the panel covers none of it.
globalStyle('[data-filter-beside] :is(#content, .bottom-bar)', {
  '@media': { [wide]: { paddingInline: `20px calc(${width} + 20px)` } },
})

export const head = style({
  display: 'flex',
  alignItems: 'center',
  gap: '12px',
  minHeight: '52px',
  paddingInline: '20px 4px',
  borderBottom: `1px solid ${color.line}`,
})

export const title = style({
  margin: 0,
  fontSize: scale.size.body,
  fontWeight: 600,
  letterSpacing: '-.01em',
})

export const total = style({
  flex: 1,
  color: color.quiet,
  fontSize: scale.size.small,
  fontVariantNumeric: 'tabular-nums',
  textAlign: 'end',
})

export const groups = style({
  flex: 1,
  minHeight: 0,
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  scrollbarWidth: 'thin',
})

export const problem = style({
  padding: '8px 20px',
  color: color.danger,
  fontSize: scale.size.small,
})

export const foot = style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  gap: '8px',
  padding: '12px 16px calc(12px + env(safe-area-inset-bottom))',
  borderTop: `1px solid ${color.line}`,
})

// The buttons share the row.
globalStyle(`${foot} > button`, { flex: '1 1 auto', paddingInline: '12px' })

/** Light enough to see the grid change. */
export const backdrop = style({
  position: 'fixed',
  zIndex: 6,
  inset: 0,
  backgroundColor: 'rgba(0, 0, 0, .24)',
  opacity: 'calc(1 - var(--drawer-swipe-progress))',
  transition: `opacity ${scale.calm} ${scale.ease}`,
  selectors: {
    '&[data-swiping]': { transitionDuration: '0ms' },
    '&[data-starting-style], &[data-ending-style]': { opacity: 0 },
  },
})

/** Over a dialog. */
export const innerBackdrop = style([backdrop, { zIndex: 7 }])

export const viewport = style({
  position: 'fixed',
  zIndex: 6,
  inset: 0,
  display: 'flex',
  alignItems: 'flex-end',
  justifyContent: 'center',
  overflow: 'hidden',
})

export const innerViewport = style([viewport, { zIndex: 7 }])

export const sheet = style({
  display: 'flex',
  flexDirection: 'column',
  width: '100%',
  maxWidth: '600px',
  maxHeight: '72dvh',
  borderRadius: '14px 14px 0 0',
  color: color.text,
  backgroundColor: color.raised,
  boxShadow: `0 0 40px ${color.shadow}`,
  outline: 'none',
  transform: 'translateY(var(--drawer-swipe-movement-y))',
  transition: `transform ${scale.calm} ${scale.ease}`,
  '@media': { [media.low]: { maxHeight: '92dvh' } },
  selectors: {
    '&[data-starting-style], &[data-ending-style]': { transform: 'translateY(100%)' },
    '&[data-swiping]': { userSelect: 'none' },
  },
})

export const handle = style({
  flex: 'none',
  width: '36px',
  height: '4px',
  margin: '8px auto 0',
  borderRadius: '99px',
  backgroundColor: color.line,
})
