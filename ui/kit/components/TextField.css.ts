import { style } from '@vanilla-extract/css'
import { color, scale } from '../theme/contract.css.ts'

export const field = style({ display: 'grid', gap: '6px' })

export const label = style({ fontSize: scale.size.small, fontWeight: 600 })

export const box = style({ position: 'relative', display: 'grid' })

export const input = style({
  width: '100%',
  minHeight: '44px',
  padding: '9px 12px',
  lineHeight: '24px',
  color: color.text,
  backgroundColor: color.raised,
  border: `1px solid ${color.edge}`,
  borderRadius: scale.radius,
  transition: `border-color ${scale.quick}`,
  ':hover': { borderColor: color.text },
  ':focus-visible': {
    borderColor: color.accent,
    outline: `1px solid ${color.accent}`,
    outlineOffset: 0,
  },
  selectors: {
    "&[aria-invalid='true']": { borderColor: color.danger, outlineColor: color.danger },
    'textarea&': { resize: 'vertical' },
  },
})

export const inputWithButton = style([input, { paddingInlineEnd: '76px' }])

/** A small button inside the field, at its end. */
export const inside = style({
  position: 'absolute',
  insetBlock: '1px',
  insetInlineEnd: '1px',
  minWidth: '64px',
  paddingInline: '12px',
  border: 0,
  borderRadius: scale.radius,
  background: 'none',
  fontSize: scale.size.small,
  color: color.quiet,
  cursor: 'pointer',
  ':hover': { color: color.text },
  ':focus-visible': { outlineOffset: '-4px' },
})

export const hint = style({ fontSize: scale.size.small, lineHeight: 1.4, color: color.quiet })

export const error = style([hint, { color: color.danger }])
