import { globalStyle, style } from '@vanilla-extract/css'
import { hint, input } from '../components/TextField.css.ts'
import { appearLate } from '../components/waiting.css.ts'
import { media } from '../theme/breakpoints.ts'
import { color, scale } from '../theme/contract.css.ts'

export const form = style({ display: 'grid', gap: '6px' })

export const row = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'end',
  gap: '8px',
})

globalStyle(`${row} > button`, { minHeight: '44px' })

/** As high as its words: they stand behind the field once more, unseen. */
export const growing = style({
  display: 'grid',
  maxHeight: '240px',
  '::after': {
    content: 'attr(data-text)',
    gridArea: '1 / 1',
    padding: '9px 12px',
    border: '1px solid transparent',
    maxHeight: '240px',
    overflow: 'hidden',
    lineHeight: '24px',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    visibility: 'hidden',
  },
})

export const textarea = style([
  input,
  {
    gridArea: '1 / 1',
    overflowY: 'auto',
    overflowWrap: 'anywhere',
    selectors: { '&&': { resize: 'none' }, '&::placeholder': { color: color.quiet, opacity: 1 } },
  },
])

/** Keeps its line, so that the comments do not move while one writes. */
export const note = style([hint, { minHeight: '20px' }])
export const problem = style([note, { color: color.danger }])

export const list = style({
  display: 'grid',
  gap: '20px',
  margin: '12px 0',
  padding: 0,
  listStyle: 'none',
})

export const comment = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  columnGap: '8px',
})

export const head = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  gap: '0 8px',
  minWidth: 0,
})

export const name = style({ fontSize: scale.size.small, fontWeight: 600 })

export const time = style({ fontSize: scale.size.note, color: color.quiet, whiteSpace: 'nowrap' })

export const body = style({
  gridColumn: 1,
  maxWidth: '65ch',
  marginTop: '2px',
  whiteSpace: 'pre-wrap',
})

/** Quiet until it is looked for; its target is larger than it looks. */
export const remove = style({
  gridArea: '1 / 2 / span 2',
  display: 'grid',
  placeItems: 'center',
  width: '44px',
  height: '44px',
  marginBlock: '-10px',
  marginInlineEnd: '-12px',
  padding: 0,
  border: 0,
  borderRadius: scale.radius,
  background: 'none',
  color: color.quiet,
  cursor: 'pointer',
  ':hover': { color: color.danger },
})

globalStyle(`${remove} svg`, { width: '18px', height: '18px', strokeWidth: 1.6 })

export const empty = style({
  marginTop: '12px',
  fontSize: scale.size.small,
  color: color.quiet,
})

/** Said only when it takes longer than a moment. */
export const loading = style([empty, { animation: appearLate }])

export const notLoaded = style([
  empty,
  { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px 16px' },
])

globalStyle(`${notLoaded} > p`, {
  '@media': { [media.narrow]: { width: '100%' } },
})
