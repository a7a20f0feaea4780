import { style } from '@vanilla-extract/css'
import * as account from '../../../kit/account/styles.css.ts'
import { quietText } from '../../../kit/components/text.css.ts'

export const form = style({ display: 'grid', gap: '36px', marginTop: '24px', maxWidth: '560px' })

export const group = style({ display: 'grid', gap: '12px', minWidth: 0 })

export const groupHeading = account.groupHeading

export const note = quietText
