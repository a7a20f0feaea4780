import { globalStyle } from '@vanilla-extract/css'
import { color, scale } from './contract.css.ts'

/** Shown in place of content: an empty list, a missing page, an error. */
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

// An empty picture frame.
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

// In the place of a part whose code could not be loaded.
globalStyle('.load-failure', {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px 16px',
  padding: '12px 0',
  fontSize: scale.size.small,
})

// By load-client.ts, below a page whose code could not be loaded.
globalStyle('.incomplete', {
  position: 'sticky',
  bottom: 0,
  zIndex: 5,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'center',
  gap: '4px 16px',
  padding: `10px ${scale.gutter}`,
  borderTop: `1px solid ${color.edge}`,
  color: color.text,
  backgroundColor: color.raised,
  fontSize: scale.size.small,
})
globalStyle('.incomplete button', {
  minHeight: '40px',
  padding: '0 14px',
  border: `1px solid ${color.edge}`,
  borderRadius: scale.radius,
  background: 'none',
  fontWeight: 600,
  cursor: 'pointer',
})

// In a browser too old for the scripts, what only they can do is not offered.
globalStyle(':root[data-too-old] #content button, :root[data-too-old] button:not([type=submit])', {
  display: 'none',
})
