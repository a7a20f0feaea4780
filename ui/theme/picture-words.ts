import { scale } from './contract.css.ts'

/** The look of a picture's words where it does not come: read on any photo's colour. */
export const pictureWords = {
  color: '#fff',
  fontSize: scale.size.note,
  lineHeight: 1.4,
  fontWeight: 600,
  textShadow: '0 0 2px #000, 0 0 2px #000, 0 0 3px #000, 0 0 4px #000, 0 0 8px #000',
} as const
