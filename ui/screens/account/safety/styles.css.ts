import { style } from '@vanilla-extract/css'
import { media } from '../../../kit/theme/breakpoints.ts'

export const summary = style({ display: 'grid', gap: '16px', marginTop: '24px' })

export const list = style({ margin: 0, padding: 0, listStyle: 'none' })

export const notes = style({ display: 'grid', gap: '6px', margin: 0, paddingInlineStart: '20px' })

export const form = style({ display: 'grid', gap: '28px', marginTop: '4px', maxWidth: '560px' })

export const group = style({
  display: 'grid',
  gap: '12px',
  minWidth: 0,
  margin: 0,
  padding: 0,
  border: 0,
})

export const legend = style({ padding: 0, marginBottom: '8px', fontWeight: 600 })

export const folder = style({ display: 'grid', justifyItems: 'start', gap: '4px' })

export const fields = style({
  display: 'grid',
  alignItems: 'start',
  gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
  gap: '12px',
  '@media': { [media.narrow]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
})

export const backupKey = style({ display: 'grid', gap: '12px', marginTop: '16px' })

export const keyActions = style({ display: 'flex', flexWrap: 'wrap', gap: '12px' })
