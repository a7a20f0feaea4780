import { style } from '@vanilla-extract/css'
import { media } from '../theme/breakpoints.ts'

export const row = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gap: '12px',
  '@media': { [media.narrow]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
})

/** Aligned with the field, below its label. */
export const button = style({
  display: 'grid',
  alignContent: 'start',
  paddingBlockStart: '27px',
  '@media': { [media.narrow]: { paddingBlockStart: 0, justifyItems: 'start' } },
})
