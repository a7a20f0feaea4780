import { style } from '@vanilla-extract/css'
import { text } from '../../../kit/account/settings-card.css.ts'
import { popup as dialogPopup } from '../../../kit/components/Dialog.css.ts'
import { appearLate } from '../../../kit/components/waiting.css.ts'
import { media } from '../../../kit/theme/breakpoints.ts'
import { color, scale } from '../../../kit/theme/contract.css.ts'

export const part = style({ display: 'grid', gap: '12px', marginTop: '36px' })

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
