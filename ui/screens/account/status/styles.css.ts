import { style, styleVariants } from '@vanilla-extract/css'
import * as account from '../../../kit/account/styles.css.ts'
import { plainList } from '../../../kit/components/plain-list.css.ts'
import { quietText } from '../../../kit/components/text.css.ts'
import { appearLate } from '../../../kit/components/waiting.css.ts'
import { media } from '../../../kit/theme/breakpoints.ts'
import { color, scale } from '../../../kit/theme/contract.css.ts'

export const part = account.part

export const heading = style({ fontSize: scale.size.body, lineHeight: 1.5, fontWeight: 600 })

export const text = quietText

export const failure = style([text, { color: color.danger }])

export const waiting = style([text, { marginTop: '24px', animation: appearLate }])

export const fine = style([text, { marginTop: '24px', color: color.text }])

/** Set apart from the facts below it. */
export const attention = style({
  display: 'grid',
  gap: '4px',
  marginTop: '24px',
  padding: '14px 20px 16px',
  borderRadius: scale.radius,
  borderInlineStart: `3px solid ${color.danger}`,
  backgroundColor: color.sunk,
})

export const items = plainList

export const item = style({
  display: 'grid',
  gap: '4px',
  paddingBlock: '10px',
  fontSize: scale.size.small,
  overflowWrap: 'anywhere',
  selectors: {
    '& + &': { borderTop: `1px solid ${color.line}` },
    '&:last-child': { paddingBlockEnd: 0 },
  },
})

const monospace = 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace'

export const command = style({
  marginTop: '4px',
  padding: '8px 12px',
  borderRadius: scale.radius,
  backgroundColor: color.raised,
  border: `1px solid ${color.line}`,
  fontFamily: monospace,
  fontSize: scale.size.small,
  userSelect: 'all',
})

export const word = style({ display: 'inline-block', maxWidth: '100%' })

export const job = style({ display: 'grid', gap: '8px' })

export const ends = style({
  display: 'flex',
  justifyContent: 'space-between',
  gap: '0 20px',
  fontSize: scale.size.small,
  fontVariantNumeric: 'tabular-nums',
})

export const strong = style({ fontWeight: 600, overflowWrap: 'anywhere' })

export const facts = style({ margin: 0, borderTop: `1px solid ${color.line}` })

export const fact = style({
  display: 'grid',
  gridTemplateColumns: '140px minmax(0, 1fr)',
  gap: '2px 20px',
  paddingBlock: '12px',
  borderBottom: `1px solid ${color.line}`,
  fontSize: scale.size.small,
  '@media': { [media.narrow]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
})

export const term = style({ color: color.quiet })

export const value = style({ margin: 0, overflowWrap: 'anywhere', textWrap: 'pretty' })

export const note = style({ display: 'block', marginTop: '2px', color: color.quiet })

/** How much of the accent colour each kind has. */
const strengths = {
  ...{ originals: 100, renditions: 62, cache: 62 },
  ...{ database: 42, cameras: 28, other: 18 },
}
const fill = (strength: number) => ({
  backgroundColor: `color-mix(in srgb, ${color.accent} ${strength}%, ${color.surface})`,
})

export const shares = style({
  display: 'flex',
  gap: '2px',
  height: '10px',
  borderRadius: '999px',
  overflow: 'hidden',
  backgroundColor: color.sunk,
})

export const share = styleVariants(strengths, fill)

const dot = style({
  flex: 'none',
  width: '10px',
  height: '10px',
  marginTop: '6px',
  borderRadius: '50%',
})

export const mark = styleVariants(strengths, (strength) => [dot, fill(strength)])

export const sizes = style({ margin: 0 })

export const size = style({
  display: 'flex',
  justifyContent: 'space-between',
  gap: '20px',
  paddingBlock: '8px',
  fontSize: scale.size.small,
  lineHeight: '22px',
  selectors: { '& + &': { borderTop: `1px solid ${color.line}` } },
})

export const kind = style({ display: 'flex', gap: '12px', minWidth: 0 })

export const amount = style({
  margin: 0,
  whiteSpace: 'nowrap',
  fontVariantNumeric: 'tabular-nums',
})

export const warnings = plainList

export const warning = style({
  display: 'grid',
  gap: '2px',
  paddingBlock: '10px',
  borderTop: `1px solid ${color.line}`,
  fontSize: scale.size.small,
})

export const when = style({ color: color.quiet, fontVariantNumeric: 'tabular-nums' })

/** Lines of a stack are indented, and paths in it may be long. */
export const warningText = style({ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' })
