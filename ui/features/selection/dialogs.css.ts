import { style } from '@vanilla-extract/css'
import { media } from '../../kit/theme/breakpoints.ts'
import { color, scale } from '../../kit/theme/contract.css.ts'

export const form = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: '20px',
  marginTop: '20px',
})

/** As high as most of what replaces it. */
export const waiting = style({
  display: 'grid',
  placeItems: 'center',
  alignContent: 'center',
  gap: '12px',
  minHeight: '180px',
  color: color.quiet,
  textAlign: 'center',
})

export const group = style({ minWidth: 0, margin: 0, padding: 0, border: 0 })

export const legend = style({ padding: 0, fontSize: scale.size.small, fontWeight: 600 })

/** Many keywords scroll by themselves, so that the buttons stay in view. */
export const chips = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '8px',
  maxHeight: 'min(264px, 36dvh)',
  marginTop: '10px',
  overflowY: 'auto',
  overscrollBehavior: 'contain',
})

export const chip = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '8px',
  minHeight: '32px',
  maxWidth: '100%',
  padding: '4px 12px',
  border: `1px solid ${color.edge}`,
  borderRadius: '999px',
  background: 'none',
  color: color.text,
  fontSize: scale.size.small,
  lineHeight: 1.3,
  textAlign: 'start',
  overflowWrap: 'anywhere',
  cursor: 'pointer',
  transition: `border-color ${scale.quick}`,
  ':hover': { borderColor: color.text },
  ':focus-visible': { outlineOffset: '-3px' },
  '@media': { [media.touch]: { minHeight: '44px' } },
  selectors: {
    "&[aria-pressed='true']": {
      color: color.danger,
      borderColor: color.danger,
      textDecoration: 'line-through',
    },
  },
})

export const chipCount = style({
  flex: 'none',
  color: color.quiet,
  fontSize: scale.size.note,
  fontVariantNumeric: 'tabular-nums',
})

export const albums = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  maxHeight: 'min(340px, 44dvh)',
  margin: '0 -12px',
  padding: 0,
  listStyle: 'none',
  overflowY: 'auto',
  overscrollBehavior: 'contain',
})

export const album = style({
  display: 'flex',
  alignItems: 'center',
  gap: '12px',
  width: '100%',
  minHeight: '44px',
  padding: '6px 12px',
  border: 0,
  borderRadius: scale.radius,
  background: 'none',
  color: color.text,
  fontSize: scale.size.small,
  fontWeight: 600,
  lineHeight: 1.35,
  textAlign: 'start',
  overflowWrap: 'anywhere',
  cursor: 'pointer',
  ':hover': { backgroundColor: color.sunk },
  ':focus-visible': { outlineOffset: '-3px' },
  selectors: { "&[aria-disabled='true']": { opacity: 0.6, cursor: 'progress' } },
})

export const albumNote = style({
  display: 'block',
  color: color.quiet,
  fontSize: scale.size.note,
  fontWeight: 400,
})

export const albumIcon = style({ flex: 'none', color: color.quiet })
