import { atom } from 'jotai'

/** How many photos are in the photostream, for the owner; undefined while that is not known. */
export const photostreamTotalAtom = atom<number | undefined>(undefined)
