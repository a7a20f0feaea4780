import { atom } from 'jotai'
import type { Job } from '../../src/contract/jobs.ts'

/** The import from the drive that is shown: running, or finished and not dismissed yet. */
export const importJobAtom = atom<Job | undefined>(undefined)

/** Seconds until the import is finished; undefined while that is unknown. */
export const importSecondsLeftAtom = atom<number | undefined>(undefined)

/** Whether the server does not answer requests for the import's progress. */
export const isImportSilentAtom = atom(false)

/** Whether the progress dialog is open; if so, it reports the end of the import. */
export const isProgressOpenAtom = atom(false)

/** Whether there may be an import: one was running when the page was sent, or it is unknown. */
export const mayBeImportingAtom = atom(false)

/** Progress of the owner's uploads, shown in the frame while they run. */
type UploadProgress = {
  /** Files that are finished, uploaded or not, and all files. */
  readonly done: number
  readonly total: number
  /** Of the bytes of all files. */
  readonly percent: number
}

/** Undefined while nothing is being uploaded. */
export const uploadProgressAtom = atom<UploadProgress | undefined>(undefined)

export const isUploadingAtom = atom((get) => get(uploadProgressAtom) !== undefined)
