import { style } from '@vanilla-extract/css'
import { text } from '../../../../kit/account/settings-card.css.ts'
import { popup as dialogPopup } from '../../../../kit/components/Dialog.css.ts'

/** Takes no room until it says something. */
export const news = style([text, { selectors: { '&:not(:empty)': { marginTop: '12px' } } }])

export const list = style({ margin: '4px 0 8px', padding: 0, listStyle: 'none' })

export const popup = style([dialogPopup, { width: 'min(560px, 100vw - 32px)' }])

export const form = style({ display: 'grid', gap: '20px', marginTop: '20px' })

export const dialogActions = style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  gap: '12px',
  marginTop: '4px',
})
