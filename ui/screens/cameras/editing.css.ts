import { style } from '@vanilla-extract/css'
import { focusWithin } from '../../kit/components/focus-within.ts'
import { appearLate, runningLine } from '../../kit/components/waiting.css.ts'
import { media } from '../../kit/theme/breakpoints.ts'
import { color, scale } from '../../kit/theme/contract.css.ts'

export const form = style({ display: 'grid', gap: '24px', paddingTop: '16px' })

export const lead = style({ fontSize: scale.size.small, color: color.quiet })

export const fields = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 200px), 1fr))',
  alignItems: 'start',
  gap: '20px 16px',
})

export const features = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 260px), 1fr))',
  gap: '20px 32px',
  minWidth: 0,
  margin: 0,
  padding: 0,
  border: 0,
})

export const legend = style({
  gridColumn: '1 / -1',
  width: '100%',
  padding: '0 0 8px',
  marginBottom: '16px',
  borderBottom: `1px solid ${color.line}`,
  fontSize: scale.size.small,
  color: color.quiet,
})

export const foot = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px 12px',
})

export const problem = style({
  flexBasis: '100%',
  fontSize: scale.size.small,
  color: color.danger,
})

export const imageForm = style({
  display: 'grid',
  gap: '16px',
  // On a tablet there is no space for it beside the picture.
  gridColumn: '1 / -1',
  maxWidth: scale.reading,
  paddingTop: '16px',
  borderTop: `1px solid ${color.line}`,
})

export const file = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px 12px',
})

export const choose = style({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: '40px',
  paddingInline: '18px',
  border: `1px solid ${color.line}`,
  borderRadius: scale.radius,
  fontSize: scale.size.small,
  fontWeight: 600,
  backgroundColor: color.raised,
  cursor: 'pointer',
  ':hover': { borderColor: color.text },
  '@media': { [media.touch]: { minHeight: '44px' } },
  ...focusWithin({ outline: `2px solid ${color.accent}`, outlineOffset: '2px' }),
})

export const chosen = style({ minWidth: 0, fontSize: scale.size.small, color: color.quiet })

export const imageFoot = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px 12px',
})

export const progress = style({
  position: 'relative',
  flex: '1 1 160px',
  paddingBlock: '8px',
  fontSize: scale.size.small,
  color: color.quiet,
  animation: appearLate,
})

export const line = style([
  runningLine,
  { position: 'absolute', bottom: 0, color: color.accent, backgroundColor: color.line },
])
