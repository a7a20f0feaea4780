import { globalStyle } from '@vanilla-extract/css'
import { media } from '../theme/breakpoints.ts'
import { color, scale } from '../theme/contract.css.ts'

globalStyle('.filter-chips', {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px',
  maxWidth: scale.page,
  margin: '0 auto 16px',
  padding: `0 ${scale.gutter}`,
  listStyle: 'none',
  fontSize: scale.size.small,
  '@media': { [media.full]: { paddingInline: 0 } },
})

globalStyle('.filter-chips a', {
  display: 'inline-flex',
  alignItems: 'center',
  gap: '8px',
  minHeight: '32px',
  padding: '4px 10px 4px 14px',
  border: `1px solid ${color.line}`,
  borderRadius: '16px',
  lineHeight: 1.35,
  transition: `border-color ${scale.quick}`,
  '@media': { [media.touch]: { minHeight: '44px', borderRadius: '22px' } },
})

globalStyle('.filter-chips a:hover', { borderColor: color.text })

globalStyle('.filter-chips a::after', {
  content: "'×' / ''",
  color: color.quiet,
  fontSize: '1.1em',
})

globalStyle('.filter-chips a:hover::after', { color: color.text })
