import { Share2 } from 'lucide-react'
import { texts } from './texts.ts'

/** The labelled share button of an album until its code is loaded, so that nothing moves then. */
export const ShareButtonPlace = () => (
  <button type="button" aria-label={texts.album} aria-haspopup="dialog" title={texts.album}>
    <Share2 aria-hidden="true" size={18} strokeWidth={1.6} />
    <span>{texts.share}</span>
  </button>
)
