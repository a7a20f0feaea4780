import { globalStyle } from '@vanilla-extract/css'
import { media } from '../../kit/theme/breakpoints.ts'
import { color, scale, wall } from '../../kit/theme/contract.css.ts'

/**
 * The wall is the area around the photo. Its height does not depend on the photo, so that nothing
 * moves while a photo loads and the links stay in place. `below` is left for the links and title.
 */
const below = '96px'
/** Space for a link beside the photo. */
const side = '64px'

globalStyle('.photo-page', {
  position: 'relative',
  vars: {
    '--wall-room': `calc(100svh - ${scale.bar} - ${below} - var(--banner, 0px))`,
    '--wall-height': 'max(280px, min(var(--wall-room), 90vw))',
    '--margin-block': '24px',
    '--margin-inline': side,
  },
  '@media': {
    [media.narrow]: {
      vars: { '--wall-height': 'max(280px, min(64svh, var(--wall-room), 150vw))' },
    },
    [media.low]: { vars: { '--margin-block': '8px' } },
  },
})

// On small screens the photo gets the space of the borders.
globalStyle("html[data-borders='left-right'] .photo-page", { vars: { '--margin-block': '0px' } })
globalStyle("html[data-borders='none'] .photo-page", {
  vars: { '--margin-block': '0px', '--margin-inline': '0px' },
})
globalStyle('html .photo-page.photo-page', {
  '@media': { [media.small]: { vars: { '--margin-block': '0px', '--margin-inline': '0px' } } },
})

globalStyle('.wall', {
  height: 'var(--wall-height)',
  display: 'grid',
  gridTemplate: 'minmax(0, 1fr) / minmax(0, 1fr)',
  placeItems: 'center',
  overflow: 'hidden',
  color: wall.text,
  backgroundColor: wall.surface,
  // Visible even if the wall has the page's background colour.
  borderBottom: `1px solid ${color.line}`,
})

const room = 'calc(var(--wall-height) - 2 * var(--margin-block) - 1px)'

// The box has its final size before the photo is loaded.
globalStyle('.picture', {
  gridArea: '1 / 1',
  position: 'relative',
  width: `min(100% - 2 * var(--margin-inline), var(--width) * 1px, ${room} * var(--width) / var(--height))`,
  aspectRatio: 'var(--width) / var(--height)',
})

globalStyle('.picture:focus-visible', { outlineColor: 'currentColor', outlineOffset: '3px' })

globalStyle('.picture img', { width: '100%', height: '100%' })

globalStyle('.photo-links', {
  display: 'flex',
  alignItems: 'center',
  gap: '4px 12px',
  maxWidth: scale.page,
  minHeight: '48px',
  marginInline: 'auto',
  paddingInline: scale.gutter,
  fontSize: scale.size.small,
  color: color.quiet,
  '@media': {
    [media.full]: { paddingInline: 0 },
    [media.small]: {
      display: 'grid',
      gridTemplateColumns: '44px minmax(0, 1fr) 44px',
      paddingInline: '4px',
    },
  },
})

globalStyle('.photo-links a', {
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  minHeight: '44px',
  borderRadius: scale.radius,
  transition: `color ${scale.quick}, opacity ${scale.quick}`,
})

globalStyle('.photo-links a:not([rel]):hover', { color: color.text })

globalStyle('.photo-links > a:not([rel])', {
  '@media': { [media.small]: { gridArea: '1 / 2', justifySelf: 'center' } },
})

// Previous and next are chevrons: on the wall's sides, or in the row on small screens.
globalStyle('.photo-links a[rel]', {
  position: 'absolute',
  top: side,
  width: side,
  height: `calc(var(--wall-height) - 2 * ${side})`,
  fontSize: 0,
  color: wall.text,
  '@media': {
    [media.small]: {
      position: 'static',
      gridRow: 1,
      width: '44px',
      height: '44px',
      color: color.text,
    },
  },
})

globalStyle('.photo-links a[rel]:focus-visible', {
  outlineColor: 'currentColor',
  outlineOffset: '-4px',
})
globalStyle('.photo-links a[rel=prev]', { gridColumn: 1, insetInlineStart: 0 })
globalStyle('.photo-links a[rel=next]', { gridColumn: -2, insetInlineEnd: 0 })
globalStyle('.photo-links a[aria-disabled]', {
  opacity: 0,
  cursor: 'default',
  '@media': { '(scripting: none)': { display: 'none' } },
})

globalStyle('.photo-links a[rel]::before', {
  content: '',
  flex: 'none',
  width: '13px',
  height: '13px',
  border: 'solid',
  borderWidth: '2px 2px 0 0',
  opacity: 0.6,
  transition: `opacity ${scale.quick}`,
})

globalStyle('.photo-links a[rel=prev]::before', { transform: 'translateX(3px) rotate(-135deg)' })
globalStyle('.photo-links a[rel=next]::before', { transform: 'translateX(-3px) rotate(45deg)' })
globalStyle('.photo-links a[rel]:hover::before, .photo-links a[rel]:focus-visible::before', {
  opacity: 1,
})

// Without borders the photo may extend below the chevron.
globalStyle("html[data-borders='none'] .photo-links a[rel]", {
  '@media': {
    [media.wide]: {
      background: `radial-gradient(circle, color-mix(in srgb, ${wall.surface} 72%, transparent) 22px, transparent 22.5px)`,
    },
  },
})

// The owner's tools and the shortcuts button; their space is reserved until their code is loaded.
globalStyle('.photo-tools', {
  display: 'flex',
  justifyContent: 'flex-end',
  minWidth: `${3 * 44}px`,
  marginInlineStart: 'auto',
  // The icons are aligned with the margin; their touch targets extend beyond it.
  marginInlineEnd: '-12px',
  '@media': {
    [media.small]: {
      gridColumn: '1 / -1',
      justifyContent: 'center',
      minWidth: 0,
      minHeight: '44px',
      margin: 0,
    },
    '(scripting: none)': { display: 'none' },
  },
})

globalStyle('.photo-tools.is-owner', {
  minWidth: `${10 * 44}px`,
  // On a phone, they use its whole width.
  '@media': { [media.small]: { minWidth: 0, marginInline: '-4px' } },
})

// The owner's buttons share the width of a narrow phone.
globalStyle('.photo-tools.is-owner > [role=group]', {
  '@media': { [media.small]: { display: 'contents' } },
})
globalStyle('.photo-tools.is-owner :is(a, button)', {
  '@media': { [media.small]: { minWidth: 0, flex: '0 1 44px' } },
})

// A visitor's buttons fit into the row of links on small screens; one is for keyboards only.
globalStyle('.photo-links:not(.is-owner)', {
  '@media': {
    [media.small]: { columnGap: 0, gridTemplateColumns: '44px minmax(0, 1fr) 132px 44px' },
    [media.touchOnly]: { gridTemplateColumns: '44px minmax(0, 1fr) 88px 44px' },
    '(scripting: none)': { gridTemplateColumns: '44px minmax(0, 1fr) 44px' },
  },
})

globalStyle('.photo-tools:not(.is-owner)', {
  '@media': { [media.small]: { gridArea: '1 / 3' } },
})

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

// A link that wraps would overlap the ones beside it.
globalStyle('.keywords a', { display: 'inline-block', maxWidth: '100%' })

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
