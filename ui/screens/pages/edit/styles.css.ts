import { globalStyle, style } from '@vanilla-extract/css'
import { popup } from '../../../kit/components/Dialog.css.ts'
import { quietText } from '../../../kit/components/text.css.ts'
import { appearLate } from '../../../kit/components/waiting.css.ts'
import { media } from '../../../kit/theme/breakpoints.ts'
import { color, scale } from '../../../kit/theme/contract.css.ts'

export const waiting = style([quietText, { marginTop: '24px', animation: appearLate }])

export const views = style({
  display: 'flex',
  gap: '4px',
  borderBottom: `1px solid ${color.line}`,
})

export const view = style({
  minHeight: '40px',
  paddingInline: '14px',
  marginBlockEnd: '-1px',
  border: 0,
  borderBottom: '2px solid transparent',
  background: 'none',
  fontSize: scale.size.small,
  color: color.quiet,
  cursor: 'pointer',
  ':hover': { color: color.text },
  '@media': { [media.touch]: { minHeight: '44px' } },
  selectors: {
    "&[aria-pressed='true']": {
      color: color.text,
      fontWeight: 600,
      borderBottomColor: color.text,
    },
  },
})

export const editor = style({ minWidth: 0 })

globalStyle(`${editor} textarea`, {
  fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSize: scale.size.small,
  lineHeight: 1.6,
  overscrollBehavior: 'contain',
})

/** About as high as the editor, so that little moves when the view changes. */
export const preview = style({ minHeight: '320px', paddingBlock: '8px 16px' })

/** The page without the margins that it has on its own screen. */
export const rendered = style({
  selectors: { '.prose&': { maxWidth: 'none', margin: 0, padding: 0 } },
})

export const keys = style([
  quietText,
  { marginInlineStart: 'auto', '@media': { [media.touch]: { display: 'none' } } },
])

export const conflict = style({
  display: 'grid',
  gap: '12px',
  padding: '16px 20px 20px',
  borderRadius: scale.radius,
  borderInlineStart: `3px solid ${color.danger}`,
  backgroundColor: color.sunk,
})

export const versions = style({ display: 'grid', gap: '12px', marginTop: '48px' })

export const row = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '16px',
  paddingBlock: '10px',
  borderTop: `1px solid ${color.line}`,
  fontSize: scale.size.small,
  fontVariantNumeric: 'tabular-nums',
})

export const dialog = style([
  popup,
  {
    display: 'grid',
    gridTemplateRows: 'auto minmax(0, 1fr) auto auto',
    gap: '16px',
    width: 'min(760px, 100vw - 32px)',
    height: 'min(720px, 100dvh - 32px)',
  },
])

export const versionText = style({
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  paddingBlock: '16px',
  borderBlock: `1px solid ${color.line}`,
})

export const dialogActions = style({ display: 'flex', justifyContent: 'flex-end' })
