import { style } from '@vanilla-extract/css'
import { actions } from '../../kit/components/Dialog.css.ts'
import { media } from '../../kit/theme/breakpoints.ts'
import { color, scale } from '../../kit/theme/contract.css.ts'

export const note = style({ marginTop: '8px' })

export const dialogActions = style([actions, { flexWrap: 'wrap' }])

export const head = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '12px 24px',
  marginTop: '24px',
})

export const total = style({
  fontSize: scale.size.small,
  color: color.quiet,
  fontVariantNumeric: 'tabular-nums',
})

export const buttons = style({ display: 'flex', flexWrap: 'wrap', gap: '8px 12px' })

export const list = style({
  margin: '16px 0 0',
  padding: 0,
  listStyle: 'none',
  borderTop: `1px solid ${color.line}`,
})

export const row = style({
  display: 'grid',
  gridTemplateColumns: '96px minmax(0, 1fr) auto',
  alignItems: 'center',
  gap: '12px 16px',
  paddingBlock: '12px',
  borderBottom: `1px solid ${color.line}`,
  '@media': { [media.narrow]: { gridTemplateColumns: '96px minmax(0, 1fr)' } },
})

export const picture = style({
  display: 'block',
  width: '96px',
  height: '96px',
  objectFit: 'cover',
  borderRadius: scale.radius,
})

export const facts = style({ display: 'grid', gap: '2px', minWidth: 0, overflowWrap: 'anywhere' })

export const name = style({ fontWeight: 600 })

export const fact = style({ fontSize: scale.size.small, color: color.quiet })

/** Below the facts on phones. */
export const rowButtons = style([
  buttons,
  { '@media': { [media.narrow]: { gridColumn: '1 / -1', justifyContent: 'flex-end' } } },
])

export const more = style({ marginTop: '16px' })
