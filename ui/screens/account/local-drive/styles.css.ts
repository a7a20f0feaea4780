import { style } from '@vanilla-extract/css'
import { focusWithin } from '../../../kit/components/focus-within.ts'
import { innerIconButton } from '../../../kit/components/icon-button.css.ts'
import { textLink, underlined } from '../../../kit/components/Link.css.ts'
import { track } from '../../../kit/components/ProgressBar.css.ts'
import { media } from '../../../kit/theme/breakpoints.ts'
import { color, scale } from '../../../kit/theme/contract.css.ts'

export const box = style({
  display: 'grid',
  placeItems: 'center',
  minHeight: '120px',
  padding: '24px',
  border: `1px dashed ${color.edge}`,
  borderRadius: scale.radius,
  color: color.quiet,
  textAlign: 'center',
  textWrap: 'balance',
  cursor: 'pointer',
  transition: `border-color ${scale.quick}, background-color ${scale.quick}`,
  ':hover': { borderColor: color.text },
  ...focusWithin({ outline: `2px solid ${color.accent}`, outlineOffset: '2px' }),
})

export const boxOver = style({
  borderStyle: 'solid',
  borderColor: color.accent,
  color: color.text,
  backgroundColor: `color-mix(in srgb, ${color.accent} 8%, transparent)`,
})

/** Outlines the window, which accepts drops anywhere. */
export const window = style({
  position: 'fixed',
  zIndex: 5,
  inset: 0,
  border: `3px solid ${color.accent}`,
  pointerEvents: 'none',
})

export const choose = style({
  color: color.text,
  textDecoration: 'underline',
  textDecorationThickness: '1px',
  textUnderlineOffset: '.25em',
})

export const chosen = style({
  display: 'grid',
  gap: '4px',
  margin: 0,
  padding: 0,
  listStyle: 'none',
  fontSize: scale.size.small,
  color: color.quiet,
})

export const chosenName = style({
  color: color.text,
  whiteSpace: 'nowrap',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
})

export const uploads = style({ marginBlockStart: '40px' })

export const summary = style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  gap: '0 20px',
  fontSize: scale.size.small,
  fontVariantNumeric: 'tabular-nums',
})

export const count = style({ fontWeight: 600 })

export const left = style({ marginInlineStart: 'auto', color: color.quiet })

export const tools = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '12px 20px',
  marginBlock: '16px',
})

/** What comes next for the uploaded photos. */
export const after = style([tools, { marginBlockEnd: 0 }])

export const show = textLink

export const totalBar = style([track, { marginBlockStart: '8px' }])

/** The same height in every stage, so that the list does not move. */
export const row = style({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: '48px minmax(0, 1fr) 160px 44px',
  alignItems: 'center',
  columnGap: '14px',
  minHeight: '65px',
  paddingBlock: '8px',
  borderBottom: `1px solid ${color.line}`,
  fontSize: scale.size.small,
  contentVisibility: 'auto',
  containIntrinsicBlockSize: 'auto 48px',
  '@media': {
    [media.narrow]: { gridTemplateColumns: '48px minmax(0, 1fr) 44px', columnGap: '12px' },
  },
})

/** In its own column; on narrow screens, along the row's lower edge. */
export const rowBar = style([
  track,
  {
    '@media': {
      [media.narrow]: {
        position: 'absolute',
        insetInline: '60px 0',
        bottom: 0,
        inlineSize: 'auto',
        height: '2px',
      },
    },
  },
])

export const thumb = style({
  display: 'grid',
  placeItems: 'center',
  width: '48px',
  height: '48px',
  borderRadius: '4px',
  overflow: 'hidden',
  color: color.quiet,
  backgroundColor: color.sunk,
})

export const thumbImage = style({
  gridArea: '1 / 1',
  width: '100%',
  height: '100%',
  objectFit: 'cover',
})

/** Of a file that may not be read yet: without a picture, browsers would draw a frame. */
export const fileImage = style([
  thumbImage,
  { selectors: { '&:not([src])': { visibility: 'hidden' } } },
])

export const text = style({ minWidth: 0 })

/** Spans the progress bar's column too, which is empty before and after sending. */
export const wideText = style([
  text,
  { gridColumn: '2 / -2', '@media': { [media.narrow]: { gridColumn: 'auto' } } },
])

export const name = style({
  display: 'block',
  whiteSpace: 'nowrap',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
})

export const nameLink = style([name, underlined, { width: 'fit-content', maxWidth: '100%' }])

export const state = style({ color: color.quiet, fontVariantNumeric: 'tabular-nums' })

export const failure = style({ color: color.danger })

/** Why uploads are paused. */
export const pause = style([
  failure,
  { marginBlockStart: '12px', fontSize: scale.size.small, textWrap: 'pretty' },
])

export const iconButton = style([innerIconButton, { gridColumn: -2 }])

export const mark = style([iconButton, { cursor: 'default', ':hover': { color: color.quiet } }])
