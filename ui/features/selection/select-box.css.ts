import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '../../kit/theme/breakpoints.ts'
import { color, scale } from '../../kit/theme/contract.css.ts'

/** Set on the document while photos are selected. */
const selecting = ':root[data-selecting]'

/** As large as the lock in the opposite corner. */
export const box = style({
  position: 'absolute',
  zIndex: 1,
  top: 0,
  insetInlineStart: 0,
  width: 'clamp(28px, 36%, 44px)',
  aspectRatio: '1',
  display: 'grid',
  placeItems: 'center',
  padding: 0,
  border: 0,
  background: 'none',
  color: '#fff',
  cursor: 'pointer',
  opacity: 0,
  transition: `opacity ${scale.quick}`,
  ':focus-visible': { outline: 'none' },
  '@media': {
    [media.touch]: { minWidth: '44px' },
    // A tap on the corner must open the photo until a long press has started selecting.
    [media.touchOnly]: { visibility: 'hidden' },
  },
  selectors: {
    ':is(:hover, :focus-within) > &': { opacity: 1 },
    [`${selecting} &`]: { opacity: 1, visibility: 'visible' },
  },
})

export const face = style({
  display: 'grid',
  placeItems: 'center',
  width: '59%',
  aspectRatio: '1',
  borderRadius: '50%',
  border: '2px solid #fff',
  backgroundColor: 'rgba(0, 0, 0, .45)',
  boxShadow: '0 0 0 1px rgba(0, 0, 0, .35)',
  transition: `background-color ${scale.quick}`,
  selectors: {
    [`${box}:hover &`]: { backgroundColor: 'rgba(0, 0, 0, .7)' },
    [`${box}[aria-checked='true'] &`]: {
      color: color.surface,
      borderColor: color.surface,
      backgroundColor: color.accent,
    },
    [`${box}:focus-visible &`]: { outline: '2px solid #fff', outlineOffset: '2px' },
  },
})

export const check = style({
  width: '66%',
  height: '66%',
  selectors: { [`${box}:not([aria-checked='true']) &`]: { visibility: 'hidden' } },
})

const selected = `.tile:has(+ ${box}[aria-checked='true'])`
globalStyle('.tile img', { '@media': { [media.still]: { transition: 'none' } } })
globalStyle(`${selecting} .tile img`, {
  transition: `transform ${scale.quick} ${scale.ease}, opacity ${scale.quick}`,
  '@media': { [media.still]: { transition: 'none' } },
})
globalStyle(`${selected} img`, { transform: 'scale(.86)', borderRadius: scale.radius })
globalStyle(selected, {
  // Beside the picture; the tile's own colour is its placeholder's.
  backgroundColor: `color-mix(in srgb, ${color.accent} 26%, ${color.surface}) !important`,
})
// A long press must not open the link's preview.
globalStyle(`.tile:has(+ ${box})`, { WebkitTouchCallout: 'none' })
