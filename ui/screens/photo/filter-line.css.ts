import { style } from '@vanilla-extract/css'
import { media } from '../../kit/theme/breakpoints.ts'
import { color, scale } from '../../kit/theme/contract.css.ts'

export const line = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 12px',
  minHeight: '49px',
  padding: `4px ${scale.gutter}`,
  borderBottom: `1px solid ${color.line}`,
  fontSize: scale.size.small,
})

export const text = style({
  flex: '1 1 150px',
  minWidth: 0,
  paddingBlock: '8px',
  fontWeight: 600,
  lineHeight: 1.35,
})

export const clear = style({
  flex: 'none',
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: '32px',
  paddingInline: '14px',
  border: `1px solid ${color.line}`,
  borderRadius: '999px',
  transition: `border-color ${scale.quick}`,
  ':hover': { borderColor: color.text },
  '@media': { [media.touch]: { minHeight: '44px' } },
})
