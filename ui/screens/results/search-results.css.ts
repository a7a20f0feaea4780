import { globalStyle } from '@vanilla-extract/css'
import { media } from '../../kit/theme/breakpoints.ts'
import { color, scale } from '../../kit/theme/contract.css.ts'

globalStyle('.search-heading', {
  maxWidth: scale.page,
  marginInline: 'auto',
  padding: `36px ${scale.gutter} 20px`,
  overflowWrap: 'anywhere',
  '@media': {
    [media.narrow]: { paddingBlock: '24px 12px' },
    [media.full]: { paddingInline: 0 },
  },
})

// Many fonts extend below the heading's line box.
globalStyle('.search-heading h1', { marginBottom: '6px' })

globalStyle('.search-heading p', {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '0 20px',
  color: color.quiet,
  fontSize: scale.size.small,
  fontVariantNumeric: 'tabular-nums',
})

globalStyle('.search-heading a', {
  lineHeight: '44px',
  textDecoration: 'underline',
  textDecorationColor: color.edge,
  textDecorationThickness: '1px',
  textUnderlineOffset: '.25em',
})

globalStyle('.search-heading a:hover', { color: color.text })
