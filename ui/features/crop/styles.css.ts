import { globalStyle, keyframes, style } from '@vanilla-extract/css'
import { popup } from '../../kit/components/Dialog.css.ts'
import { media } from '../../kit/theme/breakpoints.ts'
import { color, scale } from '../../kit/theme/contract.css.ts'

/** As large as the window allows: the photo gets all space that text and buttons leave. */
export const dialog = style([
  popup,
  {
    display: 'flex',
    flexDirection: 'column',
    width: 'min(1200px, 100vw - 32px)',
    height: 'calc(100dvh - 32px)',
    padding: '22px 24px',
    overflow: 'hidden',
    '@media': {
      [media.narrow]: {
        width: '100vw',
        height: '100dvh',
        maxHeight: '100dvh',
        padding: '22px 16px max(14px, env(safe-area-inset-bottom))',
        border: 0,
        borderRadius: 0,
      },
    },
  },
])

/** Its padding leaves space for the handles at the photo's edges. */
export const stage = style({
  position: 'relative',
  flex: 1,
  minHeight: '120px',
  marginBlock: '16px',
  padding: '12px',
  borderRadius: scale.radius,
  backgroundColor: color.sunk,
  overflow: 'hidden',
  '@media': {
    [media.touch]: { padding: '22px' },
    [media.narrow]: { marginInline: '-16px', borderRadius: 0 },
  },
})

export const room = style({
  containerType: 'size',
  display: 'grid',
  placeItems: 'center',
  width: '100%',
  height: '100%',
})

const run = keyframes({
  from: { transform: 'translateX(-100%)' },
  to: { transform: 'translateX(400%)' },
})

/** After a moment, a line along the bottom edge shows that something is loading. */
export const waiting = style({
  position: 'absolute',
  insetInlineStart: 0,
  bottom: 0,
  width: '25%',
  height: '2px',
  backgroundColor: color.text,
  transform: 'translateX(-100%)',
  animation: `${run} 1.2s ${scale.ease} 300ms infinite`,
})

/** The canvas of the rotated photo; its corners are black, as the server renders them. */
export const canvas = style({
  position: 'relative',
  width: 'min(100cqw, 100cqh * var(--ratio))',
  aspectRatio: 'var(--ratio)',
  backgroundColor: '#000',
  overflow: 'hidden',
  userSelect: 'none',
})

export const picture = style({
  position: 'absolute',
  insetBlockStart: '50%',
  insetInlineStart: '50%',
  maxWidth: 'none',
})

export const preview = style({
  width: 'min(100cqw, 100cqh * var(--ratio))',
  height: 'auto',
  aspectRatio: 'var(--ratio)',
  backgroundColor: color.line,
})

export const failure = style({
  position: 'absolute',
  inset: 0,
  display: 'grid',
  placeContent: 'center',
  justifyItems: 'center',
  gap: '12px',
  padding: '16px',
  color: color.text,
  backgroundColor: color.sunk,
  fontSize: scale.size.small,
  textAlign: 'center',
})

export const cropper = style({
  vars: {
    '--rc-focus-color': color.accent,
    '--rc-drag-handle-size': '24px',
    '--rc-drag-handle-mobile-size': '44px',
    '--rc-drag-bar-size': '12px',
  },
})

// Touching the photo draws or moves the crop area instead of scrolling.
globalStyle(`${cropper} .ReactCrop__child-wrapper`, { touchAction: 'none' })

// A still line instead of an animated one.
globalStyle(`${cropper} .ReactCrop__crop-selection.ReactCrop__crop-selection`, {
  touchAction: 'none',
  backgroundImage: 'none',
  animation: 'none',
  boxShadow: 'inset 0 0 0 1px #fff, 0 0 0 1px rgba(0, 0, 0, .5)',
})

// Handles look small, but their targets are large.
globalStyle(`${cropper} .ReactCrop__drag-handle`, { border: 0, background: 'none' })
globalStyle(`${cropper} .ReactCrop__drag-handle:focus`, { background: 'none', outline: 'none' })
globalStyle(`${cropper} .ReactCrop__drag-handle::after`, {
  content: '',
  position: 'absolute',
  inset: 0,
  width: '12px',
  height: '12px',
  margin: 'auto',
  borderRadius: '50%',
  backgroundColor: '#fff',
  boxShadow: '0 0 0 1px rgba(0, 0, 0, .5)',
})
globalStyle(`${cropper} .ReactCrop__drag-handle:focus-visible::after`, {
  outline: `3px solid ${color.accent}`,
  outlineOffset: '1px',
})

export const foot = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '8px 20px',
})

export const facts = style({
  minHeight: '20px',
  color: color.quiet,
  fontSize: scale.size.small,
  lineHeight: '20px',
  fontVariantNumeric: 'tabular-nums',
  // Sized for the longest text, so that rotating does not change the layout.
  flex: '999 1 270px',
})

export const tools = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 12px',
  flexGrow: 1,
  justifyContent: 'space-between',
  '@media': { [media.narrow]: { columnGap: '4px' } },
})

export const group = style({ display: 'flex' })

export const tool = style({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: '4px',
  minWidth: '44px',
  height: '44px',
  padding: '0 6px',
  border: 0,
  borderRadius: scale.radius,
  background: 'none',
  color: color.quiet,
  fontSize: scale.size.small,
  fontVariantNumeric: 'tabular-nums',
  cursor: 'pointer',
  transition: `color ${scale.quick}, background-color ${scale.quick}`,
  ':hover': { color: color.text },
  selectors: {
    "&[aria-pressed='true']": { color: color.text, backgroundColor: color.sunk },
    "&[aria-disabled='true']": { cursor: 'progress', opacity: 0.5 },
  },
})

/** Beside the 5° button; as high as a tool, so that a finger can move it. */
export const straighten = style({
  width: '120px',
  height: '44px',
  margin: '0 6px',
  accentColor: color.text,
  cursor: 'pointer',
})

export const problem = style({ width: '100%', color: color.danger, fontSize: scale.size.small })
