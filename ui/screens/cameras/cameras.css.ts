import { style } from '@vanilla-extract/css'
import { media } from '../../kit/theme/breakpoints.ts'
import { color, scale } from '../../kit/theme/contract.css.ts'

export const page = style({
  display: 'grid',
  gridTemplateColumns: '220px minmax(0, 1fr)',
  gap: '40px',
  maxWidth: scale.page,
  marginInline: 'auto',
  padding: `36px ${scale.gutter} 64px`,
  '@media': {
    [media.small]: {
      gridTemplateColumns: 'minmax(0, 1fr)',
      gap: '20px',
      paddingBlock: '16px 48px',
    },
    [media.full]: { paddingInline: 0 },
  },
})

export const cameras = style({ minWidth: 0 })

export const listButton = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '12px',
  width: '100%',
  minHeight: '44px',
  paddingInline: '12px',
  border: `1px solid ${color.line}`,
  borderRadius: scale.radius,
  fontSize: scale.size.small,
  fontWeight: 600,
  fontVariantNumeric: 'tabular-nums',
  color: color.text,
  backgroundColor: color.raised,
  cursor: 'pointer',
  ':hover': { borderColor: color.text },
  '::after': {
    content: '',
    flex: 'none',
    width: '8px',
    height: '8px',
    marginInlineEnd: '4px',
    border: 'solid',
    borderWidth: '0 1.5px 1.5px 0',
    transform: 'translateY(-2px) rotate(45deg)',
  },
  selectors: {
    "&[aria-expanded='true']::after": { transform: 'translateY(2px) rotate(-135deg)' },
  },
  '@media': {
    [media.wide]: { display: 'none' },
    // Without JavaScript the list is always open.
    '(scripting: none)': { display: 'none' },
  },
})

export const list = style({
  display: 'grid',
  gap: '2px',
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '@media': { [media.small]: { marginTop: '4px' } },
  selectors: {
    [`${listButton}[aria-expanded='false'] + &`]: {
      '@media': { [`${media.small} and (scripting: enabled)`]: { display: 'none' } },
    },
  },
})

export const entry = style({
  display: 'flex',
  alignItems: 'center',
  gap: '12px',
  minHeight: '52px',
  padding: '6px 12px 6px 6px',
  borderRadius: scale.radius,
  fontSize: scale.size.small,
  lineHeight: 1.35,
  color: color.quiet,
  ':hover': { color: color.text },
  ':focus-visible': { outlineOffset: '-2px' },
  selectors: {
    "&[aria-current='page']": {
      color: color.text,
      backgroundColor: color.sunk,
      fontWeight: 600,
    },
  },
})

export const camera = style({
  display: 'grid',
  gridTemplateColumns: '300px minmax(0, 1fr)',
  gap: '32px',
  alignContent: 'start',
  minWidth: 0,
  '@media': { [media.narrow]: { gridTemplateColumns: 'minmax(0, 1fr)', gap: '20px' } },
})

export const thumb = style({
  display: 'grid',
  flex: 'none',
  width: '40px',
  height: '40px',
  borderRadius: '4px',
  overflow: 'hidden',
})

/** The box has its final size before the picture loads, whatever its aspect ratio. */
export const picture = style({
  display: 'grid',
  aspectRatio: '4 / 3',
  minHeight: 0,
  borderRadius: scale.radius,
  overflow: 'hidden',
})

export const image = style({
  width: '100%',
  height: '100%',
  minHeight: 0,
  objectFit: 'contain',
})

const drawn = style({
  backgroundColor: color.sunk,
  '::after': {
    content: '',
    gridArea: '1 / 1',
    placeSelf: 'center',
    width: '62%',
    aspectRatio: '4 / 3',
    backgroundColor: color.edge,
    mask: "url('/camera.svg') center / contain no-repeat",
  },
})

export const drawnPicture = style([picture, drawn])

export const drawnThumb = style([
  thumb,
  drawn,
  { '::after': { maskImage: "url('/camera-small.svg')" } },
])

export const head = style({ minWidth: 0, alignSelf: 'center' })

export const name = style({
  '@media': { [media.narrow]: { fontSize: scale.size.heading, letterSpacing: '-.01em' } },
})

export const actions = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px 20px',
  marginTop: '16px',
})

export const photos = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '8px',
  minHeight: '44px',
  borderRadius: scale.radius,
  fontSize: scale.size.small,
  fontWeight: 600,
  fontVariantNumeric: 'tabular-nums',
})

export const photosText = style({
  textDecoration: 'underline',
  textDecorationColor: color.quiet,
  textDecorationThickness: '1px',
  textUnderlineOffset: '.25em',
  selectors: { [`${photos}:hover &`]: { textDecorationColor: 'currentColor' } },
})

export const photoCount = style({ fontWeight: 400, color: color.quiet })

export const noPhotos = style({ fontSize: scale.size.small, color: color.quiet })

export const specs = style({ gridColumn: '1 / -1', minWidth: 0 })

export const specsHead = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '4px 16px',
  minHeight: '53px',
  paddingBottom: '8px',
  borderBottom: `1px solid ${color.line}`,
})

export const specsTitle = style({ fontSize: scale.size.body, lineHeight: 1.3, fontWeight: 600 })

export const table = style({
  width: '100%',
  borderCollapse: 'collapse',
  tableLayout: 'fixed',
  fontSize: scale.size.small,
  lineHeight: '20px',
  fontVariantNumeric: 'tabular-nums',
})

export const spec = style({
  padding: '10px 0',
  borderBottom: `1px solid ${color.line}`,
  textAlign: 'start',
  verticalAlign: 'top',
})

export const label = style([
  spec,
  { width: '44%', paddingInlineEnd: '20px', fontWeight: 400, color: color.quiet },
])

export const unknown = style([spec, { color: color.quiet }])
