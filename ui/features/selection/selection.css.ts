import { keyframes, style } from '@vanilla-extract/css'
import { runningLine } from '../../kit/components/waiting.css.ts'
import { media } from '../../kit/theme/breakpoints.ts'
import { color, scale } from '../../kit/theme/contract.css.ts'

/** Phones of which six buttons leave hardly the width of a word. */
const smallest = '(max-width: 359px)'

const appear = keyframes({ from: { opacity: 0, transform: 'translateY(-8px)' } })

/** In the place of the top bar, so that nothing moves. */
export const bar = style({
  position: 'fixed',
  zIndex: 3,
  insetInline: 0,
  insetBlockStart: 0,
  height: scale.bar,
  color: color.surface,
  backgroundColor: color.text,
  fontSize: scale.size.small,
  animation: `${appear} ${scale.calm} ${scale.ease}`,
  '@media': { [media.still]: { animation: 'none' } },
})

export const inside = style({
  display: 'flex',
  alignItems: 'center',
  height: '100%',
  maxWidth: scale.page,
  marginInline: 'auto',
  paddingInline: `calc(${scale.gutter} - 12px)`,
  '@media': {
    [media.narrow]: { paddingInline: '4px' },
    [smallest]: { paddingInline: 0 },
    [media.full]: { paddingInline: 0 },
  },
})

export const count = style({
  flex: '1 1 auto',
  minWidth: 0,
  paddingInline: '8px',
  fontWeight: 600,
  lineHeight: 1.2,
  fontVariantNumeric: 'tabular-nums',
  '@media': {
    [media.narrow]: { paddingInline: '4px' },
    [smallest]: { paddingInline: 0, fontSize: scale.size.note },
  },
})

/** An icon, with its name beside it where there is space. */
export const action = style({
  flex: 'none',
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: '8px',
  minWidth: '44px',
  height: '44px',
  paddingInline: '12px',
  border: 0,
  borderRadius: scale.radius,
  background: 'none',
  color: 'inherit',
  fontSize: scale.size.small,
  fontWeight: 600,
  whiteSpace: 'nowrap',
  cursor: 'pointer',
  ':hover': { backgroundColor: `color-mix(in srgb, ${color.surface} 14%, transparent)` },
  ':focus-visible': { outlineColor: 'currentColor', outlineOffset: '-4px' },
  '@media': { [media.small]: { width: '44px', padding: 0 } },
  selectors: {
    "&[aria-disabled='true']": { opacity: 0.5, cursor: 'not-allowed' },
    '&[data-popup-open]': {
      backgroundColor: `color-mix(in srgb, ${color.surface} 22%, transparent)`,
    },
  },
})

export const actionText = style({ '@media': { [media.small]: { display: 'none' } } })

export const running = style([
  runningLine,
  { position: 'absolute', insetBlockEnd: 0, insetInline: 0, color: color.accent },
])
