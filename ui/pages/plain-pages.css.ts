import { globalStyle } from '@vanilla-extract/css'
import { media } from '../theme/breakpoints.ts'
import { color, scale } from '../theme/contract.css.ts'

/** The owner's words above the photos, and the written empty states and refusals. */
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

globalStyle('.notice', {
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: '8px',
  maxWidth: scale.reading,
  marginInline: 'auto',
  padding: `max(48px, 16svh) ${scale.gutter} 64px`,
  textAlign: 'center',
  textWrap: 'balance',
})

globalStyle('.bio + .notice', { paddingTop: '40px' })

// The house's frame, hung with nothing in it.
globalStyle('.notice::before', {
  content: '',
  width: '72px',
  height: '72px',
  marginBottom: '20px',
  border: `2px solid ${color.edge}`,
  borderRadius: '6px',
  boxShadow: `inset 0 0 0 10px ${color.surface}, inset 0 0 0 11px ${color.line}`,
})

globalStyle('.notice h1', {
  fontSize: scale.size.heading,
  lineHeight: 1.3,
  letterSpacing: '-.01em',
})

globalStyle('.notice p', { maxWidth: '48ch', color: color.quiet })

globalStyle('.notice p button', { marginTop: '12px' })

globalStyle('.notice p a', {
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: '44px',
  color: color.text,
})
