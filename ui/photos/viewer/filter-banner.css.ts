import { globalStyle } from '@vanilla-extract/css'
import { media } from '../../theme/breakpoints.ts'
import { color, scale } from '../../theme/contract.css.ts'

globalStyle('.filter-banner', {
  display: 'flex',
  alignItems: 'center',
  gap: '4px 12px',
  minHeight: '49px',
  paddingInline: scale.gutter,
  borderBottom: `1px solid ${color.line}`,
  fontSize: scale.size.small,
})

globalStyle('.filter-banner + .photo-page', { vars: { '--banner': '49px' } })

globalStyle('.filter-banner p', {
  flex: 1,
  minWidth: 0,
  paddingBlock: '8px',
  fontWeight: 600,
  lineHeight: 1.35,
})

globalStyle('.filter-clear', {
  flex: 'none',
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: '32px',
  paddingInline: '14px',
  border: `1px solid ${color.line}`,
  borderRadius: '999px',
  transition: `border-color ${scale.quick}`,
  '@media': { [media.touch]: { minHeight: '44px' } },
})

globalStyle('.filter-clear:hover', { borderColor: color.text })

globalStyle('.filter-out', {
  flex: 'none',
  display: 'grid',
  placeItems: 'center',
  width: '44px',
  height: '44px',
  // The icon is aligned with the margin; its touch target extends beyond it.
  marginInlineEnd: '-12px',
  borderRadius: scale.radius,
  color: color.quiet,
  transition: `color ${scale.quick}`,
})

globalStyle('.filter-out:hover', { color: color.text })

globalStyle('.filter-out svg', {
  width: '18px',
  height: '18px',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.6,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
})
