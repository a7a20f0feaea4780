import { globalStyle } from '@vanilla-extract/css'
import { color, scale } from './contract.css.ts'

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
