import { style } from '@vanilla-extract/css'
import { media } from '../theme/breakpoints.ts'
import { color, scale } from '../theme/contract.css.ts'

export const checkbox = style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  alignItems: 'center',
  columnGap: '12px',
})

export const box = style({
  width: '18px',
  height: '18px',
  margin: 0,
  accentColor: color.text,
  cursor: 'pointer',
})

/** As wide as the line, so that all of its text can be clicked. */
export const label = style({
  paddingBlock: '4px',
  fontSize: scale.size.small,
  fontWeight: 600,
  cursor: 'pointer',
  '@media': { [media.touch]: { paddingBlock: '12px' } },
})

export const hint = style({
  gridColumn: 2,
  fontSize: scale.size.small,
  lineHeight: 1.4,
  textWrap: 'pretty',
  color: color.quiet,
})
