import { atom } from 'jotai'
import type { Job } from '../../src/contract/jobs.ts'

/** The import from the drive that is followed: under way, or over and not put away yet. */
export const importJobAtom = atom<Job | undefined>(undefined)

/** Seconds until the import is through; undefined while it cannot be told. */
export const importSecondsLeftAtom = atom<number | undefined>(undefined)

/** Whether the server leaves the question how far the import is without an answer. */
export const isImportSilentAtom = atom(false)

/** Whether the progress dialog stands open; while it does, it tells the import's end. */
export const isProgressOpenAtom = atom(false)

/** Whether an import is worth asking for: the page came with one under way, or nobody has looked. */
export const mayBeImportingAtom = atom(false)
