import { style } from '@vanilla-extract/css'
import { color, scale } from '../../../kit/theme/contract.css.ts'

export const intro = style({ color: color.quiet, fontSize: scale.size.small })

export const filter = style({ marginTop: '2px', fontWeight: 600, overflowWrap: 'anywhere' })

export const count = style({
  // As high as its text before it is counted.
  minHeight: '1.45em',
  marginTop: '6px',
  fontSize: scale.size.small,
  lineHeight: 1.45,
  fontVariantNumeric: 'tabular-nums',
})

export const field = style({ display: 'grid', gap: '6px' })

export const buttons = style({ display: 'flex', flexWrap: 'wrap', gap: '8px', marginTop: '6px' })

/** What fills the album, for its owner; its space is reserved until it is loaded. */
export const ruleLine = style({
  minHeight: '1.5em',
  marginTop: '8px',
  color: color.quiet,
  fontSize: scale.size.small,
  overflowWrap: 'anywhere',
})
