import { style } from '@vanilla-extract/css'
import { color, scale } from '../theme/contract.css.ts'

export const field = style({ display: 'grid', gap: '6px', minWidth: 0 })

export const label = style({ fontSize: scale.size.small, fontWeight: 600, cursor: 'default' })

export const trigger = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'center',
  gap: '12px',
  minHeight: '44px',
  padding: '9px 12px',
  border: `1px solid ${color.edge}`,
  borderRadius: scale.radius,
  lineHeight: '24px',
  textAlign: 'start',
  color: color.text,
  backgroundColor: color.raised,
  cursor: 'pointer',
  ':hover': { borderColor: color.text },
})

/** Long choices, such as licences, wrap: on a phone their ends are what tells them apart. */
export const value = style({ overflowWrap: 'anywhere' })

export const icon = style({ display: 'grid', color: color.quiet })

export const positioner = style({ zIndex: 8, outline: 'none' })

export const popup = style({
  width: 'var(--anchor-width)',
  maxWidth: 'var(--available-width)',
  border: `1px solid ${color.line}`,
  borderRadius: scale.radius,
  color: color.text,
  backgroundColor: color.raised,
  boxShadow: `0 8px 28px ${color.shadow}`,
  outline: 'none',
  overflow: 'hidden',
})

export const list = style({
  maxHeight: 'min(320px, var(--available-height))',
  paddingBlock: '4px',
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  outline: 'none',
})

export const item = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) 16px',
  alignItems: 'center',
  gap: '12px',
  minHeight: '44px',
  padding: '8px 12px',
  fontSize: scale.size.small,
  lineHeight: '20px',
  outline: 'none',
  cursor: 'pointer',
  selectors: {
    '&[data-highlighted]': { backgroundColor: color.sunk, boxShadow: `inset 2px 0 ${color.text}` },
  },
})

export const itemText = style({ overflowWrap: 'anywhere' })

export const indicator = style({ display: 'grid' })

export const hint = style({ fontSize: scale.size.small, lineHeight: 1.4, color: color.quiet })

export const error = style([hint, { color: color.danger }])
