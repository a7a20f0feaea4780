import { globalStyle } from '@vanilla-extract/css'
import { color } from '../theme/contract.css.ts'

/**
 * The server keeps this place free, so that nothing moves when likes and comments come: the heart,
 * the form, and the first line below it.
 */
globalStyle('.photo-talk', {
  marginTop: '8px',
  minHeight: '300px',
  '@media': { '(scripting: none)': { display: 'none' } },
})

globalStyle('.photo-comments', {
  marginTop: '12px',
  paddingTop: '16px',
  borderTop: `1px solid ${color.line}`,
})
