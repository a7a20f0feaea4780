import { globalStyle } from '@vanilla-extract/css'
import { media } from '../theme/breakpoints.ts'
import { color, scale } from '../theme/contract.css.ts'

globalStyle('.top-bar', {
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
})

globalStyle('.brand', {
  minWidth: 0,
  minHeight: '44px',
  display: 'flex',
  alignItems: 'center',
  // The mark stands on the margin; the touch target goes beyond it.
  marginInlineStart: '-8px',
  paddingInline: '8px',
  borderRadius: scale.radius,
  fontWeight: 600,
  letterSpacing: '-.01em',
})

globalStyle('.brand:focus-visible', { outlineOffset: '-4px' })

// A long name takes a second line of the bar; past that, the whole stands in the page's title.
globalStyle('.brand-name', {
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  lineHeight: '20px',
  // Many fonts are taller than this line: what hangs below the second one is not cut off.
  paddingBlock: '2px',
  overflowWrap: 'anywhere',
})

// A framed photo, the mark of the house.
globalStyle('.logo', {
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

/** Narrow screens have the links in the side menu, which needs scripts. */
const inMenu = `${media.narrow} and (scripting: enabled)`

// What stands at the bar's end; the icons' targets reach into the margin. The last column is as
// wide as the five links from the start: a page that is painted before they are read must not move.
globalStyle('.bar-end', {
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

globalStyle('.bar-links', {
  display: 'flex',
  gridColumn: 4,
  '@media': { [inMenu]: { display: 'none' } },
})

globalStyle('.bar-links a', {
  width: '44px',
  height: '44px',
  display: 'grid',
  placeItems: 'center',
  flex: 'none',
  borderRadius: scale.radius,
  color: color.quiet,
})
globalStyle('.bar-links a:is(:hover, [aria-current="page"])', { color: color.text })
// A dense bar is as high as they are.
globalStyle('.bar-links a:focus-visible, .bottom-bar a:focus-visible', { outlineOffset: '-4px' })
