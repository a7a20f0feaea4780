import { style } from '@vanilla-extract/css'
import { notice } from '../../kit/components/EmptyState.css.ts'
import { faintlyUnderlined } from '../../kit/components/Link.css.ts'
import { media } from '../../kit/theme/breakpoints.ts'
import { color, scale } from '../../kit/theme/contract.css.ts'

export const heading = style({
  maxWidth: scale.page,
  marginInline: 'auto',
  padding: `36px ${scale.gutter} 20px`,
  overflowWrap: 'anywhere',
  '@media': {
    [media.narrow]: { paddingBlock: '24px 12px' },
    [media.full]: { paddingInline: 0 },
  },
})

// Many fonts extend below the heading's line box.
export const title = style({ marginBottom: '6px' })

export const text = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '0 20px',
  color: color.quiet,
  fontSize: scale.size.small,
  fontVariantNumeric: 'tabular-nums',
})

/** Nearer to the heading than on a screen of its own. */
export const empty = style({
  selectors: { [`${notice}&`]: { paddingBlockStart: '24px' } },
})

export const clear = style([
  faintlyUnderlined,
  { lineHeight: '44px', ':hover': { color: color.text } },
])
