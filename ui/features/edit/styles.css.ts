import { globalStyle, style } from '@vanilla-extract/css'
import { fullscreen, stage } from '../../catalogue/viewer/styles.css.ts'
import { menu as baseMenu } from '../../kit/components/Menu.css.ts'
import { place as noticePlace } from '../../kit/components/Notices.css.ts'
import { problemText } from '../../kit/components/text.css.ts'
import { media } from '../../kit/theme/breakpoints.ts'
import { color, scale } from '../../kit/theme/contract.css.ts'

/** The panel's width at the side, and its height below the photo on phones. */
const panelWidth = 'min(400px, 56vw)'
const sheetHeight = '64dvh'
/** As wide as the fields' margin. */
const margin = '24px'
/** Above the page, whose place the photo takes beside the panel. */
const photoLayer = 6

/** At the side of the photo, or below it on phones: the photo stays visible. */
export const panel = style({
  position: 'fixed',
  zIndex: photoLayer + 1,
  insetBlock: 0,
  insetInlineEnd: 0,
  display: 'flex',
  flexDirection: 'column',
  width: panelWidth,
  paddingTop: '22px',
  borderInlineStart: `1px solid ${color.line}`,
  color: color.text,
  backgroundColor: color.raised,
  outline: 'none',
  transition: `opacity ${scale.quick}, transform ${scale.calm} ${scale.ease}`,
  selectors: {
    '&[data-starting-style], &[data-ending-style]': { opacity: 0, transform: 'translateX(24px)' },
  },
  '@media': {
    [media.narrow]: {
      insetBlockStart: 'auto',
      insetInline: 0,
      width: 'auto',
      height: sheetHeight,
      borderInlineStart: 0,
      borderTop: `1px solid ${color.line}`,
      borderRadius: '14px 14px 0 0',
      boxShadow: `0 -2px 16px ${color.shadow}`,
      selectors: {
        '&[data-starting-style], &[data-ending-style]': { transform: 'translateY(24px)' },
      },
    },
  },
})

/** Set by the panel. */
const whileOpen = 'html[data-editing]'

globalStyle(`${panel} > h2`, { flex: 'none', paddingInlineStart: margin })

// The photo fills the rest of the window, wherever the page is scrolled to.
globalStyle(`${whileOpen} ${stage}`, {
  position: 'fixed',
  zIndex: photoLayer,
  insetBlockStart: 0,
  insetInline: `0 ${panelWidth}`,
  border: 0,
  pointerEvents: 'none',
  vars: { '--wall-height': '100dvh', '--margin-block': margin, '--margin-inline': margin },
  '@media': {
    [media.narrow]: {
      insetInline: 0,
      // The wall extends behind the sheet's round corners, the photo does not.
      boxSizing: 'content-box',
      paddingBottom: '16px',
      vars: {
        '--wall-height': `calc(100dvh - ${sheetHeight})`,
        '--margin-block': '0px',
        '--margin-inline': '0px',
      },
    },
  },
})

// The page keeps its height, so that it does not scroll.
globalStyle(`${whileOpen} ${stage} + *`, { marginTop: 'var(--wall-height)' })

globalStyle(`${whileOpen} ${fullscreen}`, { display: 'none' })

// Notices are over the photo, where they cover no button.
globalStyle(`${whileOpen} ${noticePlace}`, {
  insetInlineEnd: panelWidth,
  '@media': { [media.narrow]: { insetInlineEnd: 0, top: '12px', bottom: 'auto' } },
})

/** Beside the title and the close button. */
export const steps = style({
  position: 'absolute',
  insetBlockStart: '14px',
  insetInlineEnd: '58px',
  display: 'flex',
})

/** Below the title. */
export const position = style({
  paddingInlineStart: margin,
  fontSize: scale.size.note,
  color: color.quiet,
  fontVariantNumeric: 'tabular-nums',
})

export const step = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '2px',
  minHeight: '44px',
  paddingInline: '8px',
  border: 0,
  borderRadius: scale.radius,
  background: 'none',
  fontSize: scale.size.small,
  fontWeight: 600,
  cursor: 'pointer',
  ':focus-visible': { outlineOffset: '-4px' },
  selectors: { "&[aria-disabled='true']": { opacity: 0.4, cursor: 'default' } },
})

/** The buttons keep their names where there is only space for the arrows. */
export const stepName = style({
  '@media': {
    '(max-width: 359px)': {
      position: 'absolute',
      width: '1px',
      height: '1px',
      overflow: 'hidden',
      clipPath: 'inset(50%)',
    },
  },
})

/** The fields scroll; the title above them and the buttons below stay. */
export const form = style({
  flex: '1 1 0',
  minHeight: 0,
  display: 'flex',
  flexDirection: 'column',
  marginTop: '8px',
})

globalStyle(`${form} > ${problemText}`, { marginInline: margin, marginBlock: '8px' })

export const fields = style({
  flex: '1 1 0',
  minHeight: 0,
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  scrollPaddingBlock: '8px',
  display: 'flex',
  flexDirection: 'column',
  gap: '20px',
  paddingInline: margin,
  paddingBlock: '8px 20px',
})

export const actions = style({
  display: 'flex',
  justifyContent: 'flex-end',
  gap: '12px',
  padding: `12px ${margin} max(12px, env(safe-area-inset-bottom))`,
  borderTop: `1px solid ${color.line}`,
})

export const owned = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: '6px',
})

export const problem = problemText

export const field = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: '6px',
})

/** Looks like a field and opens the list of albums. */
export const trigger = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '12px',
  width: '100%',
  minHeight: '44px',
  padding: '9px 12px',
  lineHeight: '24px',
  textAlign: 'start',
  color: color.text,
  backgroundColor: color.raised,
  border: `1px solid ${color.edge}`,
  borderRadius: scale.radius,
  cursor: 'pointer',
  transition: `border-color ${scale.quick}`,
  ':hover': { borderColor: color.text },
  ':focus-visible': {
    borderColor: color.accent,
    outline: `1px solid ${color.accent}`,
    outlineOffset: 0,
  },
  selectors: { "&[data-empty='true']": { color: color.quiet } },
})

export const names = style({ minWidth: 0, overflowWrap: 'anywhere' })

export const icon = style({ flex: 'none', color: color.quiet })

export const failed = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px 16px',
  minHeight: '44px',
})

/** Contains the list's portal; takes no space. */
export const menuContainer = style({ display: 'contents' })

/** Above the dialog. */
export const positioner = style({ zIndex: 8, outline: 'none' })

export const menu = style([
  baseMenu,
  { width: '250px', maxHeight: 'min(224px, var(--available-height))' },
])

export const item = style({
  display: 'grid',
  gridTemplateColumns: '18px minmax(0, 1fr)',
  alignItems: 'center',
  gap: '12px',
  minHeight: '36px',
  padding: '6px 10px',
  borderRadius: '4px',
  fontSize: scale.size.small,
  cursor: 'pointer',
  outline: 'none',
  overflowWrap: 'anywhere',
  '@media': { [media.touch]: { minHeight: '44px' } },
  selectors: { '&[data-highlighted]': { backgroundColor: color.sunk } },
})

export const box = style({
  display: 'grid',
  placeItems: 'center',
  width: '18px',
  height: '18px',
  border: `1px solid ${color.edge}`,
  borderRadius: '4px',
  color: color.surface,
  selectors: {
    '[data-checked] > &': { backgroundColor: color.text, borderColor: color.text },
  },
})

export const note = style({ display: 'block', color: color.quiet, fontSize: scale.size.note })
