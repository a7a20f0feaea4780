import { style } from '@vanilla-extract/css'
import { color, scale } from '../theme/contract.css.ts'
import { iconButton } from './icon-button.css.ts'
import { problemText } from './text.css.ts'

export const backdrop = style({
  position: 'fixed',
  inset: 0,
  zIndex: 6,
  backgroundColor: 'rgba(0, 0, 0, .5)',
  transition: `opacity ${scale.calm}`,
  selectors: { '&[data-starting-style], &[data-ending-style]': { opacity: 0 } },
})

/** Above the dialog that the question is about. */
export const questionBackdrop = style([backdrop, { zIndex: 7 }])

export const popup = style({
  position: 'fixed',
  zIndex: 7,
  inset: 0,
  margin: 'auto',
  width: 'min(440px, 100vw - 32px)',
  height: 'fit-content',
  maxHeight: 'calc(100dvh - 32px)',
  overflowY: 'auto',
  padding: '24px',
  borderRadius: '10px',
  border: `1px solid ${color.line}`,
  color: color.text,
  backgroundColor: color.raised,
  boxShadow: `0 16px 56px ${color.shadow}`,
  outline: 'none',
  transition: `opacity ${scale.quick}, transform ${scale.calm} ${scale.ease}`,
  selectors: {
    '&[data-starting-style], &[data-ending-style]': { opacity: 0, transform: 'translateY(8px)' },
  },
})

export const title = style({
  margin: 0,
  paddingInlineEnd: '40px',
  fontSize: scale.size.heading,
  lineHeight: 1.3,
  letterSpacing: '-.01em',
  fontWeight: 600,
})

export const description = style({ marginTop: '8px', color: color.quiet, textWrap: 'pretty' })

export const actions = style({
  display: 'flex',
  justifyContent: 'flex-end',
  gap: '12px',
  marginTop: '24px',
})

export const close = style([
  iconButton,
  { position: 'absolute', insetBlockStart: '14px', insetInlineEnd: '14px' },
])

export const keys = style({ marginTop: '16px' })

export const row = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '16px',
  paddingBlock: '8px',
  borderBottom: `1px solid ${color.line}`,
  fontSize: scale.size.small,
  selectors: { "&[data-off='true']": { color: color.quiet, textDecoration: 'line-through' } },
})

export const key = style({
  display: 'inline-grid',
  placeItems: 'center',
  minWidth: '28px',
  minHeight: '28px',
  marginInlineStart: '6px',
  paddingInline: '8px',
  border: `1px solid ${color.edge}`,
  borderRadius: '4px',
  fontFamily: scale.font,
  fontSize: scale.size.note,
  lineHeight: 1,
})

export const option = style({ marginTop: '16px' })

export const problem = problemText
