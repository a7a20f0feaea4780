import { style } from '@vanilla-extract/css'
import { media } from '../kit/theme/breakpoints.ts'
import { color, scale } from '../kit/theme/contract.css.ts'
import { unprinted } from '../kit/theme/unprinted.css.ts'

export const bar = style([
  unprinted,
  {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '0 32px',
    minHeight: '56px',
    padding: `0 ${scale.gutter}`,
    borderTop: `1px solid ${color.line}`,
    color: color.quiet,
    fontSize: scale.size.note,
    letterSpacing: '.08em',
    selectors: {
      // It would move when a screen that needs JavaScript is rendered.
      '#content:has(> noscript) + &': {
        '@media': { '(scripting: enabled)': { visibility: 'hidden' } },
      },
    },
  },
])

export const denseBar = style([bar, { minHeight: '44px' }])

export const link = style({
  lineHeight: '44px',
  ':hover': { color: color.text },
  ':focus-visible': { outlineOffset: '-4px' },
})

/** A long name wraps; its lines stay close together. */
export const home = style([
  link,
  {
    paddingBlock: '12px',
    lineHeight: '20px',
    letterSpacing: 0,
    textAlign: 'center',
    // Below the other links, so that none of them wraps onto a line of its own.
    '@media': {
      [media.narrow]: { order: 1, flexBasis: '100%', paddingBlock: '0 16px' },
    },
  },
])
