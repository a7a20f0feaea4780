import { style } from '@vanilla-extract/css'
import { stateText } from '../../../../kit/account/settings-card.css.ts'
import { plainList } from '../../../../kit/components/plain-list.css.ts'
import { media } from '../../../../kit/theme/breakpoints.ts'
import { color, scale } from '../../../../kit/theme/contract.css.ts'

export const state = style({ display: 'grid', gap: '6px' })

export const news = style([stateText, { selectors: { '&:not(:empty)': { marginTop: '8px' } } }])

export const list = style([plainList, { borderTop: `1px solid ${color.line}` }])

export const row = style({
  display: 'grid',
  gridTemplateColumns: '96px minmax(0, 1fr) auto',
  alignItems: 'center',
  gap: '12px 16px',
  paddingBlock: '12px',
  borderBottom: `1px solid ${color.line}`,
  '@media': { [media.narrow]: { gridTemplateColumns: '96px minmax(0, 1fr)' } },
})

export const picture = style({
  position: 'relative',
  display: 'block',
  alignSelf: 'start',
  width: '96px',
  height: '96px',
  overflow: 'hidden',
  borderRadius: scale.radius,
  fontSize: scale.size.small,
})

export const image = style({ width: '100%', height: '100%', objectFit: 'cover' })

export const facts = style({ display: 'grid', gap: '2px', minWidth: 0, overflowWrap: 'anywhere' })

export const name = style({ fontWeight: 600 })

/** Below the facts on phones. */
export const button = style({
  '@media': { [media.narrow]: { gridColumn: '1 / -1', justifySelf: 'end' } },
})
