import { atom } from 'jotai'
import { atomWithStorage } from 'jotai/utils'

/** How long a photo is shown, in seconds. */
export const shortestSeconds = 3
export const longestSeconds = 20

/** Stored in this browser. */
const storedSecondsAtom = atomWithStorage('vitrine:slideshow-seconds', 5, undefined, {
  getOnInit: true,
})

/** Within the range, also if something else is stored. */
export const secondsAtom = atom(
  (get) => withinRange(get(storedSecondsAtom)),
  (_, set, seconds: number) => set(storedSecondsAtom, withinRange(seconds)),
)

/** Whether titles stay while the controls are hidden. */
export const captionsAtom = atomWithStorage('vitrine:slideshow-captions', false, undefined, {
  getOnInit: true,
})

const withinRange = (seconds: number): number =>
  Math.min(longestSeconds, Math.max(shortestSeconds, Math.round(seconds) || shortestSeconds))
