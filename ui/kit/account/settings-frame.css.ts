import { style } from '@vanilla-extract/css'
import { media } from '../theme/breakpoints.ts'
import { color, scale } from '../theme/contract.css.ts'

export const frame = style({
  display: 'grid',
  gridTemplateColumns: '200px minmax(0, 1fr)',
  gap: '40px',
  maxWidth: scale.page,
  marginInline: 'auto',
  padding: `36px ${scale.gutter} 64px`,
  '@media': {
    [media.narrow]: {
      gridTemplateColumns: 'minmax(0, 1fr)',
      gap: '16px',
      paddingBlock: '16px 48px',
    },
    [media.full]: { paddingInline: 0 },
  },
})

export const list = style({
  display: 'grid',
  alignContent: 'start',
  gap: '4px',
  '@media': {
    [media.narrow]: { display: 'flex', flexWrap: 'wrap' },
  },
})

export const entry = style({
  display: 'flex',
  alignItems: 'center',
  minHeight: '40px',
  paddingInline: '12px',
  borderRadius: scale.radius,
  fontSize: scale.size.small,
  color: color.quiet,
  whiteSpace: 'nowrap',
  ':hover': { color: color.text },
  '@media': { [media.touch]: { minHeight: '44px' } },
  selectors: {
    "&[aria-current='page']": {
      color: color.text,
      backgroundColor: color.sunk,
      fontWeight: 600,
    },
  },
})

/** The padding aligns the heading with the first entry of the list. */
export const screen = style({ minWidth: 0, maxWidth: scale.reading, paddingBlockStart: '6px' })
