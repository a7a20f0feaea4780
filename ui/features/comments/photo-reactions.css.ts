import { style } from '@vanilla-extract/css'
import { color } from '../../kit/theme/contract.css.ts'

/**
 * Space reserved in the server's HTML for the like button, the form and the first line below it, to
 * avoid a layout shift.
 */
export const reactions = style({
  marginTop: '8px',
  minHeight: '300px',
  '@media': { '(scripting: none)': { display: 'none' } },
})

export const comments = style({
  marginTop: '12px',
  paddingTop: '16px',
  borderTop: `1px solid ${color.line}`,
})
