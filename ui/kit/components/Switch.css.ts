import { style } from '@vanilla-extract/css'
import { media } from '../theme/breakpoints.ts'
import { color, scale } from '../theme/contract.css.ts'

export const line = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'center',
  columnGap: '16px',
  minHeight: '44px',
})

/** As high as the line, for a larger click target. */
export const label = style({
  paddingBlock: '12px',
  fontSize: scale.size.small,
  lineHeight: '20px',
  fontWeight: 600,
  cursor: 'pointer',
})

export const hintedLabel = style([label, { paddingBottom: '2px' }])

export const hint = style({
  gridColumn: '1 / -1',
  paddingBottom: '8px',
  fontSize: scale.size.small,
  lineHeight: 1.4,
  color: color.quiet,
})

export const track = style({
  display: 'flex',
  width: '44px',
  height: '26px',
  padding: '2px',
  border: `1px solid ${color.edge}`,
  borderRadius: '999px',
  backgroundColor: color.sunk,
  cursor: 'pointer',
  transition: `background-color ${scale.quick}`,
  selectors: {
    '&[data-checked]': {
      backgroundColor: color.accent,
      borderColor: color.accent,
      '@media': {
        [media.forced]: { forcedColorAdjust: 'none', backgroundColor: 'Highlight' },
      },
    },
    // Level with the label, which has less space below it.
    [`${hintedLabel} ~ &`]: { alignSelf: 'end' },
  },
})

export const thumb = style({
  width: '20px',
  height: '20px',
  borderRadius: '50%',
  backgroundColor: color.edge,
  transition: `transform ${scale.quick}`,
  selectors: {
    '&[data-checked]': { transform: 'translateX(18px)', backgroundColor: color.surface },
  },
  '@media': { [media.forced]: { forcedColorAdjust: 'none', backgroundColor: 'ButtonText' } },
})
