import { style } from '@vanilla-extract/css'
import { media } from '../theme/breakpoints.ts'
import { color, scale } from '../theme/contract.css.ts'

const target = style({
  width: '44px',
  height: '44px',
  display: 'grid',
  placeItems: 'center',
  flex: 'none',
  borderRadius: scale.radius,
  color: color.quiet,
  selectors: {
    '&:hover, &[aria-current="page"]': { color: color.text },
  },
})

export const icon = target

/** What stands at the top bar's end; the icons' targets reach into the margin. */
export const end = style({
  display: 'flex',
  alignItems: 'center',
  flex: 'none',
  marginInlineStart: 'auto',
  marginInlineEnd: '-12px',
})

export const wide = style({
  display: 'flex',
  '@media': { [media.narrow]: { display: 'none' } },
})

export const narrow = style([
  target,
  {
    display: 'none',
    padding: 0,
    border: 0,
    background: 'none',
    cursor: 'pointer',
    '@media': { [media.narrow]: { display: 'grid' } },
  },
])

export const bottomBar = style({
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
})

export const denseBottomBar = style({ minHeight: '44px' })

export const bottomLink = style({
  lineHeight: '44px',
  selectors: { '&:hover': { color: color.text } },
})

export const bottomHome = style([
  bottomLink,
  // A long name takes two lines, which belong together.
  { paddingBlock: '12px', lineHeight: '20px', letterSpacing: 0, textAlign: 'center' },
])
