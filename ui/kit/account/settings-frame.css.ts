import { style } from '@vanilla-extract/css'
import { plainList } from '../components/plain-list.css.ts'
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
  gap: '20px',
  '@media': { [media.narrow]: { gap: 0 } },
})

/** On narrow screens, the name is beside its entries, so that the list stays short. */
export const group = style({
  display: 'grid',
  gap: '2px',
  '@media': {
    [media.narrow]: {
      gridTemplateColumns: '56px minmax(0, 1fr)',
      alignItems: 'baseline',
      gap: '4px',
    },
  },
})

export const groupName = style({
  paddingInline: '12px',
  fontSize: scale.size.note,
  color: color.quiet,
  '@media': { [media.narrow]: { paddingInline: 0 } },
})

export const entries = style([
  plainList,
  {
    display: 'grid',
    gap: '2px',
    '@media': { [media.narrow]: { display: 'flex', flexWrap: 'wrap', gap: 0 } },
  },
])

/** On narrow screens, it has room for a mark, so that nothing moves when one appears. */
export const entry = style({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  minHeight: '36px',
  paddingInline: '12px',
  borderRadius: scale.radius,
  fontSize: scale.size.small,
  color: color.quiet,
  whiteSpace: 'nowrap',
  ':hover': { color: color.text },
  '@media': {
    [media.narrow]: { paddingInlineEnd: '26px' },
    [media.touch]: { minHeight: '44px' },
  },
  selectors: {
    "&[aria-current='page']": {
      color: color.text,
      backgroundColor: color.sunk,
      fontWeight: 600,
    },
  },
})

export const mark = style({
  flex: 'none',
  marginInlineStart: '8px',
  color: color.danger,
  '@media': {
    [media.narrow]: { position: 'absolute', insetInlineEnd: '6px', marginInlineStart: 0 },
  },
})

/** What must not be overlooked, in one line above a screen. */
export const trouble = style({
  marginBottom: '20px',
  padding: '10px 16px',
  borderRadius: scale.radius,
  borderInlineStart: `3px solid ${color.danger}`,
  backgroundColor: color.sunk,
  fontSize: scale.size.small,
  overflowWrap: 'anywhere',
})

/** The padding aligns the heading with the first entry of the list. */
export const screen = style({ minWidth: 0, maxWidth: scale.reading, paddingBlockStart: '6px' })
