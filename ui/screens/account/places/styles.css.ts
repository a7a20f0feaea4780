import { style } from '@vanilla-extract/css'
import { quietText } from '../../../kit/components/text.css.ts'
import { media } from '../../../kit/theme/breakpoints.ts'
import { color, scale } from '../../../kit/theme/contract.css.ts'

export const meaning = style({ marginTop: '8px', color: color.quiet, fontSize: scale.size.small })

export const zones = style({ display: 'grid', gap: '16px' })

export const zonesTitle = style({
  marginBottom: '4px',
  fontSize: scale.size.body,
  fontWeight: 600,
})

export const zone = style({
  display: 'grid',
  gap: '16px',
  minWidth: 0,
  margin: 0,
  padding: '12px 16px 16px',
  border: `1px solid ${color.line}`,
  borderRadius: scale.radius,
})

export const zoneTitle = style({ paddingInline: '6px', fontWeight: 600 })

export const pair = style({
  display: 'grid',
  alignItems: 'start',
  gridTemplateColumns: '2fr 1fr',
  gap: '16px',
  '@media': { [media.narrow]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
})

export const foot = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '8px',
})

export const inside = style({ fontSize: scale.size.small, color: color.quiet })

export const choice = style({ fontSize: scale.size.small })

export const summary = style({ paddingBlock: '12px', cursor: 'pointer' })

export const mapBox = style({
  position: 'relative',
  minHeight: '280px',
  marginBlock: '8px 4px',
})

export const thumbs = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '4px',
  listStyle: 'none',
  margin: 0,
  padding: '3px',
})

export const thumbButton = style({ padding: 0, border: 0, background: 'none', cursor: 'pointer' })

export const thumb = style({ backgroundColor: color.sunk })

export const note = quietText
