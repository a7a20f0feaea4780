import { globalStyle, style } from '@vanilla-extract/css'
import { hint, input } from '../../kit/components/TextField.css.ts'
import { appearLate } from '../../kit/components/waiting.css.ts'
import { media } from '../../kit/theme/breakpoints.ts'
import { color, scale } from '../../kit/theme/contract.css.ts'

export const form = style({ display: 'grid', gap: '6px' })

export const row = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'end',
  gap: '8px',
})

globalStyle(`${row} > button`, { minHeight: '44px' })

/** Grows with the text, which is repeated invisibly behind the field. */
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

/** Reserves its line, so that the comments do not move while typing. */
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

/** Its touch target is larger than the icon. */
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

export const empty = style({
  marginTop: '12px',
  fontSize: scale.size.small,
  color: color.quiet,
})

/** Appears only if loading takes longer than a moment. */
export const loading = style([empty, { animation: appearLate }])

export const notLoaded = style([
  empty,
  { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px 16px' },
])

export const notLoadedText = style({ '@media': { [media.narrow]: { width: '100%' } } })
