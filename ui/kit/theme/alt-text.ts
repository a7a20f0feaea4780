import { scale } from './contract.css.ts'

/** The style of alt text in place of a picture that failed to load, readable on any colour. */
export const altText = {
  color: '#fff',
  fontSize: scale.size.note,
  lineHeight: 1.4,
  fontWeight: 600,
  textShadow: '0 0 2px #000, 0 0 2px #000, 0 0 3px #000, 0 0 4px #000, 0 0 8px #000',
} as const
