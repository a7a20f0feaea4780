import { style } from '@vanilla-extract/css'
import { media } from '../theme/breakpoints.ts'
import { color, scale } from '../theme/contract.css.ts'
import { unprinted } from '../theme/unprinted.css.ts'

/** The row above a grid: what the list is, and the list's tools at its end. */
export const listHead = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '0 24px',
  minHeight: '44px',
  maxWidth: scale.page,
  marginInline: 'auto',
  marginBottom: '8px',
  paddingInline: scale.gutter,
  color: color.quiet,
  fontSize: scale.size.small,
  fontVariantNumeric: 'tabular-nums',
  '@media': { [media.narrow]: { columnGap: '12px' }, [media.full]: { paddingInline: 0 } },
  selectors: {
    // In a heading that has margins of its own.
    'header &': { maxWidth: 'none', marginBottom: 0, paddingInline: 0 },
    // Below the top bar.
    '.visually-hidden + &': {
      marginTop: '8px',
      '@media': { [media.full]: { marginTop: '24px' } },
    },
  },
})

/** Buttons that concern the whole list. The icons align with the margin; their targets do not. */
export const listTools = style([
  unprinted,
  {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'flex-end',
    gap: '0 4px',
    marginInline: 'auto -12px',
    '@media': { [media.narrow]: { columnGap: 0 } },
  },
])

/** As wide as its tool is in any font, so that this moves nothing when it arrives. */
export const selectTool = style({
  display: 'flex',
  justifyContent: 'flex-end',
  minWidth: '112px',
  '@media': {
    [media.narrow]: { minWidth: '44px' },
    // It works only with JavaScript.
    '(scripting: none)': { display: 'none' },
  },
})

/** A button or link of the list's tools. */
export const listTool = style({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: '8px',
  minWidth: '44px',
  minHeight: '44px',
  paddingInline: '12px',
  border: 0,
  borderRadius: scale.radius,
  background: 'none',
  color: color.quiet,
  fontSize: scale.size.small,
  fontWeight: 600,
  lineHeight: 1,
  textDecoration: 'none',
  whiteSpace: 'nowrap',
  cursor: 'pointer',
  transition: `color ${scale.quick}`,
  ':hover': { color: color.text },
  selectors: {
    "&[aria-expanded='true']": { color: color.text },
    // Buttons work only with JavaScript.
    'button&': { '@media': { '(scripting: none)': { display: 'none' } } },
  },
})

/** On phones a tool after the first has only its icon; its label is for screen readers. */
export const toolLabel = style({
  selectors: {
    [`${listTool}:not(:first-child) > &, ${selectTool} &`]: {
      '@media': {
        [media.narrow]: {
          position: 'absolute',
          width: '1px',
          height: '1px',
          overflow: 'hidden',
          clipPath: 'inset(50%)',
        },
      },
    },
  },
})
