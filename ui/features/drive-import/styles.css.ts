import { keyframes, style } from '@vanilla-extract/css'
import { popup, title } from '../../kit/components/Dialog.css.ts'
import { innerIconButton } from '../../kit/components/icon-button.css.ts'
import { quietText } from '../../kit/components/text.css.ts'
import { appearLate } from '../../kit/components/waiting.css.ts'
import { media } from '../../kit/theme/breakpoints.ts'
import { color, scale } from '../../kit/theme/contract.css.ts'

export const waiting = style({
  marginTop: '24px',
  fontSize: scale.size.small,
  color: color.quiet,
  animation: appearLate,
})

export const failure = style([quietText, { color: color.danger }])

/** Above everything else on the screen. */
export const returnError = style({
  display: 'flex',
  alignItems: 'center',
  gap: '8px',
  marginTop: '16px',
})

export const connected = style({ fontSize: scale.size.small, overflowWrap: 'anywhere' })

/** The buttons are level with the field, not with the hint. */
export const folder = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gap: '12px',
  marginTop: '24px',
  '@media': { [media.narrow]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
})

export const folderField = style({ minWidth: 0 })

export const folderButtons = style({
  display: 'flex',
  gap: '12px',
  paddingBlockStart: '27px',
  height: '71px',
  '@media': { [media.narrow]: { paddingBlockStart: 0, height: 'auto' } },
})

export const folders = style({ display: 'grid', gap: '8px', gridColumn: '1 / -1' })

export const choices = style({
  margin: 0,
  padding: 0,
  border: `1px solid ${color.line}`,
  borderRadius: scale.radius,
  listStyle: 'none',
})

/** One of several folders of the same name. */
export const candidate = style({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: '18px minmax(0, 1fr)',
  alignItems: 'center',
  columnGap: '12px',
  padding: '10px 14px',
  color: color.quiet,
  selectors: {
    '&:hover': { backgroundColor: color.sunk },
    'li + &': { borderTop: `1px solid ${color.line}` },
  },
})

/** All of the row can be clicked. */
export const candidateButton = style({
  padding: 0,
  border: 0,
  background: 'none',
  fontSize: scale.size.small,
  color: color.text,
  textAlign: 'start',
  overflowWrap: 'anywhere',
  cursor: 'pointer',
  '::after': { content: '', position: 'absolute', inset: 0 },
  ':focus-visible': { outline: 'none' },
  selectors: {
    '&:focus-visible::after': { outline: `2px solid ${color.accent}`, outlineOffset: '-3px' },
  },
})

export const candidateText = style([quietText, { gridColumn: 2 }])

export const count = style({
  display: 'flex',
  alignItems: 'center',
  gap: '4px',
  minHeight: '44px',
  fontSize: scale.size.small,
  fontVariantNumeric: 'tabular-nums',
})

export const iconButton = style([
  innerIconButton,
  { selectors: { "&[aria-disabled='true']": { cursor: 'not-allowed', opacity: 0.6 } } },
])

const turn = keyframes({ to: { transform: 'rotate(360deg)' } })

export const turning = style({ animation: `${turn} 1.2s linear 300ms infinite` })

/** Shows or hides what is below it; its arrow turns. */
export const disclosure = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '6px',
  minHeight: '44px',
  padding: 0,
  border: 0,
  background: 'none',
  font: 'inherit',
  color: 'inherit',
  textAlign: 'start',
  cursor: 'pointer',
})

export const disclosureArrow = style({
  transition: `rotate ${scale.quick}`,
  selectors: { [`${disclosure}[aria-expanded='true'] > &`]: { rotate: '90deg' } },
})

const row = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) 44px',
  alignItems: 'center',
  columnGap: '12px',
  minHeight: '65px',
  paddingBlock: '8px',
  borderBottom: `1px solid ${color.line}`,
  fontSize: scale.size.small,
})

/** Two buttons at the end of the line. */
export const failureRow = style([
  row,
  { gridTemplateColumns: 'minmax(0, 1fr) auto', columnGap: '4px' },
])

export const rowButtons = style({ display: 'flex', alignItems: 'center' })

export const name = style({ overflowWrap: 'anywhere' })

export const blockedRow = style([
  row,
  { gridTemplateColumns: 'minmax(0, 1fr)', rowGap: 0, alignContent: 'center' },
])

/** The checkbox is as wide as the row. */
export const choice = style([row, { gridTemplateColumns: 'minmax(0, 1fr)' }])

export const progress = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: '8px',
})

/** The current file, or why there is none. */
export const now = style({ minHeight: '1.5em' })

/** Text at both ends of a line, which keeps its height when empty. */
export const ends = style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  gap: '0 20px',
  minHeight: '1.5em',
  fontSize: scale.size.small,
  fontVariantNumeric: 'tabular-nums',
})

export const strong = style({ fontWeight: 600 })

export const quiet = style({ color: color.quiet })

/** Always one line, so that nothing below it moves. */
export const current = style([
  quietText,
  { minHeight: '1.5em', whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis' },
])

/** The confirmation is about as large and would leave only its edges visible. */
export const dialog = style([
  popup,
  {
    width: 'min(480px, 100vw - 32px)',
    selectors: { '&[data-nested-dialog-open]': { opacity: 0 } },
  },
])

/** There is no close button beside it. */
export const dialogTitle = style([title, { paddingInlineEnd: 0 }])

export const dialogProgress = style([progress, { marginTop: '20px' }])

export const dialogActions = style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  gap: '12px',
  marginTop: '24px',
})
