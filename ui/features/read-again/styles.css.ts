import { style } from '@vanilla-extract/css'
import { popup } from '../../kit/components/Dialog.css.ts'
import { media } from '../../kit/theme/breakpoints.ts'
import { color, scale } from '../../kit/theme/contract.css.ts'

const small = { fontSize: scale.size.small, lineHeight: 1.4 } as const

export const note = style({
  ...small,
  display: 'flex',
  alignItems: 'center',
  gap: '0 12px',
  minWidth: 0,
})

export const edited = style({ flex: 'none', color: color.quiet })

export const use = style({
  minWidth: 0,
  minHeight: '28px',
  padding: '0 2px',
  border: 0,
  background: 'none',
  font: 'inherit',
  color: color.accent,
  textAlign: 'start',
  whiteSpace: 'nowrap',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  cursor: 'pointer',
  ':hover': { textDecoration: 'underline' },
  '@media': { [media.touch]: { minHeight: '44px' } },
})

/** The line that reads the file again. */
export const again = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px 16px',
})

export const text = style({ ...small, color: color.quiet, textWrap: 'pretty' })

export const problem = style({ ...small, color: color.danger })

export const sectionText = style([text, { marginBottom: '12px' }])

export const dialog = style([popup, { width: 'min(680px, 100vw - 32px)' }])

export const content = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  justifyItems: 'start',
  gap: '16px',
  marginTop: '12px',
})

export const progress = style({ justifySelf: 'stretch' })

export const count = style([text, { marginTop: '8px', fontVariantNumeric: 'tabular-nums' }])

export const actions = style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  justifySelf: 'stretch',
  gap: '12px',
})

export const tableBox = style({ justifySelf: 'stretch', maxHeight: 'min(420px, 50dvh)' })

export const table = style({
  ...small,
  width: '100%',
  borderCollapse: 'collapse',
  tableLayout: 'fixed',
  overflowWrap: 'anywhere',
})

export const photo = style({ paddingBlock: '12px 4px', textAlign: 'start', fontWeight: 600 })

export const photoName = style({ display: 'flex', alignItems: 'center', gap: '12px' })

export const thumb = style({ flex: 'none', objectFit: 'cover', backgroundColor: color.sunk })

export const fileName = style({
  display: 'block',
  fontSize: scale.size.note,
  fontWeight: 400,
  color: color.quiet,
})

export const fieldColumn = style({ width: '96px' })

const cell = style({
  padding: '4px 12px 4px 0',
  verticalAlign: 'top',
  textAlign: 'start',
  whiteSpace: 'pre-line',
})

export const field = style([cell, { fontWeight: 400, color: color.quiet, whiteSpace: 'normal' }])

export const before = style([cell, { color: color.quiet }])

export const after = style([cell, { paddingInlineEnd: 0 }])

export const value = style({ textDecoration: 'none' })

export const heading = style({ ...small, fontWeight: 600 })

export const failures = style([text, { paddingInlineStart: '20px' }])
