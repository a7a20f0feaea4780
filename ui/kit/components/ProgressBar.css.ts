import { style } from '@vanilla-extract/css'
import { media } from '../theme/breakpoints.ts'
import { color, scale } from '../theme/contract.css.ts'
import { run } from './waiting.css.ts'

export const track = style({
  display: 'block',
  inlineSize: '100%',
  height: '4px',
  borderRadius: '999px',
  backgroundColor: color.line,
  overflow: 'hidden',
  '@media': { [media.forced]: { outline: '1px solid CanvasText' } },
})

export const done = style({
  display: 'block',
  height: '100%',
  borderRadius: 'inherit',
  backgroundColor: color.accent,
  transition: `inline-size ${scale.quick} linear`,
  '@media': { [media.forced]: { forcedColorAdjust: 'none', backgroundColor: 'Highlight' } },
})

/** It does not move, and should not look as if it did. */
export const paused = style([done, { backgroundColor: color.quiet }])

export const unknown = style([done, { width: '33%', animation: `${run} 1.2s infinite linear` }])
