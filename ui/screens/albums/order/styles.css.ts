import { style } from '@vanilla-extract/css'
import { color, scale } from '../../../kit/theme/contract.css.ts'

export const list = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(136px, 1fr))',
  gap: '16px 12px',
  margin: 0,
  padding: 0,
  listStyle: 'none',
  selectors: { "&[data-drag='pointer']": { cursor: 'grabbing', userSelect: 'none' } },
})

export const tile = style({
  minWidth: 0,
  borderRadius: scale.radius,
  // In a large album, most are off the screen.
  contentVisibility: 'auto',
  containIntrinsicSize: 'auto 136px auto 184px',
  selectors: {
    "[data-drag='pointer'] &[data-dragged='true']": { opacity: 0.3 },
    "[data-drag='keys'] &[data-dragged='true']": {
      outline: `3px solid ${color.accent}`,
      outlineOffset: '-1px',
    },
  },
})

export const picture = style({
  position: 'relative',
  aspectRatio: '1',
  borderRadius: scale.radius,
  overflow: 'hidden',
  cursor: 'grab',
  // A long press drags instead of opening the picture's menu.
  WebkitTouchCallout: 'none',
  userSelect: 'none',
  selectors: { "[data-drag='pointer'] &": { cursor: 'grabbing' } },
})

export const image = style({
  width: '100%',
  height: '100%',
  objectFit: 'cover',
  userSelect: 'none',
})

export const position = style({
  position: 'absolute',
  insetBlockStart: '6px',
  insetInlineStart: '6px',
  minWidth: '26px',
  paddingInline: '7px',
  borderRadius: '999px',
  backgroundColor: 'rgba(0, 0, 0, .72)',
  color: '#fff',
  fontSize: scale.size.note,
  lineHeight: '24px',
  fontVariantNumeric: 'tabular-nums',
  textAlign: 'center',
})

export const buttons = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(3, minmax(44px, 1fr))',
})

export const button = style({
  display: 'grid',
  placeItems: 'center',
  minHeight: '44px',
  padding: 0,
  border: 0,
  borderRadius: scale.radius,
  background: 'none',
  color: color.quiet,
  cursor: 'pointer',
  ':hover': { color: color.text },
  ':focus-visible': { outlineOffset: '-4px' },
})

/** Touching it drags instead of scrolling. */
export const grip = style([button, { cursor: 'grab', touchAction: 'none' }])

/** The picture that follows the pointer. */
export const ghost = style({
  borderRadius: scale.radius,
  overflow: 'hidden',
  pointerEvents: 'none',
  boxShadow: `0 12px 32px ${color.shadow}`,
})

export const ghostImage = style({ width: '100%', height: '100%', objectFit: 'cover' })
