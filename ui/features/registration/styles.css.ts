import { style } from '@vanilla-extract/css'
import { media } from '../../kit/theme/breakpoints.ts'
import { color, scale } from '../../kit/theme/contract.css.ts'

/** A text page of readable width. */
export const page = style({
  width: `min(100% - 2 * ${scale.gutter}, 480px)`,
  minHeight: '480px',
  marginInline: 'auto',
  paddingBlock: 'clamp(32px, 10svh, 112px) 64px',
})

export const heading = style({
  fontSize: scale.size.heading,
  lineHeight: 1.3,
  letterSpacing: '-.01em',
  // Gets the focus only for keyboard users to continue from, so it needs no ring.
  outline: 'none',
})

export const lead = style({ marginTop: '8px', color: color.quiet, textWrap: 'pretty' })

export const note = style({
  marginTop: '12px',
  fontSize: scale.size.small,
  color: color.quiet,
  textWrap: 'pretty',
})

/** Why a visitor is asked to register. */
export const reason = style({ marginBottom: '8px', color: color.text })

export const actions = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '12px',
  marginTop: '24px',
})

export const card = style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  gap: '8px 20px',
  marginTop: '24px',
  paddingBlock: '16px',
  borderBlock: `1px solid ${color.line}`,
  fontSize: scale.size.small,
})

export const term = style({ color: color.quiet })

/** A note marked by a line along its side. */
export const remark = style({
  display: 'grid',
  justifyItems: 'start',
  gap: '12px',
  marginTop: '20px',
  paddingInlineStart: '16px',
  borderInlineStart: `2px solid ${color.edge}`,
  fontSize: scale.size.small,
})

export const links = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '4px 24px',
  marginTop: '16px',
})

export const form = style({ display: 'grid', gap: '20px' })

export const formActions = style({
  display: 'flex',
  justifyContent: 'flex-end',
  gap: '12px',
  marginTop: '4px',
  '@media': { [media.narrow]: { flexWrap: 'wrap' } },
})
