import { style } from '@vanilla-extract/css'
import { media } from '../theme/breakpoints.ts'
import { color, scale } from '../theme/contract.css.ts'

/** Contains a menu's portal, within its landmark; takes no space. */
export const container = style({ display: 'contents' })

export const positioner = style({ zIndex: 5, outline: 'none' })

export const menu = style({
  minWidth: '190px',
  maxWidth: 'var(--available-width)',
  maxHeight: 'var(--available-height)',
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
  display: 'flex',
  alignItems: 'center',
  gap: '12px',
  minHeight: '40px',
  padding: '6px 12px',
  borderRadius: '4px',
  fontSize: scale.size.small,
  cursor: 'pointer',
  outline: 'none',
  '@media': { [media.touch]: { minHeight: '44px' } },
  selectors: { '&[data-highlighted]': { backgroundColor: color.sunk } },
})
