import { style } from '@vanilla-extract/css'
import { color, scale } from '../../kit/theme/contract.css.ts'

export const fields = style({ display: 'grid', gap: '16px', marginTop: '16px' })

export const note = style({
  fontSize: scale.size.small,
  lineHeight: 1.45,
  color: color.quiet,
  textWrap: 'pretty',
})

/** Something that the reader should not miss. */
export const warning = style([
  note,
  {
    padding: '10px 12px',
    borderInlineStart: `3px solid ${color.accent}`,
    color: color.text,
    backgroundColor: color.sunk,
  },
])
