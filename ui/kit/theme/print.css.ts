import { globalStyle } from '@vanilla-extract/css'
import { color, wall } from './contract.css.ts'

// On paper: pictures and texts, dark on white in every theme.
globalStyle('html.light, html.dark', {
  '@media': {
    print: {
      colorScheme: 'light',
      vars: {
        [color.surface]: '#fff',
        [color.raised]: '#fff',
        [color.sunk]: '#fff',
        [color.text]: '#000',
        [color.quiet]: '#444',
        [color.line]: '#bbb',
        [color.edge]: '#888',
        [color.accent]: '#000',
        [color.danger]: '#800',
      },
    },
  },
})
globalStyle('html[data-wall]', {
  '@media': { print: { vars: { [wall.surface]: '#fff', [wall.text]: '#000' } } },
})

globalStyle(
  '.incomplete, body button, body form, [role=search], [data-filter-side], a[href="#content"]',
  { '@media': { print: { display: 'none !important' } } },
)

globalStyle('body *', {
  '@media': { print: { contentVisibility: 'visible !important' as 'visible' } },
})
globalStyle('img, figure, .tile, li', { '@media': { print: { breakInside: 'avoid' } } })
globalStyle('img', {
  '@media': { print: { opacity: '1 !important', maxHeight: '92vh', printColorAdjust: 'exact' } },
})
