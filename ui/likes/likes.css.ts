import { globalStyle, keyframes, style } from '@vanilla-extract/css'
import { color, scale } from '../theme/contract.css.ts'

export const likes = style({
  display: 'flex',
  gap: '2px',
  fontSize: scale.size.small,
})

/** The icon stands on the margin; its touch target goes beyond it. */
export const heart = style({
  flex: 'none',
  display: 'grid',
  placeItems: 'center',
  width: '44px',
  height: '44px',
  marginInlineStart: '-12px',
  padding: 0,
  border: 0,
  borderRadius: scale.radius,
  background: 'none',
  color: color.quiet,
  cursor: 'pointer',
  transition: `color ${scale.quick}`,
  ':hover': { color: color.danger },
  selectors: { "&[aria-pressed='true']": { color: color.danger } },
})

globalStyle(`${heart} svg`, {
  width: '20px',
  height: '20px',
  strokeWidth: 1.6,
  transition: `transform ${scale.calm} ${scale.ease}`,
})
globalStyle(`${heart}:active svg`, { transform: 'scale(.85)' })
globalStyle(`${heart}[aria-pressed='true'] svg`, { fill: 'currentColor' })

const appear = keyframes({ from: { opacity: 0 } })

/**
 * Level with the heart, and as high from the start, so that two lines move nothing. Longer than a
 * moment: a bar of the sentence's size says that it is coming.
 */
export const sentence = style({
  display: 'grid',
  alignContent: 'center',
  flex: 1,
  minWidth: 0,
  minHeight: '44px',
  lineHeight: '1.25rem',
  selectors: {
    "&[data-loading='true']::before": {
      content: '',
      display: 'block',
      width: '180px',
      height: '12px',
      borderRadius: '3px',
      backgroundColor: color.sunk,
      animation: `${appear} ${scale.calm} 300ms backwards`,
    },
  },
})
