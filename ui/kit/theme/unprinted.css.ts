import { style } from '@vanilla-extract/css'

/** What is of no use on paper. Apart from print.css.ts, whose rules must follow those of the themes. */
export const unprinted = style({ '@media': { print: { display: 'none !important' } } })
