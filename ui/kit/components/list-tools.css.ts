import { globalStyle } from '@vanilla-extract/css'
import { media } from '../theme/breakpoints.ts'
import { color, scale } from '../theme/contract.css.ts'

/** The row above a grid: what the list is, and the list's tools at its end. */
globalStyle('.list-head', {
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
})

/** In a heading that has margins of its own. */
globalStyle('header .list-head', { maxWidth: 'none', marginBottom: 0, paddingInline: 0 })

/** Buttons that concern the whole list. The icons align with the margin; their targets do not. */
globalStyle('.list-tools', {
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  gap: '0 4px',
  marginInline: 'auto -12px',
})

globalStyle('.list-tools > :not(.select-tool), .select-tool > *', {
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
})

globalStyle('.list-tools > :hover, .list-tools > [aria-expanded=true], .select-tool > :hover', {
  color: color.text,
})

// They work only with JavaScript.
globalStyle('.list-tools > button:not(.select-tool), .select-tool', {
  '@media': { '(scripting: none)': { display: 'none' } },
})

/** On phones a tool after the first has only its icon; its label is for screen readers. */
globalStyle('.list-tools > :not(:first-child) > span, .select-tool span', {
  '@media': {
    [media.narrow]: {
      position: 'absolute',
      width: '1px',
      height: '1px',
      overflow: 'hidden',
      clipPath: 'inset(50%)',
    },
  },
})

/** As wide as its tool is in any font, so that this moves nothing when it arrives. */
globalStyle('.select-tool', {
  display: 'flex',
  justifyContent: 'flex-end',
  minWidth: '112px',
  '@media': { [media.narrow]: { minWidth: '44px' } },
})

globalStyle('.list-tools', { '@media': { [media.narrow]: { columnGap: 0 } } })
