import { style } from '@vanilla-extract/css'
import { media } from '../theme/breakpoints.ts'
import { color, scale } from '../theme/contract.css.ts'

/** One of several things with their states, such as sources and folders for backups. */
export const card = style({
  display: 'grid',
  gap: '14px',
  paddingBlock: '24px',
  borderTop: `1px solid ${color.line}`,
  selectors: { '&:last-child': { borderBottom: `1px solid ${color.line}` } },
})

export const heading = style({
  margin: 0,
  fontSize: scale.size.body,
  lineHeight: 1.5,
  fontWeight: 600,
  overflowWrap: 'anywhere',
})

export const text = style({
  fontSize: scale.size.small,
  color: color.quiet,
  overflowWrap: 'anywhere',
  textWrap: 'pretty',
})

export const failure = style([text, { color: color.danger }])

export const state = style({ display: 'grid', gap: '6px' })

export const stateText = style({
  fontSize: scale.size.small,
  fontVariantNumeric: 'tabular-nums',
  textWrap: 'pretty',
})

export const facts = style({ display: 'grid', gap: '4px', margin: 0 })

export const fact = style({
  display: 'grid',
  gridTemplateColumns: '120px minmax(0, 1fr)',
  gap: '2px 20px',
  fontSize: scale.size.small,
  '@media': { [media.narrow]: { gridTemplateColumns: '88px minmax(0, 1fr)' } },
})

export const term = style({ color: color.quiet })

export const value = style({
  margin: 0,
  overflowWrap: 'anywhere',
  fontVariantNumeric: 'tabular-nums',
})
