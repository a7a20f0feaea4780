import { keyframes, style } from '@vanilla-extract/css'
import { popup, title } from '../components/Dialog.css.ts'
import { innerIconButton } from '../components/icon-button.css.ts'
import { underlined } from '../components/Link.css.ts'
import { appearLate } from '../components/waiting.css.ts'
import { media } from '../theme/breakpoints.ts'
import { color, scale } from '../theme/contract.css.ts'

export const waiting = style({
  marginTop: '24px',
  fontSize: scale.size.small,
  color: color.quiet,
  animation: appearLate,
})

export const part = style({ display: 'grid', gap: '12px', marginTop: '40px' })

export const heading = style({ fontSize: scale.size.body, lineHeight: 1.5, fontWeight: 600 })

export const text = style({ fontSize: scale.size.small, color: color.quiet, textWrap: 'pretty' })

export const failure = style([text, { color: color.danger }])

export const actions = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '12px 20px',
})

/** The button is level with the field, not with the hint. */
export const folder = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gap: '12px',
  marginTop: '24px',
})

export const folderButton = style({ display: 'grid', paddingBlockStart: '27px', height: '71px' })

export const folders = style({ display: 'grid', gap: '8px', gridColumn: '1 / -1' })

export const choices = style({
  display: 'grid',
  gap: '8px',
  justifyItems: 'start',
  margin: 0,
  padding: 0,
  listStyle: 'none',
})

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

export const rows = style({ margin: 0, padding: 0, listStyle: 'none' })

export const row = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) 44px',
  alignItems: 'center',
  columnGap: '12px',
  minHeight: '65px',
  paddingBlock: '8px',
  borderBottom: `1px solid ${color.line}`,
  fontSize: scale.size.small,
})

/** The checkbox is as wide as the row. */
export const choice = style([row, { gridTemplateColumns: 'minmax(0, 1fr)' }])

export const bar = style({
  display: 'block',
  height: '4px',
  borderRadius: '999px',
  backgroundColor: color.line,
  overflow: 'hidden',
})

export const barPart = style({
  display: 'block',
  height: '100%',
  borderRadius: 'inherit',
  backgroundColor: color.accent,
  transition: `inline-size ${scale.quick} linear`,
})

export const progress = style({ display: 'grid', gap: '8px' })

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
  text,
  { minHeight: '1.5em', whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis' },
])

/** The confirmation is about as large and would leave only its edges visible. */
export const dialog = style([
  popup,
  { selectors: { '&[data-nested-dialog-open]': { opacity: 0 } } },
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

export const steps = style({
  display: 'grid',
  gap: '16px',
  margin: '4px 0 0',
  paddingInlineStart: '24px',
  fontSize: scale.size.small,
  lineHeight: 1.5,
})

export const step = style({ paddingInlineStart: '4px' })

export const code = style({
  display: 'block',
  marginTop: '8px',
  padding: '10px 12px',
  borderRadius: scale.radius,
  backgroundColor: color.sunk,
  fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSize: scale.size.small,
  lineHeight: 1.5,
  overflowWrap: 'anywhere',
  whiteSpace: 'pre-line',
})

export const copied = style({ marginTop: '8px', maxWidth: '520px' })

export const stepLink = style([
  underlined,
  { '@media': { [media.touch]: { paddingBlock: '12px' } } },
])
