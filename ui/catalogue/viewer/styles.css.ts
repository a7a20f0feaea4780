import { globalStyle, keyframes, style } from '@vanilla-extract/css'
import { iconButton } from '../../kit/components/icon-button.css.ts'
import { media } from '../../kit/theme/breakpoints.ts'
import { color, scale, wall } from '../../kit/theme/contract.css.ts'

/** The area around the photo; the photo's page sets its height and margins. */
export const stage = style({
  position: 'relative',
  height: 'var(--wall-height)',
  display: 'grid',
  gridTemplate: 'minmax(0, 1fr) / minmax(0, 1fr)',
  placeItems: 'center',
  overflow: 'hidden',
  color: wall.text,
  backgroundColor: wall.surface,
  // Visible even if the wall has the page's background colour.
  borderBottom: `1px solid ${color.line}`,
  // Horizontal swipes page; vertical and two-finger gestures are left to the browser.
  touchAction: 'pan-y pinch-zoom',
})

const room = 'calc(var(--wall-height) - 2 * var(--margin-block) - 1px)'

const run = keyframes({
  from: { transform: 'translateX(-100%)' },
  to: { transform: 'translateX(400%)' },
})

/** The box has its final size before the photo is loaded. */
export const picture = style({
  gridArea: '1 / 1',
  position: 'relative',
  width: `min(100% - 2 * var(--margin-inline), var(--width) * 1px, ${room} * var(--width) / var(--height))`,
  aspectRatio: 'var(--width) / var(--height)',
  overflow: 'hidden',
  cursor: 'zoom-in',
  userSelect: 'none',
  ':focus-visible': { outlineColor: 'currentColor', outlineOffset: '3px' },
  selectors: {
    "&[data-picture='neighbour']": { visibility: 'hidden' },
    // After a moment, a line along the bottom edge shows that the photo is still loading.
    "&[data-loading='true']::after": {
      content: '',
      position: 'absolute',
      insetInlineStart: 0,
      bottom: 0,
      width: '25%',
      height: '2px',
      backgroundColor: wall.text,
      transform: 'translateX(-100%)',
      animation: `${run} 1.2s ${scale.ease} 300ms infinite`,
    },
  },
})

export const placeholder = style({
  position: 'absolute',
  inset: 0,
  width: '100%',
  height: '100%',
})

export const image = style({
  position: 'relative',
  width: '100%',
  height: '100%',
  opacity: 0,
  selectors: { "&[data-loaded='true']": { opacity: 1, transition: `opacity ${scale.quick}` } },
})

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
