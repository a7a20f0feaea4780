import { style } from '@vanilla-extract/css'
import * as account from '../../kit/account/styles.css.ts'
import { popup } from '../../kit/components/Dialog.css.ts'
import { plainList } from '../../kit/components/plain-list.css.ts'
import { quietText } from '../../kit/components/text.css.ts'
import { appearLate } from '../../kit/components/waiting.css.ts'
import { media } from '../../kit/theme/breakpoints.ts'
import { color, scale } from '../../kit/theme/contract.css.ts'

export const text = quietText

export const failure = style([text, { color: color.danger }])

export const section = account.part

export const heading = account.partHeading

export const rows = plainList

/** A waiting file: its name, then the choice. */
export const waitingRow = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  paddingBlock: '16px',
  borderTop: `1px solid ${color.line}`,
})

export const name = style({ fontSize: scale.size.small, overflowWrap: 'anywhere' })

/** The two pictures, why they match, and the choice between them. */
export const match = style({
  gridColumn: '1 / -1',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: '12px',
  paddingBlock: '12px 8px',
})

export const pictures = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gap: '16px',
  maxWidth: '560px',
  '@media': { [media.narrow]: { gap: '12px' } },
})

export const side = style({ display: 'grid', gap: '8px', alignContent: 'start', margin: 0 })

/** Of one shape for every picture, so that nothing moves when it is loaded. */
export const box = style({
  display: 'grid',
  placeItems: 'center',
  aspectRatio: '3 / 2',
  borderRadius: '4px',
  overflow: 'hidden',
  fontSize: scale.size.note,
  color: color.quiet,
  backgroundColor: color.sunk,
})

export const picture = style({
  display: 'block',
  width: '100%',
  height: '100%',
  minHeight: 0,
  objectFit: 'contain',
})

export const caption = style([
  text,
  { display: 'grid', fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' },
])

export const strong = style({ fontWeight: 600, color: color.text })

export const actions = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '12px',
})

export const all = style({ display: 'grid', gap: '8px' })

/** How many files wait, beside the name of the screen that lists them. */
export const count = style({
  marginInlineStart: '8px',
  paddingInline: '7px',
  border: `1px solid ${color.line}`,
  borderRadius: '999px',
  fontSize: scale.size.note,
  lineHeight: '1.25rem',
  fontVariantNumeric: 'tabular-nums',
})

export const dialog = style([
  popup,
  {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '12px',
    width: 'min(520px, 100vw - 32px)',
  },
])

export const waiting = style([text, { animation: appearLate }])

export const version = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '8px 16px',
  minHeight: '64px',
  paddingBlock: '10px',
  borderTop: `1px solid ${color.line}`,
  fontSize: scale.size.small,
  fontVariantNumeric: 'tabular-nums',
})

export const about = style({ flex: '1 1 180px', minWidth: 0, overflowWrap: 'anywhere' })
