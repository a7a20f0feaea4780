import { style } from '@vanilla-extract/css'
import {
  popup as dialogPopup,
  problem as dialogProblem,
} from '../../../kit/components/Dialog.css.ts'
import { appearLate } from '../../../kit/components/waiting.css.ts'
import { media } from '../../../kit/theme/breakpoints.ts'
import { color, scale } from '../../../kit/theme/contract.css.ts'

export const popup = style([dialogPopup, { width: 'min(520px, 100vw - 32px)' }])

export const browser = style({ display: 'grid', gap: '12px', marginTop: '12px' })

export const path = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  margin: 0,
  padding: 0,
  listStyle: 'none',
  fontSize: scale.size.small,
})

export const place = style({
  display: 'flex',
  alignItems: 'center',
  minWidth: 0,
  selectors: {
    '& + &::before': { content: '/', marginInline: '6px', color: color.quiet },
  },
})

const placeName = style({
  minHeight: '32px',
  maxWidth: '220px',
  paddingBlock: '5px',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  borderRadius: scale.radius,
  '@media': { [media.touch]: { minHeight: '44px', paddingBlock: '11px' } },
})

export const placeButton = style([
  placeName,
  {
    paddingInline: 0,
    border: 0,
    background: 'none',
    font: 'inherit',
    color: color.quiet,
    textDecoration: 'underline',
    textDecorationThickness: '1px',
    textUnderlineOffset: '.25em',
    cursor: 'pointer',
    ':hover': { color: color.text },
  },
])

export const currentPlace = style([placeName, { fontWeight: 600 }])

/** Always of one height, so that opening a folder moves nothing. */
export const area = style({
  height: 'min(312px, 40dvh)',
  overflowY: 'auto',
  border: `1px solid ${color.line}`,
  borderRadius: scale.radius,
})

export const row = style({
  display: 'grid',
  gridTemplateColumns: '18px minmax(0, 1fr) 18px',
  alignItems: 'center',
  gap: '12px',
  width: '100%',
  minHeight: '44px',
  paddingBlock: '8px',
  paddingInline: '14px',
  border: 0,
  background: 'none',
  color: color.quiet,
  fontSize: scale.size.small,
  textAlign: 'start',
  cursor: 'pointer',
  ':hover': { backgroundColor: color.sunk },
  selectors: { 'li + li > &': { borderTop: `1px solid ${color.line}` } },
  ':focus-visible': { outlineOffset: '-3px' },
})

export const rowName = style({ color: color.text, overflowWrap: 'anywhere' })

const message = style({
  padding: '14px',
  fontSize: scale.size.small,
  color: color.quiet,
  textWrap: 'pretty',
})

export const empty = style([message])

export const waiting = style([message, { animation: appearLate }])

export const failed = style({
  display: 'grid',
  justifyItems: 'start',
  gap: '12px',
  padding: '14px',
})

export const problem = style([dialogProblem])

export const more = style({ padding: '12px 14px' })

/** It keeps its line when there is none. */
export const hint = style({
  minHeight: '1.5em',
  fontSize: scale.size.small,
  color: color.quiet,
  textWrap: 'pretty',
})

export const actions = style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  gap: '12px',
  marginTop: '12px',
})

export const chosenName = style({
  maxWidth: '220px',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
})
