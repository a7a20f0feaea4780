import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '../../kit/theme/breakpoints.ts'
import { color, scale } from '../../kit/theme/contract.css.ts'

/** The owner's text. */
const text = '.prose'

globalStyle(text, {
  maxWidth: `calc(${scale.reading} + 2 * ${scale.gutter})`,
  marginInline: 'auto',
  padding: `clamp(32px, 7svh, 72px) ${scale.gutter} 64px`,
  lineHeight: 1.65,
  textWrap: 'pretty',
  hyphens: 'manual',
})

globalStyle(`${text} > :first-child`, { marginTop: 0 })
globalStyle(`${text} > :last-child`, { marginBottom: 0 })

globalStyle(`${text} h1`, { margin: '0 0 24px' })

globalStyle(`${text} h2`, {
  margin: '48px 0 12px',
  fontSize: scale.size.heading,
  lineHeight: 1.3,
  letterSpacing: '-.01em',
  fontWeight: 600,
  textWrap: 'balance',
})

globalStyle(`${text} :is(h3, h4, h5, h6)`, {
  margin: '28px 0 4px',
  fontSize: scale.size.body,
  lineHeight: 1.4,
  fontWeight: 600,
  textWrap: 'balance',
})

globalStyle(`${text} h2 + :is(h3, h4)`, { marginTop: 0 })

globalStyle(`${text} :is(p, ul, ol, dl, blockquote, pre, table)`, { margin: '0 0 16px' })

// A line in italics below a heading gives date and place.
globalStyle(`${text} :is(h3, h4) + p > em:only-child`, { fontStyle: 'normal', color: color.quiet })

globalStyle(`${text} :is(ul, ol)`, { paddingInlineStart: '20px' })
globalStyle(`${text} li`, { marginBottom: '4px', paddingInlineStart: '4px' })
globalStyle(`${text} li::marker`, { color: color.quiet })

globalStyle(`${text} a`, {
  textDecoration: 'underline',
  textDecorationColor: color.quiet,
  textDecorationThickness: '1px',
  textUnderlineOffset: '.25em',
})
globalStyle(`${text} a:hover`, { textDecorationColor: 'currentColor' })

globalStyle(`${text} strong`, { fontWeight: 600 })

globalStyle(`${text} blockquote`, {
  paddingInlineStart: '20px',
  borderInlineStart: `2px solid ${color.line}`,
  color: color.quiet,
})

globalStyle(`${text} :is(code, pre)`, {
  fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSize: scale.size.small,
})
globalStyle(`${text} pre`, {
  padding: '16px',
  borderRadius: scale.radius,
  backgroundColor: color.sunk,
  whiteSpace: 'pre-wrap',
})

globalStyle(`${text} hr`, {
  margin: '40px 0',
  border: 0,
  borderTop: `1px solid ${color.line}`,
})

globalStyle(`${text} img`, { maxWidth: '100%', height: 'auto', borderRadius: '2px' })

globalStyle(`${text} table`, { width: '100%', borderCollapse: 'collapse' })
globalStyle(`${text} :is(th, td)`, {
  padding: '8px 16px 8px 0',
  borderBottom: `1px solid ${color.line}`,
  textAlign: 'start',
  verticalAlign: 'top',
})

// A resume has its section names in the margin, level with their first line.
globalStyle(`${text}.is-resume`, {
  '@media': {
    [media.wide]: {
      display: 'grid',
      gridTemplateColumns: '168px minmax(0, 1fr)',
      columnGap: '32px',
      maxWidth: `calc(900px + 2 * ${scale.gutter})`,
    },
  },
})

globalStyle(`${text}.is-resume > *`, { '@media': { [media.wide]: { gridColumn: 2 } } })

globalStyle(`${text}.is-resume > h1`, { '@media': { [media.wide]: { gridColumn: '1 / -1' } } })

globalStyle(`${text}.is-resume > h2`, {
  '@media': {
    [media.wide]: {
      gridColumn: 1,
      margin: 0,
      padding: '21px 0 0',
      borderTop: `1px solid ${color.line}`,
      fontSize: scale.size.body,
      lineHeight: 1.4,
      letterSpacing: 0,
    },
  },
})

globalStyle(`${text}.is-resume > h2 + *`, {
  '@media': {
    [media.wide]: {
      marginTop: 0,
      paddingTop: '20px',
      borderTop: `1px solid ${color.line}`,
    },
  },
})

globalStyle(`${text}.is-resume > h2:not(:first-child)`, {
  '@media': { [media.wide]: { marginTop: '20px' } },
})
globalStyle(`${text}.is-resume > h2 + *:not(h2)`, {
  '@media': { [media.wide]: { marginTop: '20px' } },
})

/** Tells the owner where the text can be changed. */
export const hint = style({
  maxWidth: scale.page,
  marginInline: 'auto',
  padding: `0 ${scale.gutter} 32px`,
  fontSize: scale.size.small,
  color: color.quiet,
  textAlign: 'center',
  textWrap: 'balance',
})
