import { keyframes, style } from '@vanilla-extract/css'
import { iconButton } from '../../kit/components/icon-button.css.ts'
import { color, scale } from '../../kit/theme/contract.css.ts'

export const likes = style({
  display: 'flex',
  gap: '2px',
  fontSize: scale.size.small,
})

/** The icon is aligned with the margin; its touch target extends beyond it. */
export const heart = style([
  iconButton,
  {
    marginInlineStart: '-12px',
    ':hover': { color: color.danger },
    selectors: { "&[aria-pressed='true']": { color: color.danger } },
  },
])

export const heartIcon = style({
  transition: `transform ${scale.calm} ${scale.ease}`,
  selectors: {
    [`${heart}:active &`]: { transform: 'scale(.85)' },
    [`${heart}[aria-pressed='true'] &`]: { fill: 'currentColor' },
  },
})

const appear = keyframes({ from: { opacity: 0 } })

/**
 * Its minimum height fits two lines, to avoid a layout shift. After a moment, a bar shows that the
 * sentence is loading.
 */
export const sentence = style({
  display: 'grid',
  alignContent: 'center',
  flex: 1,
  minWidth: 0,
  minHeight: '44px',
  lineHeight: '1.25rem',
  selectors: {
    "&[data-loading='true']::before": {
      content: '',
      display: 'block',
      width: '180px',
      height: '12px',
      borderRadius: '3px',
      backgroundColor: color.sunk,
      animation: `${appear} ${scale.calm} 300ms backwards`,
    },
  },
})
