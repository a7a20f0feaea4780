import { globalStyle, style } from '@vanilla-extract/css'
import { color, scale } from '../theme/contract.css.ts'
import { buttonLink } from './Link.css.ts'

export const notice = style({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: '8px',
  maxWidth: scale.reading,
  marginInline: 'auto',
  padding: `max(48px, 16svh) ${scale.gutter} 64px`,
  textAlign: 'center',
  textWrap: 'balance',
  // An empty picture frame.
  '::before': {
    content: '',
    width: '72px',
    height: '72px',
    marginBottom: '20px',
    border: `2px solid ${color.edge}`,
    borderRadius: '6px',
    boxShadow: `inset 0 0 0 10px ${color.surface}, inset 0 0 0 11px ${color.line}`,
  },
})

export const heading = style({
  fontSize: scale.size.heading,
  lineHeight: 1.3,
  letterSpacing: '-.01em',
})

// Its paragraphs, links and buttons are those of the screen that uses it.
globalStyle(`${notice} p`, { maxWidth: '48ch', color: color.quiet })

globalStyle(`${notice} p button`, { marginTop: '12px' })

globalStyle(`${notice} p a`, {
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: '44px',
  color: color.text,
})

/** A link that is the next step. */
export const nextStep = style([buttonLink, { marginTop: '12px' }])
