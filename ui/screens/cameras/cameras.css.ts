import { globalStyle } from '@vanilla-extract/css'
import { media } from '../../kit/theme/breakpoints.ts'
import { color, scale } from '../../kit/theme/contract.css.ts'

globalStyle('.camera-page', {
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

globalStyle('.camera-page > nav', { minWidth: 0 })

globalStyle('.camera-page > nav > button', {
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
  '@media': {
    [media.wide]: { display: 'none' },
    // Without JavaScript the list is always open.
    '(scripting: none)': { display: 'none' },
  },
})

globalStyle('.camera-page > nav > button:hover', { borderColor: color.text })

globalStyle('.camera-page > nav > button::after', {
  content: '',
  flex: 'none',
  width: '8px',
  height: '8px',
  marginInlineEnd: '4px',
  border: 'solid',
  borderWidth: '0 1.5px 1.5px 0',
  transform: 'translateY(-2px) rotate(45deg)',
})

globalStyle(".camera-page > nav > button[aria-expanded='true']::after", {
  transform: 'translateY(2px) rotate(-135deg)',
})

globalStyle('.camera-page > nav > ul', {
  display: 'grid',
  gap: '2px',
  margin: 0,
  padding: 0,
  listStyle: 'none',
})

globalStyle(".camera-page > nav > button[aria-expanded='false'] + ul", {
  '@media': { [`${media.small} and (scripting: enabled)`]: { display: 'none' } },
})

globalStyle('.camera-page > nav > button + ul', {
  '@media': { [media.small]: { marginTop: '4px' } },
})

globalStyle('.camera-page > nav a', {
  display: 'flex',
  alignItems: 'center',
  gap: '12px',
  minHeight: '52px',
  padding: '6px 12px 6px 6px',
  borderRadius: scale.radius,
  fontSize: scale.size.small,
  lineHeight: 1.35,
  color: color.quiet,
})

globalStyle('.camera-page > nav a:hover', { color: color.text })
globalStyle('.camera-page > nav a:focus-visible', { outlineOffset: '-2px' })

globalStyle(".camera-page > nav a[aria-current='page']", {
  color: color.text,
  backgroundColor: color.sunk,
  fontWeight: 600,
})

globalStyle('.camera-thumb', {
  display: 'grid',
  flex: 'none',
  width: '40px',
  height: '40px',
  borderRadius: '4px',
  overflow: 'hidden',
})

globalStyle('.camera-page article', {
  display: 'grid',
  gridTemplateColumns: '300px minmax(0, 1fr)',
  gap: '32px',
  alignContent: 'start',
  minWidth: 0,
  '@media': { [media.narrow]: { gridTemplateColumns: 'minmax(0, 1fr)', gap: '20px' } },
})

// The box has its final size before the picture loads, whatever its aspect ratio.
globalStyle('.camera-picture', {
  display: 'grid',
  aspectRatio: '4 / 3',
  minHeight: 0,
  borderRadius: scale.radius,
  overflow: 'hidden',
})

globalStyle('.camera-picture img, .camera-thumb img', {
  width: '100%',
  height: '100%',
  minHeight: 0,
  objectFit: 'contain',
})

globalStyle('.camera-picture.is-drawn, .camera-thumb.is-drawn', { backgroundColor: color.sunk })

globalStyle('.is-drawn:is(.camera-picture, .camera-thumb)::after', {
  content: '',
  gridArea: '1 / 1',
  placeSelf: 'center',
  width: '62%',
  aspectRatio: '4 / 3',
  backgroundColor: color.edge,
  mask: "url('/camera.svg') center / contain no-repeat",
})

globalStyle('.camera-thumb.is-drawn::after', {
  maskImage: "url('/camera-small.svg')",
})

globalStyle('.camera-head', { minWidth: 0, alignSelf: 'center' })

globalStyle('.camera-head h1', {
  '@media': { [media.narrow]: { fontSize: scale.size.heading, letterSpacing: '-.01em' } },
})

globalStyle('.camera-actions', {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px 20px',
  marginTop: '16px',
})

globalStyle('.camera-actions a', {
  display: 'inline-flex',
  alignItems: 'center',
  gap: '8px',
  minHeight: '44px',
  borderRadius: scale.radius,
  fontSize: scale.size.small,
  fontWeight: 600,
  fontVariantNumeric: 'tabular-nums',
})

globalStyle('.camera-actions a > :first-child', {
  textDecoration: 'underline',
  textDecorationColor: color.quiet,
  textDecorationThickness: '1px',
  textUnderlineOffset: '.25em',
})

globalStyle('.camera-actions p', { fontSize: scale.size.small, color: color.quiet })

globalStyle('.camera-actions a:hover > :first-child', { textDecorationColor: 'currentColor' })

globalStyle('.camera-actions a > :last-child', { fontWeight: 400, color: color.quiet })

globalStyle('.camera-specs', { gridColumn: '1 / -1', minWidth: 0 })

globalStyle('.camera-specs-head', {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '4px 16px',
  minHeight: '53px',
  paddingBottom: '8px',
  borderBottom: `1px solid ${color.line}`,
})

globalStyle('.camera-specs h2', { fontSize: scale.size.body, lineHeight: 1.3, fontWeight: 600 })

globalStyle('.camera-specs table', {
  width: '100%',
  borderCollapse: 'collapse',
  tableLayout: 'fixed',
  fontSize: scale.size.small,
  lineHeight: '20px',
  fontVariantNumeric: 'tabular-nums',
})

globalStyle('.camera-specs :is(th, td)', {
  padding: '10px 0',
  borderBottom: `1px solid ${color.line}`,
  textAlign: 'start',
  verticalAlign: 'top',
})

globalStyle('.camera-specs th', {
  width: '44%',
  paddingInlineEnd: '20px',
  fontWeight: 400,
  color: color.quiet,
})

globalStyle('.camera-specs td.is-unknown', { color: color.quiet })
