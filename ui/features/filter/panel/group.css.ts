import { style } from '@vanilla-extract/css'
import { media } from '../../../kit/theme/breakpoints.ts'
import { color, scale } from '../../../kit/theme/contract.css.ts'

export const group = style({
  selectors: { '& + &': { borderTop: `1px solid ${color.line}` } },
})

export const summary = style({
  display: 'flex',
  alignItems: 'center',
  gap: '8px',
  minHeight: '44px',
  paddingInline: '20px 16px',
  cursor: 'pointer',
  listStyle: 'none',
  ':focus-visible': { outlineOffset: '-2px' },
  selectors: { '&::-webkit-details-marker': { display: 'none' } },
})

export const name = style({ margin: 0, flex: 1, fontSize: scale.size.small, fontWeight: 600 })

export const chosen = style({ fontSize: scale.size.note, color: color.quiet })

export const arrow = style({
  color: color.quiet,
  transition: `transform ${scale.quick}`,
  selectors: { [`${group}[open] &`]: { transform: 'rotate(180deg)' } },
})

export const values = style({
  listStyle: 'none',
  margin: 0,
  padding: '0 8px 8px 20px',
  fontSize: scale.size.small,
})

export const value = style({ display: 'flex', alignItems: 'stretch' })

export const choice = style({
  flex: 1,
  minWidth: 0,
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto',
  alignItems: 'center',
  columnGap: '10px',
  minHeight: '30px',
  cursor: 'pointer',
  '@media': { [media.touch]: { minHeight: '44px' } },
})

export const box = style({
  width: '16px',
  height: '16px',
  margin: 0,
  accentColor: color.text,
  cursor: 'pointer',
})

export const label = style({
  lineHeight: 1.3,
  paddingBlock: '4px',
  selectors: { [`${value}[data-state='excluded'] &`]: { textDecoration: 'line-through' } },
})

export const count = style({
  color: color.quiet,
  fontVariantNumeric: 'tabular-nums',
  textAlign: 'end',
})

/** Quiet until the value is pointed at, focused or excluded. */
export const not = style({
  flex: 'none',
  minWidth: '36px',
  marginInlineStart: '4px',
  padding: 0,
  border: 0,
  borderRadius: scale.radius,
  background: 'none',
  color: color.quiet,
  fontSize: scale.size.note,
  cursor: 'pointer',
  ':focus-visible': { outlineOffset: '-2px' },
  '@media': {
    [media.touch]: { minWidth: '44px' },
    [media.mouse]: {
      opacity: 0,
      transition: `opacity ${scale.quick}`,
      selectors: {
        [`${value}:hover &, &:focus-visible, &[aria-pressed='true']`]: { opacity: 1 },
      },
    },
  },
  selectors: {
    '&:hover': { color: color.text },
    "&[aria-pressed='true']": { color: color.danger, fontWeight: 600 },
  },
})

const field0 = {
  border: `1px solid ${color.edge}`,
  borderRadius: scale.radius,
  color: color.text,
  backgroundColor: color.raised,
  fontSize: scale.size.small,
} as const

const focused = {
  borderColor: color.accent,
  outline: `1px solid ${color.accent}`,
  outlineOffset: 0,
} as const

export const find = style({
  ...field0,
  display: 'block',
  width: 'calc(100% - 40px)',
  height: '34px',
  margin: '0 20px 6px',
  paddingInline: '10px',
  appearance: 'none',
  ':focus-visible': focused,
  '::placeholder': { color: color.quiet, opacity: 1 },
  // Below 16 px, phones zoom in on a focused field.
  '@media': { [media.touch]: { height: '44px', fontSize: scale.size.body } },
})

export const none = style({
  padding: '0 20px 8px',
  color: color.quiet,
  fontSize: scale.size.small,
})

export const more = style({
  display: 'block',
  minHeight: '36px',
  margin: '-4px 12px 8px',
  paddingInline: '8px',
  border: 0,
  borderRadius: scale.radius,
  background: 'none',
  color: color.quiet,
  fontSize: scale.size.small,
  fontWeight: 600,
  cursor: 'pointer',
  ':hover': { color: color.text },
  '@media': { [media.touch]: { minHeight: '44px' } },
})

export const range = style({
  display: 'grid',
  gridTemplateColumns: '1fr 1fr',
  gap: '4px 12px',
  padding: '0 20px 14px',
})

export const field = style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  alignItems: 'center',
  gap: '8px',
  color: color.quiet,
  fontSize: scale.size.small,
})

export const number = style({
  ...field0,
  width: '100%',
  height: '34px',
  paddingInline: '8px',
  fontVariantNumeric: 'tabular-nums',
  ':focus-visible': focused,
  selectors: {
    "&[aria-invalid='true']": { borderColor: color.danger, outlineColor: color.danger },
  },
  '@media': { [media.touch]: { height: '44px', fontSize: scale.size.body } },
})

export const rangeProblem = style({
  gridColumn: '1 / -1',
  color: color.danger,
  fontSize: scale.size.note,
})
