import { atomWithStorage } from 'jotai/utils'

/** How long a photo is shown, in seconds. */
export const shortestSeconds = 3
export const longestSeconds = 20

/** Stored in this browser. */
export const secondsAtom = atomWithStorage('vitrine:slideshow-seconds', 5, undefined, {
  getOnInit: true,
})

/** Whether titles stay while the controls are hidden. */
export const captionsAtom = atomWithStorage('vitrine:slideshow-captions', false, undefined, {
  getOnInit: true,
})

export const withinRange = (seconds: number): number =>
  Math.min(longestSeconds, Math.max(shortestSeconds, Math.round(seconds) || shortestSeconds))
