import { atom } from 'jotai'

/** Where the list's tools keep a place for the tool that selects photos, whose code is loaded later. */
export const selectPlaceAtom = atom<HTMLElement | null>(null)
