import { style } from '@vanilla-extract/css'
import { media } from '../../kit/theme/breakpoints.ts'
import { color, scale } from '../../kit/theme/contract.css.ts'

export const list = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 320px), 1fr))',
  gap: '0 40px',
  margin: 0,
  padding: 0,
  listStyle: 'none',
})

export const row = style({
  display: 'flex',
  alignItems: 'center',
  gap: '16px',
  padding: '12px 0',
  borderTop: `1px solid ${color.line}`,
})

export const thumb = style({
  position: 'relative',
  flex: 'none',
  // A name of several lines, which can arrive later, does not move it.
  alignSelf: 'flex-start',
  width: '72px',
  height: '72px',
  overflow: 'hidden',
  backgroundColor: color.sunk,
})

export const image = style({ width: '100%', height: '100%', objectFit: 'cover' })

export const text = style({ display: 'grid', gap: '2px', minWidth: 0 })

export const name = style({
  lineHeight: 1.35,
  selectors: {
    [`${row}:hover &`]: {
      '@media': {
        [media.mouse]: {
          textDecoration: 'underline',
          textDecorationColor: color.quiet,
          textDecorationThickness: '1px',
          textUnderlineOffset: '.25em',
        },
      },
    },
  },
})

export const photosLink = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '8px',
  minHeight: '44px',
  fontSize: scale.size.small,
  fontVariantNumeric: 'tabular-nums',
})

export const photosText = style({
  fontWeight: 600,
  textDecoration: 'underline',
  textDecorationColor: color.quiet,
  textDecorationThickness: '1px',
  textUnderlineOffset: '.25em',
  selectors: { [`${photosLink}:hover &`]: { textDecorationColor: 'currentColor' } },
})

export const photoCount = style({ color: color.quiet })
