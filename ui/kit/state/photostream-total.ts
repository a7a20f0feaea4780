import { atom } from 'jotai'

/** The number of photos in the photostream; undefined for visitors and until it is loaded. */
export const photostreamTotalAtom = atom<number | undefined>(undefined)
