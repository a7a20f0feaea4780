import { style } from '@vanilla-extract/css'
import { media } from '../../kit/theme/breakpoints.ts'
import { scale } from '../../kit/theme/contract.css.ts'
import { palette } from '../../kit/theme/palette.ts'

/** Over everything else. */
export const place = style({ position: 'fixed', inset: 0, zIndex: 20, outline: 'none' })

/** Black in every theme. */
export const stage = style({
  position: 'absolute',
  inset: 0,
  overflow: 'hidden',
  outline: 'none',
  color: palette.white,
  backgroundColor: palette.black,
  touchAction: 'pan-y pinch-zoom',
  userSelect: 'none',
  selectors: { '&[data-idle=true]': { cursor: 'none' } },
})

/** They fade into each other, unless the visitor prefers reduced motion (theme/global.css.ts). */
export const slide = style({
  position: 'absolute',
  inset: 0,
  opacity: 0,
  transition: 'opacity 900ms ease-in-out',
  selectors: { '&[data-slide=shown]': { opacity: 1 } },
})

export const picture = style({
  display: 'block',
  width: '100%',
  height: '100%',
  objectFit: 'contain',
})

const lit = { opacity: 1, pointerEvents: 'auto' } as const

/** At the lower edge, on a shade that keeps it readable over any photo. */
export const footer = style({
  position: 'absolute',
  insetInline: 0,
  bottom: 0,
  zIndex: 1,
  display: 'grid',
  gap: '8px',
  padding: `96px max(16px, env(safe-area-inset-right)) max(12px, env(safe-area-inset-bottom)) max(16px, env(safe-area-inset-left))`,
  backgroundImage: 'linear-gradient(transparent, rgba(0, 0, 0, .78) 60%)',
  transition: `opacity ${scale.calm}`,
  selectors: {
    '[data-idle=true] > &': { opacity: 0, pointerEvents: 'none' },
    // Keyboard users see where the focus is.
    '[data-idle=true] > &:has(:focus-visible)': lit,
  },
  '@supports': {
    'not selector(:has(a))': { selectors: { '[data-idle=true] > &:focus-within': lit } },
  },
})

export const controls = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'center',
  gap: '0 20px',
  '@media': { [media.narrow]: { justifyContent: 'space-between', gap: '0 4px' } },
})

export const position = style({
  minWidth: '88px',
  fontSize: scale.size.small,
  fontVariantNumeric: 'tabular-nums',
  '@media': { [media.narrow]: { width: '100%', textAlign: 'center' } },
})

export const group = style({ display: 'inline-flex', alignItems: 'center' })

export const seconds = style({
  minWidth: '40px',
  textAlign: 'center',
  fontSize: scale.size.small,
  fontVariantNumeric: 'tabular-nums',
})

export const control = style({
  display: 'inline-grid',
  placeItems: 'center',
  width: '44px',
  height: '44px',
  padding: 0,
  border: 0,
  borderRadius: scale.radius,
  background: 'none',
  color: palette.snow,
  cursor: 'pointer',
  ':hover': { color: palette.white, backgroundColor: 'rgba(255, 255, 255, .16)' },
  ':focus-visible': { outline: `2px solid ${palette.white}`, outlineOffset: '-4px' },
  selectors: {
    '&[aria-pressed=true]': { backgroundColor: 'rgba(255, 255, 255, .24)' },
    '&[aria-disabled=true]': { opacity: 0.4, cursor: 'default' },
  },
  '@media': { [media.narrow]: { width: '40px' } },
})

const caption = {
  margin: 0,
  textAlign: 'center',
  fontSize: scale.size.body,
  fontWeight: 600,
  textShadow: '0 0 6px rgba(0, 0, 0, .9)',
  overflowWrap: 'anywhere',
} as const

export const title = style(caption)

/** Stays while the controls are hidden. */
export const lastingTitle = style([
  caption,
  {
    position: 'absolute',
    insetInline: '16px',
    bottom: 'max(24px, env(safe-area-inset-bottom))',
    opacity: 0,
    selectors: { '[data-idle=true] > &': { opacity: 1 } },
  },
])

export const problem = style({
  position: 'absolute',
  insetInline: 0,
  top: 0,
  zIndex: 1,
  margin: 0,
  padding: '16px',
  textAlign: 'center',
  fontSize: scale.size.small,
  backgroundColor: 'rgba(0, 0, 0, .78)',
})
