import { style } from '@vanilla-extract/css'

/** A list without the marks and margins that browsers give it. */
export const plainList = style({ margin: 0, padding: 0, listStyle: 'none' })
