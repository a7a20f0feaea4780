import { globalStyle } from '@vanilla-extract/css'
import { media } from '../theme/breakpoints.ts'
import { color, scale } from '../theme/contract.css.ts'

/** A link that looks like a button, in the server's HTML too. */
globalStyle('.button-link, .notice p .button-link', {
  flex: 'none',
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: '44px',
  paddingInline: '20px',
  border: `1px solid ${color.line}`,
  borderRadius: scale.radius,
  backgroundColor: color.raised,
  color: color.text,
  fontSize: scale.size.small,
  fontWeight: 600,
  textDecoration: 'none',
  transition: `border-color ${scale.quick}`,
})

globalStyle('.notice p .button-link', { marginTop: '12px' })

globalStyle('.button-link:hover', { borderColor: color.text })

// The owner's button in the header; plain-pages.css.ts has the rest of it.
globalStyle('.bio-link', { marginInlineStart: 'auto' })

// On phones the button stands below the words.
globalStyle('.bio:has(.bio-link)', {
  '@media': { [media.narrow]: { display: 'grid', gridTemplateColumns: 'auto 1fr' } },
})

globalStyle('.bio .bio-link, .bio:has(.bio-link) > div:first-child', {
  '@media': { [media.narrow]: { gridColumn: '1 / -1', justifySelf: 'start' } },
})

globalStyle('.bio .bio-link', { '@media': { [media.narrow]: { marginInlineStart: 0 } } })

// The owner's row below it has room of its own.
globalStyle('.bio:has(+ .owner-tools)', {
  '@media': { [media.narrow]: { paddingBottom: '12px' } },
})
