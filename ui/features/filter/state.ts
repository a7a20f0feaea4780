import { atom } from 'jotai'

/** Whether the filter panel is open; undefined until it is first opened. */
export const filterPanelAtom = atom<boolean | undefined>(undefined)
