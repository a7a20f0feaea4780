import { atom } from 'jotai'

/** The album that was looked at last: the list that follows goes on at its card. */
export const lastAlbumAtom = atom<string | undefined>(undefined)

/** Ids and codes that were right: the cookie set by their answer carries the proof from then on. */
export const provenCodesAtom = atom<ReadonlySet<string>>(new Set<string>())

/** The history state of the list of albums where it takes the place of one that was deleted. */
export const afterDeletion = { isAfterDeletion: true } as const

export const isAfterDeletion = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'isAfterDeletion' in state
