import { style } from '@vanilla-extract/css'
import { color, scale } from '../theme/contract.css.ts'

export const panel = style({
  width: `min(100% - 2 * ${scale.gutter}, 440px)`,
  marginInline: 'auto',
  paddingBlock: 'clamp(32px, 10svh, 112px) 64px',
})

export const heading = style({
  fontSize: scale.size.heading,
  lineHeight: 1.3,
  letterSpacing: '-.01em',
})

export const lead = style({ marginTop: '8px', color: color.quiet, textWrap: 'pretty' })

export const form = style({ display: 'grid', gap: '20px', marginTop: '24px' })

export const actions = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '12px 20px',
})

/** A problem with the form as a whole, in its footer. */
export const problem = style({ fontSize: scale.size.small, color: color.danger })

export const saved = style({ fontSize: scale.size.small, color: color.quiet })

export const picture = style({
  display: 'grid',
  gridTemplateColumns: '68px minmax(0, 1fr)',
  gap: '16px',
})

/** The margin aligns it with the field below its label. */
export const preview = style({
  display: 'grid',
  placeItems: 'center',
  width: '68px',
  height: '68px',
  marginBlockStart: '15px',
  borderRadius: '50%',
  overflow: 'hidden',
  color: color.quiet,
  backgroundColor: color.sunk,
  border: `1px solid ${color.line}`,
})

export const previewImage = style({ width: '100%', height: '100%', objectFit: 'cover' })
