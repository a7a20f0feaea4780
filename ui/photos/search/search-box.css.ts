import { style } from '@vanilla-extract/css'
import { media } from '../../theme/breakpoints.ts'
import { color, scale } from '../../theme/contract.css.ts'

export const box = style({ position: 'relative', display: 'grid', alignItems: 'center' })

/** In the top bar, where there is room for it. */
export const inBar = style([
  box,
  {
    width: 'clamp(132px, 22vw, 240px)',
    marginInlineEnd: '8px',
    '@media': { [media.narrow]: { display: 'none' } },
  },
])

/** In the side menu, over its links. */
export const inMenu = style([box, { padding: '0 16px 12px' }])

export const input = style({
  width: '100%',
  height: '36px',
  paddingInline: '36px 10px',
  border: `1px solid ${color.edge}`,
  borderRadius: scale.radius,
  color: color.text,
  backgroundColor: color.raised,
  transition: `border-color ${scale.quick}`,
  appearance: 'none',
  ':hover': { borderColor: color.text },
  ':focus-visible': {
    borderColor: color.accent,
    outline: `1px solid ${color.accent}`,
    outlineOffset: 0,
  },
  '::placeholder': { color: color.quiet, opacity: 1 },
  // From 16 px on, phones do not zoom in on a field.
  fontSize: scale.size.small,
  '@media': { [media.touch]: { height: '44px', fontSize: scale.size.body } },
})

export const icon = style({
  position: 'absolute',
  insetInlineStart: '10px',
  color: color.quiet,
  pointerEvents: 'none',
  selectors: { [`${inMenu} &`]: { insetInlineStart: '26px', bottom: '26px' } },
})
