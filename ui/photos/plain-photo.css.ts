import { globalStyle } from '@vanilla-extract/css'
import { media } from '../theme/breakpoints.ts'
import { color, scale, wall } from '../theme/contract.css.ts'

/**
 * The server's page of one photo. The wall's height does not depend on the photo: nothing moves
 * while it loads, and the links stay in place from photo to photo.
 */
const below = '72px'

globalStyle('.photo-page', {
  vars: {
    '--wall-height': `max(280px, calc(100svh - ${scale.bar} - ${below}))`,
    '--wall-margin': '24px',
  },
  '@media': {
    [media.narrow]: { vars: { '--wall-height': 'max(280px, 64svh)', '--wall-margin': '0px' } },
    [media.low]: { vars: { '--wall-margin': '8px' } },
  },
})

globalStyle('.wall', {
  height: 'var(--wall-height)',
  display: 'grid',
  placeItems: 'center',
  padding: 'var(--wall-margin)',
  color: wall.text,
  backgroundColor: wall.surface,
  // A wall of the page's own colour still has an edge.
  borderBottom: `1px solid ${color.line}`,
})

globalStyle('.wall a', { minWidth: 0, maxWidth: '100%' })

globalStyle('.wall a:focus-visible', { outlineColor: 'currentColor', outlineOffset: '3px' })

const room = 'calc(var(--wall-height) - 2 * var(--wall-margin) - 1px)'

globalStyle('.wall img', {
  width: 'auto',
  height: 'auto',
  maxWidth: '100%',
  maxHeight: room,
  '@supports': {
    // The frame has its final size, filled with the photo's colour, before the photo is there.
    '(width: attr(width type(<number>)))': {
      vars: {
        '--width': 'attr(width type(<number>), 3)',
        '--height': 'attr(height type(<number>), 2)',
      },
      width: `min(100vw - 2 * var(--wall-margin), var(--width) * 1px, ${room} * var(--width) / var(--height))`,
    },
  },
})

globalStyle('.photo-links', {
  display: 'grid',
  gridTemplateColumns: '1fr auto 1fr',
  maxWidth: scale.page,
  marginInline: 'auto',
  paddingInline: scale.gutter,
  fontSize: scale.size.small,
  color: color.quiet,
  '@media': { [media.full]: { paddingInline: 0 } },
})

globalStyle('.photo-links a', {
  gridColumn: 2,
  display: 'inline-flex',
  alignItems: 'center',
  justifySelf: 'start',
  gap: '8px',
  minHeight: '48px',
  transition: `color ${scale.quick}`,
})

globalStyle('.photo-links a:hover', { color: color.text })
globalStyle('.photo-links a[rel=prev]', { gridColumn: 1, gridRow: 1 })
globalStyle('.photo-links a[rel=next]', { gridColumn: 3, gridRow: 1, justifySelf: 'end' })

const chevron = {
  content: '',
  width: '7px',
  height: '7px',
  border: 'solid',
  borderWidth: '1.5px 1.5px 0 0',
} as const

globalStyle('.photo-links a[rel=prev]::before', { ...chevron, transform: 'rotate(-135deg)' })
globalStyle('.photo-links a[rel=next]::after', { ...chevron, transform: 'rotate(45deg)' })

globalStyle('.photo-text', {
  display: 'grid',
  gap: '28px 56px',
  maxWidth: scale.page,
  marginInline: 'auto',
  padding: `16px ${scale.gutter} 64px`,
  '@media': {
    [media.wide]: { gridTemplateColumns: 'minmax(0, 1fr) 300px', paddingTop: '20px' },
    [media.full]: { paddingInline: 0 },
  },
})

globalStyle('.photo-text h1', {
  fontSize: scale.size.heading,
  lineHeight: 1.3,
  letterSpacing: '-.01em',
})

globalStyle('.description', {
  maxWidth: '65ch',
  marginTop: '8px',
  whiteSpace: 'pre-line',
  textWrap: 'pretty',
})

globalStyle('.keywords', { marginTop: '12px', fontSize: scale.size.small, color: color.quiet })

globalStyle('.photo-text aside', { fontSize: scale.size.small, lineHeight: '1.25rem' })

globalStyle('.photo-text aside > p', {
  marginBottom: '12px',
  '@media': { [media.wide]: { paddingTop: '4px' } },
})

globalStyle('.facts', {
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  gap: '8px 20px',
  fontVariantNumeric: 'tabular-nums',
})

globalStyle('.facts dt', { color: color.quiet })
