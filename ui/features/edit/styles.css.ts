import { style } from '@vanilla-extract/css'
import { popup } from '../../kit/components/Dialog.css.ts'
import { problemText } from '../../kit/components/text.css.ts'
import { media } from '../../kit/theme/breakpoints.ts'
import { color, scale } from '../../kit/theme/contract.css.ts'

/** A comfortable line length. */
export const dialog = style([popup, { width: 'min(520px, 100vw - 32px)' }])

export const form = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: '20px',
  marginTop: '20px',
})

export const owned = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: '6px',
})

export const problem = problemText

export const field = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: '6px',
})

/** Looks like a field and opens the list of albums. */
export const trigger = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '12px',
  width: '100%',
  minHeight: '44px',
  padding: '9px 12px',
  lineHeight: '24px',
  textAlign: 'start',
  color: color.text,
  backgroundColor: color.raised,
  border: `1px solid ${color.edge}`,
  borderRadius: scale.radius,
  cursor: 'pointer',
  transition: `border-color ${scale.quick}`,
  ':hover': { borderColor: color.text },
  ':focus-visible': {
    borderColor: color.accent,
    outline: `1px solid ${color.accent}`,
    outlineOffset: 0,
  },
  selectors: { "&[data-empty='true']": { color: color.quiet } },
})

export const names = style({ minWidth: 0, overflowWrap: 'anywhere' })

export const icon = style({ flex: 'none', color: color.quiet })

export const failed = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px 16px',
  minHeight: '44px',
})

/** Contains the list's portal; takes no space. */
export const menuContainer = style({ display: 'contents' })

/** Above the dialog. */
export const positioner = style({ zIndex: 8, outline: 'none' })

export const menu = style({
  width: '250px',
  maxWidth: 'var(--available-width)',
  maxHeight: 'min(224px, var(--available-height))',
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  padding: '4px',
  borderRadius: scale.radius,
  border: `1px solid ${color.line}`,
  color: color.text,
  backgroundColor: color.raised,
  boxShadow: `0 8px 28px ${color.shadow}`,
  outline: 'none',
})

export const item = style({
  display: 'grid',
  gridTemplateColumns: '18px minmax(0, 1fr)',
  alignItems: 'center',
  gap: '12px',
  minHeight: '36px',
  padding: '6px 10px',
  borderRadius: '4px',
  fontSize: scale.size.small,
  cursor: 'pointer',
  outline: 'none',
  overflowWrap: 'anywhere',
  '@media': { [media.touch]: { minHeight: '44px' } },
  selectors: { '&[data-highlighted]': { backgroundColor: color.sunk } },
})

export const box = style({
  display: 'grid',
  placeItems: 'center',
  width: '18px',
  height: '18px',
  border: `1px solid ${color.edge}`,
  borderRadius: '4px',
  color: color.surface,
  selectors: {
    '[data-checked] > &': { backgroundColor: color.text, borderColor: color.text },
  },
})

export const note = style({ display: 'block', color: color.quiet, fontSize: scale.size.note })
