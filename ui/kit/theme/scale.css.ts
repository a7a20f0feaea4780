import { createGlobalTheme, globalStyle } from '@vanilla-extract/css'
import { media } from './breakpoints.ts'
import { scale } from './contract.css.ts'

createGlobalTheme(':root', scale, {
  font: "ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', sans-serif",
  // In rem, to respect the reader's text size.
  size: {
    note: '.75rem',
    small: '.875rem',
    body: '1rem',
    heading: '1.25rem',
    title: '2rem',
  },
  radius: '6px',
  bar: '56px',
  gutter: '20px',
  page: '1024px',
  reading: '700px',
  ease: 'cubic-bezier(.2, 0, 0, 1)',
  quick: '120ms',
  calm: '260ms',
})

globalStyle(':root', {
  '@media': { [media.narrow]: { vars: { [scale.gutter]: '16px' } } },
})

globalStyle(':root:has(.top-bar.is-dense)', { vars: { [scale.bar]: '44px' } })
