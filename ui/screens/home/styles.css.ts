import { globalStyle } from '@vanilla-extract/css'
import { media } from '../../kit/theme/breakpoints.ts'
import { color, scale } from '../../kit/theme/contract.css.ts'

globalStyle('.bio', {
  display: 'flex',
  alignItems: 'center',
  gap: '28px',
  maxWidth: scale.page,
  marginInline: 'auto',
  padding: `40px ${scale.gutter} 36px`,
  '@media': {
    [media.narrow]: { gap: '16px', paddingBlock: '24px' },
    [media.full]: { paddingInline: 0 },
  },
})

globalStyle('.bio > div', { minWidth: 0 })

globalStyle('.bio img', {
  flex: 'none',
  width: '128px',
  height: '128px',
  objectFit: 'cover',
  borderRadius: '50%',
  backgroundColor: color.sunk,
  '@media': { [media.narrow]: { width: '68px', height: '68px' } },
})

globalStyle('.bio h1', {
  '@media': { [media.narrow]: { fontSize: scale.size.heading, letterSpacing: '-.01em' } },
})

globalStyle('.bio p', {
  maxWidth: '52ch',
  marginTop: '8px',
  color: color.quiet,
  whiteSpace: 'pre-line',
  textWrap: 'balance',
  '@media': { [media.narrow]: { marginTop: '4px', fontSize: scale.size.small } },
})

globalStyle('.bio + .notice', { paddingTop: '40px' })

globalStyle('.button-link, .notice p .button-link', {
  flex: 'none',
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: '44px',
  paddingInline: '20px',
  border: `1px solid ${color.line}`,
  borderRadius: scale.radius,
  backgroundColor: color.raised,
  color: color.text,
  fontSize: scale.size.small,
  fontWeight: 600,
  textDecoration: 'none',
  transition: `border-color ${scale.quick}`,
})

globalStyle('.notice p .button-link', { marginTop: '12px' })

globalStyle('.button-link:hover', { borderColor: color.text })

globalStyle('.bio-link', { marginInlineStart: 'auto' })

// On phones the button is below the text.
globalStyle('.bio:has(.bio-link)', {
  '@media': { [media.narrow]: { display: 'grid', gridTemplateColumns: 'auto 1fr' } },
})

globalStyle('.bio .bio-link, .bio:has(.bio-link) > div:first-child', {
  '@media': { [media.narrow]: { gridColumn: '1 / -1', justifySelf: 'start' } },
})

globalStyle('.bio .bio-link', { '@media': { [media.narrow]: { marginInlineStart: 0 } } })

// The row below it has its own padding.
globalStyle('.bio:has(+ .list-head)', {
  paddingBottom: '16px',
  '@media': { [media.narrow]: { paddingBottom: '4px' } },
})
