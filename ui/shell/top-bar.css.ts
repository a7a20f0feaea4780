import { style } from '@vanilla-extract/css'
import { media } from '../kit/theme/breakpoints.ts'
import { color, scale } from '../kit/theme/contract.css.ts'
import { unprinted } from '../kit/theme/unprinted.css.ts'

export const bar = style([
  unprinted,
  {
    position: 'sticky',
    top: 0,
    zIndex: 2,
    height: scale.bar,
    display: 'flex',
    alignItems: 'center',
    paddingInline: scale.gutter,
    backgroundColor: color.shade,
    backdropFilter: 'blur(14px) saturate(1.4)',
    borderBottom: `1px solid ${color.line}`,
  },
])

export const brand = style({
  minWidth: 0,
  minHeight: '44px',
  display: 'flex',
  alignItems: 'center',
  // The logo is aligned with the margin; its touch target extends beyond it.
  marginInlineStart: '-8px',
  paddingInline: '8px',
  borderRadius: scale.radius,
  fontWeight: 600,
  letterSpacing: '-.01em',
  ':focus-visible': { outlineOffset: '-4px' },
})

/** A long name wraps to two lines and is then cut off; the page's title has all of it. */
export const brandName = style({
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  lineHeight: '20px',
  // Keeps the descenders of tall fonts visible in the second line.
  paddingBlock: '2px',
  overflowWrap: 'anywhere',
})

/** A framed photo. */
export const logo = style({
  flex: 'none',
  width: '18px',
  height: '18px',
  marginInlineEnd: '10px',
  padding: '3px',
  border: '2px solid',
  borderRadius: '3px',
  backgroundColor: 'currentColor',
  backgroundClip: 'content-box',
})

/** Narrow screens show the links in the side menu, which needs JavaScript. */
const inMenu = `${media.narrow} and (scripting: enabled)`

/**
 * The icons' touch targets extend into the margin. The last column has the width of the five links
 * from the start, so that a page painted before they are parsed does not move.
 */
export const end = style({
  display: 'grid',
  gridAutoFlow: 'column',
  gridTemplate: `1fr / auto auto auto ${5 * 44}px`,
  alignItems: 'center',
  flex: 'none',
  minHeight: '44px',
  marginInlineStart: 'auto',
  marginInlineEnd: '-12px',
  '@media': { [inMenu]: { display: 'flex' } },
})

export const links = style({
  display: 'flex',
  gridColumn: 4,
  '@media': { [inMenu]: { display: 'none' } },
  selectors: {
    // Without the menu's code, the links are back.
    ':root[data-incomplete] &, :root[data-too-old] &': { display: 'flex' },
  },
})

export const link = style({
  width: '44px',
  height: '44px',
  display: 'grid',
  placeItems: 'center',
  flex: 'none',
  borderRadius: scale.radius,
  color: color.quiet,
  // A dense bar leaves no room for an outer focus ring.
  ':focus-visible': { outlineOffset: '-4px' },
  selectors: { "&:is(:hover, [aria-current='page'])": { color: color.text } },
})
