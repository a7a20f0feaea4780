import { style, styleVariants } from '@vanilla-extract/css'
import type { photoBorderStyles } from '../../../../src/contract/site/appearance.ts'
import * as account from '../../../kit/account/styles.css.ts'
import { media } from '../../../kit/theme/breakpoints.ts'
import { color, wall as photoWall, scale } from '../../../kit/theme/contract.css.ts'
import { palette } from '../../../kit/theme/palette.ts'

/** On wide screens, the preview stays in view beside the form. */
export const layout = style({
  display: 'grid',
  gap: '32px 40px',
  marginTop: '24px',
  '@media': { [media.full]: { gridTemplateColumns: 'minmax(0, 1fr) 300px' } },
})

export const form = style({
  display: 'grid',
  gap: '36px',
  minWidth: 0,
  '@media': { [media.full]: { gridArea: '1 / 1' } },
})

export const group = style({ display: 'grid', gap: '20px', minWidth: 0 })

export const groupHeading = account.groupHeading

const dot = style({
  width: '18px',
  height: '18px',
  borderRadius: '50%',
  border: `1px solid ${color.edge}`,
  // It shows a colour.
  forcedColorAdjust: 'none',
})

/** The colours of ui/kit/theme/photo-background.css.ts. */
export const swatch = styleVariants(
  {
    white: palette.white,
    light: palette.paper,
    grey: palette.pewter,
    dark: palette.iron,
    black: palette.black,
  },
  (backgroundColor) => [dot, { backgroundColor }],
)

export const preview = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  alignContent: 'start',
  gap: '12px',
  '@media': {
    [media.full]: {
      gridArea: '1 / 2',
      gridTemplateColumns: 'minmax(0, 1fr)',
      alignSelf: 'start',
      position: 'sticky',
      top: `calc(${scale.bar} + 24px)`,
    },
  },
})

export const caption = style({
  gridColumn: '1 / -1',
  fontSize: scale.size.small,
  color: color.quiet,
})

const box = style({
  aspectRatio: '4 / 3',
  minHeight: 0,
  overflow: 'hidden',
  border: `1px solid ${color.line}`,
  borderRadius: scale.radius,
})

export const sheet = style([
  box,
  { display: 'flex', flexDirection: 'column', backgroundColor: color.surface },
])

export const bio = style({
  display: 'flex',
  alignItems: 'center',
  gap: '8px',
  flex: 'none',
  padding: '12px',
})

export const avatar = style({
  width: '24px',
  height: '24px',
  borderRadius: '50%',
  backgroundColor: color.edge,
})

export const text = style({
  width: '40%',
  height: '6px',
  borderRadius: '3px',
  backgroundColor: color.line,
})

export const grid = style({ display: 'grid', alignContent: 'start' })

export const tile = style({
  display: 'block',
  aspectRatio: '1',
  overflow: 'hidden',
  backgroundColor: color.line,
})

export const tilePicture = style({ width: '100%', height: '100%', objectFit: 'cover' })

const paddings: Record<(typeof photoBorderStyles)[number], string> = {
  none: '0',
  'left-right': '0 24px',
  all: '12px 24px',
}

export const wall = styleVariants(paddings, (padding) => [
  box,
  {
    display: 'grid',
    gridTemplate: 'minmax(0, 1fr) / minmax(0, 1fr)',
    padding,
    backgroundColor: photoWall.surface,
    transition: `background-color ${scale.calm}`,
  },
])

export const picture = style({
  width: '100%',
  height: '100%',
  minHeight: 0,
  objectFit: 'contain',
})
