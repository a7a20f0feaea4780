import { style } from '@vanilla-extract/css'
import { notice } from '../../../kit/components/EmptyState.css.ts'
import { media } from '../../../kit/theme/breakpoints.ts'
import { color, scale } from '../../../kit/theme/contract.css.ts'

export const toolRow = style({
  display: 'flex',
  gap: '4px',
  '@media': { [media.full]: { marginInline: '-12px' } },
})

export const tool = style({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: '8px',
  minWidth: '44px',
  minHeight: '44px',
  paddingInline: '12px',
  border: 0,
  borderRadius: scale.radius,
  background: 'none',
  color: color.quiet,
  fontSize: scale.size.small,
  fontWeight: 600,
  whiteSpace: 'nowrap',
  cursor: 'pointer',
  transition: `color ${scale.quick}`,
  ':hover': { color: color.text },
  selectors: { '&:last-child': { marginInlineStart: 'auto' } },
})

/** Beside the icon, where there is space. */
export const toolText = style({ '@media': { [media.small]: { display: 'none' } } })

export const emptyNotice = style({
  selectors: { [`${notice}&`]: { paddingBlockStart: '24px' } },
})

/** Gets the focus when it is shown, without a focus ring. */
export const section = style({ outline: 'none' })

/** The bar above the photos while the owner orders or removes them. */
export const bar = style({
  position: 'sticky',
  top: scale.bar,
  zIndex: 1,
  borderBlock: `1px solid ${color.line}`,
  backgroundColor: color.surface,
})

export const barInside = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px 12px',
  maxWidth: scale.page,
  marginInline: 'auto',
  padding: `8px ${scale.gutter}`,
  '@media': { [media.full]: { paddingInline: 0 } },
})

export const barText = style({
  flex: '1 1 240px',
  minWidth: 0,
  color: color.quiet,
  fontSize: scale.size.small,
  fontVariantNumeric: 'tabular-nums',
})

export const workplace = style({
  maxWidth: scale.page,
  marginInline: 'auto',
  padding: `20px ${scale.gutter} 64px`,
  '@media': { [media.full]: { paddingInline: 0 } },
})
