import { style } from '@vanilla-extract/css'
import { popup as dialogPopup } from '../../../kit/components/Dialog.css.ts'
import { appearLate } from '../../../kit/components/waiting.css.ts'
import { media } from '../../../kit/theme/breakpoints.ts'
import { color, scale } from '../../../kit/theme/contract.css.ts'

export const part = style({ display: 'grid', gap: '12px', marginTop: '36px' })

export const heading = style({
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

export const waiting = style([text, { marginTop: '24px', animation: appearLate }])

/** Takes no room until it says something. */
export const status = style([text, { selectors: { '&:not(:empty)': { marginTop: '24px' } } }])

/** Set apart from the sources below it. */
export const attention = style({
  display: 'grid',
  gap: '8px',
  marginTop: '24px',
  padding: '14px 20px 16px',
  borderRadius: scale.radius,
  borderInlineStart: `3px solid ${color.danger}`,
  backgroundColor: color.sunk,
})

export const list = style({ margin: '24px 0 0', padding: 0, listStyle: 'none' })

export const card = style({
  display: 'grid',
  gap: '14px',
  paddingBlock: '24px',
  borderTop: `1px solid ${color.line}`,
  selectors: { '&:last-child': { borderBottom: `1px solid ${color.line}` } },
})

export const state = style({ display: 'grid', gap: '6px' })

export const stateText = style({ fontSize: scale.size.small, fontVariantNumeric: 'tabular-nums' })

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

export const popup = style([dialogPopup, { width: 'min(640px, 100vw - 32px)' }])

export const form = style({ display: 'grid', gap: '20px', marginTop: '20px' })

export const folder = style({ display: 'grid', justifyItems: 'start', gap: '8px' })

export const dialogActions = style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  gap: '12px',
  marginTop: '4px',
})

export const plan = style({ display: 'grid', gap: '20px', marginTop: '12px' })

export const groups = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: '20px',
  maxHeight: 'min(520px, 50dvh)',
  paddingBlock: '16px',
  // On phones, the buttons below it take two lines.
  '@media': { [media.narrow]: { maxHeight: '40dvh' } },
})

export const group = style({ display: 'grid', justifyItems: 'start', gap: '4px', minWidth: 0 })

export const groupHeading = style({
  fontSize: scale.size.small,
  lineHeight: 1.5,
  fontWeight: 600,
})

export const changes = style({ width: '100%', margin: 0, padding: 0, listStyle: 'none' })

export const change = style({
  display: 'grid',
  gridTemplateColumns: '48px minmax(0, 1fr)',
  alignItems: 'center',
  gap: '12px',
  minHeight: '48px',
  paddingBlock: '6px',
  fontSize: scale.size.small,
  selectors: { '& + &': { borderTop: `1px solid ${color.line}` } },
})

/** A file that is not a photo yet has no picture. */
export const newFile = style([change, { gridTemplateColumns: 'minmax(0, 1fr)' }])

export const thumb = style({
  position: 'relative',
  width: '48px',
  height: '48px',
  overflow: 'hidden',
  borderRadius: scale.radius,
  backgroundColor: color.sunk,
})

export const picture = style({
  display: 'block',
  width: '100%',
  height: '100%',
  objectFit: 'cover',
})

export const path = style({ overflowWrap: 'anywhere' })
