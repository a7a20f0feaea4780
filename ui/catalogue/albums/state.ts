import { atom } from 'jotai'

/** The album that was opened last; the list of albums restores the focus to its card. */
export const lastAlbumAtom = atom<string | undefined>(undefined)

/** The names of the albums that were loaded. */
export const albumNamesAtom = atom<ReadonlyMap<string, string>>(new Map())

/** Accepted share codes, as 'id code': from then on a cookie grants access. */
export const acceptedCodesAtom = atom<ReadonlySet<string>>(new Set<string>())

/** The history state of the list of albums after a deletion. */
export const afterDeletion = { isAfterDeletion: true } as const

export const isAfterDeletion = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'isAfterDeletion' in state
