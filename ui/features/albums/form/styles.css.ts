import { globalStyle, style } from '@vanilla-extract/css'
import { popup } from '../../../kit/components/Dialog.css.ts'
import { media } from '../../../kit/theme/breakpoints.ts'
import { color, scale } from '../../../kit/theme/contract.css.ts'

/** A dialog of photos: they scroll, while the title and the buttons stay in place. */
export const wide = style([
  popup,
  {
    display: 'flex',
    flexDirection: 'column',
    width: 'min(880px, 100vw - 32px)',
    height: 'calc(100dvh - 32px)',
    maxHeight: '860px',
    overflow: 'hidden',
  },
])

export const scrolled = style({
  flex: 1,
  minHeight: 0,
  marginTop: '20px',
  // Keeps focus rings from being clipped at the edges.
  marginInline: '-4px',
  padding: '4px',
  overflowY: 'auto',
  overscrollBehavior: 'contain',
})

export const foot = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: '12px',
  marginTop: '16px',
})

export const count = style({
  marginInlineEnd: 'auto',
  color: color.quiet,
  fontSize: scale.size.small,
  fontVariantNumeric: 'tabular-nums',
  // On its own row on phones, so that the buttons stay side by side.
  '@media': { [media.narrow]: { width: '100%' } },
})

/** A form of a comfortable line length: its fields scroll, while title and buttons stay in place. */
export const narrow = style([
  popup,
  {
    display: 'flex',
    flexDirection: 'column',
    width: 'min(520px, 100vw - 32px)',
    overflow: 'hidden',
  },
])

export const form = style({ display: 'flex', flexDirection: 'column', minHeight: 0 })

export const fields = style([scrolled, { display: 'grid', gap: '20px' }])

export const cover = style({ display: 'grid', gap: '12px' })

export const coverHead = style({
  display: 'grid',
  gap: '12px',
  selectors: {
    // On a phone it stays above the photos, which scroll with the form.
    '[data-choosing] > &': {
      '@media': {
        [media.narrow]: {
          position: 'sticky',
          top: '-4px',
          zIndex: 2,
          paddingBlock: '4px',
          backgroundColor: color.raised,
        },
      },
    },
  },
})

export const coverRow = style({
  display: 'grid',
  gridTemplateColumns: '160px minmax(0, 1fr)',
  alignItems: 'center',
  gap: '12px 16px',
  '@media': { [media.narrow]: { gridTemplateColumns: '112px minmax(0, 1fr)' } },
})

export const coverButtons = style({ display: 'flex', flexWrap: 'wrap', gap: '8px' })

export const covers = style({
  maxHeight: '240px',
  marginInline: '-4px',
  padding: '4px',
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  '@media': { [media.narrow]: { maxHeight: 'none', overflowY: 'visible' } },
})

// A phone has no space for a list that scrolls within the form, so it takes the form's place.
globalStyle(
  `${fields}:has(> [data-choosing]) > :not([data-choosing]), [data-choosing] > ${covers} ~ *`,
  { '@media': { [media.narrow]: { display: 'none' } } },
)

export const remark = style({
  paddingInlineStart: '12px',
  borderInlineStart: `2px solid ${color.edge}`,
  color: color.quiet,
  fontSize: scale.size.small,
  lineHeight: 1.45,
})
