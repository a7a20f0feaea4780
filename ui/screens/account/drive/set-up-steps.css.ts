import { style } from '@vanilla-extract/css'
import { underlined } from '../../../kit/components/Link.css.ts'
import { media } from '../../../kit/theme/breakpoints.ts'
import { color, scale } from '../../../kit/theme/contract.css.ts'

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

export const stepNote = style({ marginTop: '8px' })

export const copied = style({ marginTop: '8px', maxWidth: '520px' })

export const stepLink = style([
  underlined,
  { '@media': { [media.touch]: { paddingBlock: '12px' } } },
])
