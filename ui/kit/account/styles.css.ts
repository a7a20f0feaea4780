import { globalStyle, style } from '@vanilla-extract/css'
import { problemText } from '../components/text.css.ts'
import { color, scale } from '../theme/contract.css.ts'

export const panel = style({
  width: `min(100% - 2 * ${scale.gutter}, 440px)`,
  marginInline: 'auto',
  paddingBlock: 'clamp(32px, 10svh, 112px) 64px',
})

export const heading = style({
  fontSize: scale.size.heading,
  lineHeight: 1.3,
  letterSpacing: '-.01em',
})

export const lead = style({ marginTop: '8px', color: color.quiet, textWrap: 'pretty' })

export const form = style({ display: 'grid', gap: '20px', marginTop: '24px' })

export const actions = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '12px 20px',
})

/** A problem with the form as a whole, in its footer. */
export const problem = problemText

export const saved = style({ fontSize: scale.size.small, color: color.quiet })

export const picture = style({
  display: 'grid',
  gridTemplateColumns: '68px minmax(0, 1fr)',
  gap: '16px',
})

/** The margin aligns it with the field below its label. */
/** The field, and below it the button that chooses a photo. */
export const pictureField = style({ display: 'grid', justifyItems: 'start', gap: '8px' })

globalStyle(`${pictureField} > div`, { width: '100%' })

export const preview = style({
  display: 'grid',
  placeItems: 'center',
  width: '68px',
  height: '68px',
  marginBlockStart: '15px',
  borderRadius: '50%',
  overflow: 'hidden',
  color: color.quiet,
  backgroundColor: color.sunk,
  border: `1px solid ${color.line}`,
})

export const previewImage = style({ width: '100%', height: '100%', objectFit: 'cover' })

/** A part of a screen, below others. */
export const part = style({ display: 'grid', gap: '12px', marginTop: '40px' })

export const partHeading = style({
  fontSize: scale.size.body,
  lineHeight: 1.5,
  fontWeight: 600,
  // Not below the top bar when it gets the focus.
  scrollMarginTop: `calc(${scale.bar} + 16px)`,
})

/** Above a group of fields. */
export const groupHeading = style({
  paddingBottom: '8px',
  borderBottom: `1px solid ${color.line}`,
  fontSize: scale.size.body,
  lineHeight: 1.4,
  fontWeight: 600,
})

/** Something else that can be done on a screen, set apart from the rest. */
export const section = style({
  display: 'grid',
  justifyItems: 'start',
  gap: '4px',
  marginTop: '56px',
  paddingTop: '24px',
  borderTop: `1px solid ${color.line}`,
})

export const sectionHeading = style({
  fontSize: scale.size.body,
  lineHeight: 1.4,
  fontWeight: 600,
})

/** What could not be loaded, and a button to try again. */
export const failure = style({
  display: 'grid',
  justifyItems: 'start',
  gap: '12px',
  marginTop: '24px',
})
