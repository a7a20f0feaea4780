import { globalStyle, keyframes, style } from '@vanilla-extract/css'
import { iconButton } from '../../kit/components/icon-button.css.ts'
import { media } from '../../kit/theme/breakpoints.ts'
import { color, scale, wall } from '../../kit/theme/contract.css.ts'

export const picture = style({
  cursor: 'zoom-in',
  userSelect: 'none',
  selectors: {
    "&[data-picture='neighbour']": { visibility: 'hidden' },
  },
})

// Horizontal swipes page; vertical and two-finger gestures are left to the browser.
globalStyle('.wall', { touchAction: 'pan-y pinch-zoom' })

export const placeholder = style({
  position: 'absolute',
  inset: 0,
  width: '100%',
  height: '100%',
})

export const image = style({
  position: 'relative',
  opacity: 0,
  selectors: { "&[data-loaded='true']": { opacity: 1, transition: `opacity ${scale.quick}` } },
})

const run = keyframes({
  from: { transform: 'translateX(-100%)' },
  to: { transform: 'translateX(400%)' },
})

// After a moment, a line along the bottom edge shows that the photo is still loading.
globalStyle(`${picture}[data-loading='true']::after`, {
  content: '',
  position: 'absolute',
  insetInlineStart: 0,
  bottom: 0,
  width: '25%',
  height: '2px',
  backgroundColor: wall.text,
  transform: 'translateX(-100%)',
  animation: `${run} 1.2s ${scale.ease} 300ms infinite`,
})

globalStyle(picture, { overflow: 'hidden' })

export const failure = style({
  position: 'absolute',
  insetInline: 0,
  bottom: 0,
  padding: '12px 16px',
  fontSize: scale.size.small,
  textAlign: 'center',
  color: color.text,
  backgroundColor: color.shade,
})

globalStyle('.photo-links svg, .wall svg', { width: '20px', height: '20px', strokeWidth: 1.6 })

/** In the wall's corner, which on small screens is over the photo. */
export const fullscreen = style([
  iconButton,
  {
    position: 'absolute',
    zIndex: 1,
    insetInlineEnd: '10px',
    bottom: '10px',
    color: wall.text,
    backgroundColor: `color-mix(in srgb, ${wall.surface} 60%, transparent)`,
    opacity: 0.75,
    ':hover': { opacity: 1, color: wall.text },
    ':focus-visible': { opacity: 1, outlineColor: 'currentColor' },
    '@media': { '(scripting: none)': { display: 'none' } },
  },
])

globalStyle('.wall', { position: 'relative' })

export const position = style({
  fontVariantNumeric: 'tabular-nums',
  '::before': { content: '·', marginInlineEnd: '8px' },
})

/** The owner's icons, with some room. */
const allTools = '404px'

/**
 * The link to the grid, and the position in the list. The tools appear after hydration, so a long
 * name is not given their room.
 */
export const middle = style({
  display: 'flex',
  alignItems: 'center',
  gap: '0 8px',
  minWidth: 0,
  maxWidth: `calc(100% - ${allTools})`,
  whiteSpace: 'nowrap',
  '@media': {
    [media.small]: {
      gridArea: '1 / 2',
      justifyContent: 'center',
      flexWrap: 'wrap',
      maxWidth: 'none',
    },
  },
})

/** A long name is shortened instead of pushing the position out of the row. */
export const gridLink = style({ flex: '1 1 5.5em', maxWidth: 'max-content', minWidth: 0 })

globalStyle(`${gridLink} > span`, { overflow: 'hidden', textOverflow: 'ellipsis' })

export const tools = style({ display: 'flex' })

export const slideshowTool = style([iconButton])

globalStyle(`${slideshowTool} span`, { display: 'none' })

/** Hidden on devices that probably have no keyboard. */
export const keysTool = style([
  iconButton,
  { '@media': { [media.touchOnly]: { display: 'none' } } },
])

export const info = style({
  scrollMarginBlock: `calc(${scale.bar} + 24px) 24px`,
  borderRadius: '2px',
  ':focus-visible': { outlineOffset: '10px' },
})

export const factLink = style({
  textDecoration: 'underline',
  textDecorationColor: color.edge,
  textDecorationThickness: '1px',
  textUnderlineOffset: '.25em',
  ':hover': { textDecorationColor: 'currentColor' },
})

// The tile grows into the photo, and back.
globalStyle('::view-transition-group(photo)', {
  animationDuration: scale.calm,
  animationTimingFunction: scale.ease,
})
globalStyle('::view-transition-old(photo), ::view-transition-new(photo)', {
  height: '100%',
  width: '100%',
  objectFit: 'cover',
  overflow: 'clip',
})
globalStyle('::view-transition-old(root), ::view-transition-new(root)', {
  animationDuration: scale.calm,
})
for (const part of ['group', 'old', 'new', 'image-pair']) {
  globalStyle(`::view-transition-${part}(*)`, {
    '@media': { [media.still]: { animation: 'none !important' } },
  })
}

export const hiddenMark = style({
  padding: '0 5px',
  border: `1px solid ${color.line}`,
  borderRadius: '4px',
  fontSize: scale.size.note,
  whiteSpace: 'nowrap',
})
