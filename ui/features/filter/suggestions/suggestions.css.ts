import { style } from '@vanilla-extract/css'
import { media } from '../../../kit/theme/breakpoints.ts'
import { color, scale } from '../../../kit/theme/contract.css.ts'
import { inMenu } from '../../search/search-box.css.ts'

export const list = style({
  position: 'absolute',
  zIndex: 6,
  insetBlockStart: 'calc(100% + 6px)',
  insetInlineEnd: 0,
  width: 'max(100%, 340px)',
  maxWidth: 'calc(100vw - 32px)',
  maxHeight: '60dvh',
  overflowY: 'auto',
  margin: 0,
  padding: '6px',
  listStyle: 'none',
  border: `1px solid ${color.line}`,
  borderRadius: '8px',
  backgroundColor: color.raised,
  boxShadow: `0 8px 32px ${color.shadow}`,
  fontSize: scale.size.small,
  selectors: {
    '&[hidden]': { display: 'none' },
    [`${inMenu} &`]: { width: '100%' },
  },
})

export const option = style({
  display: 'flex',
  alignItems: 'baseline',
  gap: '10px',
  padding: '7px 10px',
  borderRadius: '4px',
  cursor: 'pointer',
  ':hover': { backgroundColor: color.sunk },
  selectors: { "&[aria-selected='true']": { backgroundColor: color.sunk } },
  '@media': { [media.touch]: { minHeight: '44px', alignItems: 'center' } },
})

/** What the value is of, in a column of its own. */
export const key = style({
  flex: 'none',
  width: '92px',
  color: color.quiet,
  selectors: { [`${inMenu} &`]: { display: 'none' } },
})

export const label = style({ flex: 1, minWidth: 0, lineHeight: 1.3 })

/** A key as it is typed. */
export const code = style({
  flex: 'none',
  minWidth: '92px',
  selectors: { [`${inMenu} &`]: { minWidth: 0 } },
})

export const meaning = style([label, { color: color.quiet }])

export const count = style({ color: color.quiet, fontVariantNumeric: 'tabular-nums' })
