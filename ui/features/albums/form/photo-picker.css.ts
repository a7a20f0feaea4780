import { style } from '@vanilla-extract/css'
import { color, scale } from '../../../kit/theme/contract.css.ts'

export const picker = style({ position: 'relative', minWidth: 0, margin: 0, padding: 0, border: 0 })

export const grid = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(104px, 30%), 1fr))',
  gap: '8px',
})

export const choice = style({
  position: 'relative',
  display: 'block',
  aspectRatio: '1',
  borderRadius: scale.radius,
  cursor: 'pointer',
  // Hundreds of them may be off the screen.
  contentVisibility: 'auto',
  containIntrinsicSize: 'auto 104px',
})

/** Covers the whole tile, as its target and for its focus ring. */
export const input = style({
  appearance: 'none',
  position: 'absolute',
  zIndex: 1,
  inset: 0,
  margin: 0,
  borderRadius: scale.radius,
  cursor: 'pointer',
  ':checked': {
    outline: `3px solid ${color.accent}`,
    outlineOffset: '-3px',
    boxShadow: `inset 0 0 0 5px ${color.surface}`,
  },
  ':focus-visible': {
    outline: `3px solid ${color.text}`,
    outlineOffset: '-3px',
    boxShadow: `inset 0 0 0 5px ${color.surface}`,
  },
})

export const picture = style({
  width: '100%',
  height: '100%',
  objectFit: 'cover',
  borderRadius: scale.radius,
})

export const tick = style({
  position: 'absolute',
  zIndex: 1,
  insetBlockStart: '8px',
  insetInlineEnd: '8px',
  display: 'grid',
  placeItems: 'center',
  width: '24px',
  height: '24px',
  borderRadius: '50%',
  border: '2px solid #fff',
  backgroundColor: 'rgba(0, 0, 0, .4)',
  color: 'transparent',
  pointerEvents: 'none',
  selectors: {
    ':checked ~ &': {
      backgroundColor: color.accent,
      borderColor: color.surface,
      color: color.surface,
    },
  },
})

/** Extends above the end, so that more photos are loaded before the end is visible. */
export const end = style({
  position: 'absolute',
  zIndex: -1,
  insetInline: 0,
  bottom: 0,
  height: '600px',
  maxHeight: '100%',
  minHeight: '1px',
  pointerEvents: 'none',
})

export const failure = style({
  display: 'grid',
  justifyItems: 'center',
  gap: '12px',
  paddingBlock: '20px',
  color: color.danger,
  fontSize: scale.size.small,
  textAlign: 'center',
})

export const empty = style({
  display: 'grid',
  placeItems: 'center',
  minHeight: '160px',
  color: color.quiet,
  textAlign: 'center',
})
