import { globalStyle, style } from '@vanilla-extract/css'
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

export const column = style({ fill: 'transparent' })

export const fill = style({
  fill: color.edge,
  transition: `fill ${scale.quick}`,
  '@media': { [media.forced]: { fill: 'CanvasText' } },
  selectors: {
    [`${peak} &`]: { fill: color.accent, '@media': { [media.forced]: { fill: 'Highlight' } } },
  },
})

/** Only the tallest bars show their count until another is pointed at. */
export const count = style({
  fill: color.text,
  opacity: 0,
  selectors: { [`${peak} &, ${bar}:is(:hover, :focus-visible) &`]: { opacity: 1 } },
})

globalStyle(`${bar}:hover ${column}`, { fill: color.sunk })
globalStyle(`${bar}:hover ${fill}`, { fill: color.accent })
globalStyle(`${bar}:focus-visible ${column}`, {
  fill: color.sunk,
  stroke: color.accent,
  strokeWidth: 2,
})
globalStyle(`${bar}:focus-visible ${fill}`, { fill: color.accent })

// The count of a tallest bar makes room for that of the one pointed at.
globalStyle(
  `${drawing}:has(${bar}:is(:hover, :focus-visible)) ${peak}:not(:hover, :focus-visible) ${count}`,
  {
    opacity: 0,
  },
)
