import { style } from '@vanilla-extract/css'
import { iconButton } from '../../../kit/components/icon-button.css.ts'
import { quietText } from '../../../kit/components/text.css.ts'
import { media } from '../../../kit/theme/breakpoints.ts'
import { color, scale } from '../../../kit/theme/contract.css.ts'

export const section = style({ display: 'grid', gap: '16px', marginTop: '24px', minWidth: 0 })

export const heading = style({
  marginTop: '12px',
  paddingBottom: '8px',
  borderBottom: `1px solid ${color.line}`,
  fontSize: scale.size.body,
  lineHeight: 1.4,
  fontWeight: 600,
  outlineOffset: '4px',
})

export const note = quietText

export const warning = style({ marginTop: '8px', fontSize: scale.size.small, textWrap: 'pretty' })

export const list = style({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  borderTop: `1px solid ${color.line}`,
  selectors: { '&:empty': { display: 'none' } },
})

export const row = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '0 16px',
  paddingBlock: '8px',
  borderBottom: `1px solid ${color.line}`,
})

export const text = style({ flex: '1 1 260px', minWidth: 0, overflowWrap: 'anywhere' })

export const tools = style({
  display: 'flex',
  marginInlineEnd: '-12px',
})

export const form = style({
  display: 'grid',
  gap: '20px',
  width: '100%',
  maxWidth: '640px',
  paddingBlock: '12px',
})

export const formHeading = style({ fontSize: scale.size.body, fontWeight: 600 })

export const condition = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) 44px',
  alignItems: 'start',
  gap: '4px',
  minWidth: 0,
  margin: 0,
  padding: 0,
  border: 0,
})

export const fields = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(160px, 1fr))',
  alignItems: 'start',
  gap: '12px 16px',
  minWidth: 0,
  '@media': { [media.narrow]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
})

/** Beside the first field, below its label. */
export const removal = style([iconButton, { marginTop: '22px' }])

export const photos = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(260px, 1fr))',
  gap: '12px 24px',
  listStyle: 'none',
  margin: 0,
  padding: 0,
})

export const photo = style({
  display: 'grid',
  gridTemplateColumns: '72px minmax(0, 1fr)',
  alignItems: 'center',
  gap: '12px',
  minHeight: '72px',
  contentVisibility: 'auto',
  containIntrinsicHeight: 'auto 72px',
})

export const picture = style({
  display: 'block',
  width: '72px',
  height: '72px',
  objectFit: 'cover',
  fontSize: scale.size.note,
  backgroundColor: color.sunk,
})

export const effects = style({ fontSize: scale.size.small, overflowWrap: 'anywhere' })

export const name = style({ fontWeight: 600 })

export const effectList = style({ listStyle: 'none', margin: 0, padding: 0 })

export const progress = style({ display: 'grid', gap: '8px' })
