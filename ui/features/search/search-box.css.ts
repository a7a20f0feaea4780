import { globalStyle } from '@vanilla-extract/css'
import { media } from '../../kit/theme/breakpoints.ts'
import { color, scale } from '../../kit/theme/contract.css.ts'

globalStyle('.search-box', { position: 'relative', display: 'grid', alignItems: 'center' })

globalStyle('.search-box.is-in-bar', {
  width: 'clamp(132px, 22vw, 240px)',
  marginInlineEnd: '8px',
  '@media': { [media.narrow]: { display: 'none' } },
})

globalStyle('.search-box.is-in-menu', { margin: '0 16px 12px' })

globalStyle('.search-box input', {
  width: '100%',
  height: '36px',
  paddingInline: '36px 10px',
  border: `1px solid ${color.edge}`,
  borderRadius: scale.radius,
  color: color.text,
  backgroundColor: color.raised,
  transition: `border-color ${scale.quick}`,
  appearance: 'none',
  // Below 16 px, phones zoom in on a focused field.
  fontSize: scale.size.small,
  '@media': { [media.touch]: { height: '44px', fontSize: scale.size.body } },
})
globalStyle('.search-box input:hover', { borderColor: color.text })
globalStyle('.search-box input:focus-visible', {
  borderColor: color.accent,
  outline: `1px solid ${color.accent}`,
  outlineOffset: 0,
})
globalStyle('.search-box input::placeholder', { color: color.quiet, opacity: 1 })

globalStyle('.search-box svg', {
  position: 'absolute',
  insetInlineStart: '10px',
  color: color.quiet,
  pointerEvents: 'none',
})
