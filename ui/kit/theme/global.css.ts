import './scale.css.ts'
import './light.css.ts'
import './dark.css.ts'
import './photo-background.css.ts'
import { globalKeyframes, globalStyle } from '@vanilla-extract/css'
import { media } from './breakpoints.ts'
import { color, scale } from './contract.css.ts'

globalStyle('*, ::before, ::after', { boxSizing: 'border-box' })

globalStyle('html', {
  backgroundColor: color.surface,
  textSizeAdjust: '100%',
  WebkitTextSizeAdjust: '100%',
  // Keeps focused elements from being hidden behind the top bar.
  scrollPaddingTop: `calc(${scale.bar} + 8px)`,
})

globalStyle('body', {
  margin: 0,
  font: `400 ${scale.size.body}/1.5 ${scale.font}`,
  color: color.text,
  backgroundColor: color.surface,
  WebkitFontSmoothing: 'antialiased',
  overflowWrap: 'anywhere',
})

globalStyle('h1, h2, p, figure, dl, dd', { margin: 0 })

globalStyle('h1', {
  fontSize: scale.size.title,
  lineHeight: 1.15,
  letterSpacing: '-.02em',
  fontWeight: 600,
  textWrap: 'balance',
})

globalStyle('a', { color: 'inherit', textDecoration: 'none' })

globalStyle('p a', {
  textDecoration: 'underline',
  textDecorationColor: color.quiet,
  textDecorationThickness: '1px',
  textUnderlineOffset: '.25em',
})

globalStyle('p a:hover', { textDecorationColor: 'currentColor' })

globalStyle('img', { display: 'block' })

// It only names formats: the image itself is laid out, as if it were alone.
globalStyle('picture', { display: 'contents' })

// Otherwise each would be an item of the grid or row that the picture is in.
globalStyle('source', { display: 'none' })

globalStyle('button, input, textarea', { font: 'inherit', color: 'inherit' })

globalStyle(':focus-visible', {
  outline: `2px solid ${color.accent}`,
  outlineOffset: '2px',
})

globalStyle('.visually-hidden', {
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
})

globalKeyframes('busy', {
  from: { transform: 'translateX(-100%)' },
  to: { transform: 'translateX(400%)' },
})

// A progress bar for screens that take longer than 300 ms to load.
globalStyle("#content[aria-busy='true']::after", {
  content: '',
  position: 'fixed',
  insetInlineStart: 0,
  top: scale.bar,
  width: '25%',
  height: '2px',
  backgroundColor: color.accent,
  transform: 'translateX(-100%)',
  animation: `busy 1.2s ${scale.ease} 300ms infinite`,
})

globalStyle('*, ::before, ::after', {
  '@media': {
    [media.still]: {
      animationDuration: '1ms !important',
      animationIterationCount: '1 !important',
      transitionDuration: '1ms !important',
      scrollBehavior: 'auto !important' as 'auto',
    },
  },
})

// The system's colours hide backgrounds, which tell what is pressed, selected or current.
globalStyle(
  '[aria-pressed="true"], [aria-selected="true"], [aria-current]:not([aria-current="false"]), [aria-checked="true"]:not([role="switch"]), [data-chosen]',
  {
    '@media': {
      [media.forced]: { outline: '2px solid Highlight', outlineOffset: '-2px' },
    },
  },
)
