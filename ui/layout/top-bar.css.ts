import { globalStyle } from '@vanilla-extract/css'
import { color, scale } from '../theme/contract.css.ts'

globalStyle('.top-bar', {
  position: 'sticky',
  top: 0,
  zIndex: 2,
  height: scale.bar,
  display: 'flex',
  alignItems: 'center',
  paddingInline: scale.gutter,
  backgroundColor: color.shade,
  backdropFilter: 'blur(14px) saturate(1.4)',
  borderBottom: `1px solid ${color.line}`,
})

globalStyle('.brand', {
  minWidth: 0,
  lineHeight: '44px',
  // The mark stands on the margin; the touch target goes beyond it.
  marginInlineStart: '-8px',
  paddingInline: '8px',
  borderRadius: scale.radius,
  fontWeight: 600,
  letterSpacing: '-.01em',
  whiteSpace: 'nowrap',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
})

globalStyle('.brand:focus-visible', { outlineOffset: '-4px' })

// A framed photo, the mark of the house.
globalStyle('.logo', {
  display: 'inline-block',
  width: '18px',
  height: '18px',
  marginInlineEnd: '10px',
  verticalAlign: '-3px',
  padding: '3px',
  border: '2px solid',
  borderRadius: '3px',
  backgroundColor: 'currentColor',
  backgroundClip: 'content-box',
})
