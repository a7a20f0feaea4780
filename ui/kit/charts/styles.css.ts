import { style } from '@vanilla-extract/css'
import { media } from '../theme/breakpoints.ts'
import { color, scale } from '../theme/contract.css.ts'

export const chart = style({ minWidth: 0 })

export const title = style({
  marginBottom: '4px',
  fontSize: scale.size.small,
  lineHeight: 1.4,
  fontWeight: 600,
})

export const drawing = style({
  display: 'block',
  overflow: 'visible',
  fontSize: '11px',
  fontVariantNumeric: 'tabular-nums',
})

export const axis = style({
  '@media': { [media.forced]: { stroke: 'CanvasText' } },
  stroke: color.line,
  shapeRendering: 'crispEdges',
})

export const tick = style({
  fill: color.quiet,
  '@media': { [media.forced]: { fill: 'CanvasText' } },
})

export const bar = style({ cursor: 'pointer', outline: 'none' })
export const peak = style({})

export const column = style({
  fill: 'transparent',
  selectors: {
    [`${bar}:hover &`]: { fill: color.sunk },
    [`${bar}:focus-visible &`]: { fill: color.sunk, stroke: color.accent, strokeWidth: 2 },
  },
})

export const fill = style({
  fill: color.edge,
  transition: `fill ${scale.quick}`,
  '@media': { [media.forced]: { fill: 'CanvasText' } },
  selectors: {
    [`${peak} &`]: { fill: color.accent, '@media': { [media.forced]: { fill: 'Highlight' } } },
    [`${bar}:is(:hover, :focus-visible) &`]: { fill: color.accent },
  },
})

/** Only the tallest bars show their count until another is pointed at. */
export const count = style({
  fill: color.text,
  opacity: 0,
  selectors: {
    [`${peak} &, ${bar}:is(:hover, :focus-visible) &`]: { opacity: 1 },
    // That of a tallest bar makes room for that of the one pointed at.
    [`${drawing}:has(${bar}:is(:hover, :focus-visible)) ${peak}:not(:hover, :focus-visible) &`]: {
      opacity: 0,
    },
  },
})
