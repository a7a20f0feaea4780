import { style } from '@vanilla-extract/css'
import { notice } from '../../kit/components/EmptyState.css.ts'
import { buttonLink } from '../../kit/components/Link.css.ts'
import { listHead } from '../../kit/components/list-tools.css.ts'
import { media } from '../../kit/theme/breakpoints.ts'
import { color, scale } from '../../kit/theme/contract.css.ts'
import { unprinted } from '../../kit/theme/unprinted.css.ts'

export const bio = style({
  display: 'flex',
  alignItems: 'center',
  gap: '28px',
  maxWidth: scale.page,
  marginInline: 'auto',
  padding: `40px ${scale.gutter} 36px`,
  '@media': {
    [media.narrow]: { gap: '16px', paddingBlock: '24px' },
    [media.full]: { paddingInline: 0 },
  },
  selectors: {
    // The row below it has its own padding.
    [`&:has(+ ${listHead})`]: {
      paddingBottom: '16px',
      '@media': { [media.narrow]: { paddingBottom: '4px' } },
    },
  },
})

/** With the owner's link; on phones it is below the text. */
export const ownersBio = style([
  bio,
  { '@media': { [media.narrow]: { display: 'grid', gridTemplateColumns: 'auto 1fr' } } },
])

const rowOfItsOwn = { gridColumn: '1 / -1', justifySelf: 'start' } as const

export const words = style({
  minWidth: 0,
  selectors: {
    // Without a picture beside it.
    [`${ownersBio} > &:first-child`]: { '@media': { [media.narrow]: rowOfItsOwn } },
  },
})

export const portrait = style({
  flex: 'none',
  width: '128px',
  height: '128px',
  objectFit: 'cover',
  borderRadius: '50%',
  backgroundColor: color.sunk,
  '@media': { [media.narrow]: { width: '68px', height: '68px' } },
})

export const name = style({
  '@media': { [media.narrow]: { fontSize: scale.size.heading, letterSpacing: '-.01em' } },
})

export const text = style({
  maxWidth: '52ch',
  marginTop: '8px',
  color: color.quiet,
  whiteSpace: 'pre-line',
  textWrap: 'balance',
  '@media': { [media.narrow]: { marginTop: '4px', fontSize: scale.size.small } },
})

export const accountLink = style([
  buttonLink,
  {
    marginInlineStart: 'auto',
    '@media': { [media.narrow]: { ...rowOfItsOwn, marginInlineStart: 0 } },
  },
])

/** The notice of an empty photostream. */
export const empty = style({ selectors: { [`${bio} + ${notice}&`]: { paddingTop: '40px' } } })

/**
 * The owner's rows above the grid: switch and tools, below them count and links. Nothing moves when
 * the switch, whose space is reserved (grid/styles.css.ts), arrives later, or when the count changes.
 */
export const ownersHead = style([listHead, unprinted, { position: 'relative' }])

export const ownersCount = style({
  order: 1,
  display: 'flex',
  alignItems: 'center',
  width: '100%',
  minHeight: '44px',
  // For the owner's links.
  paddingInlineEnd: '76px',
})
