import { atom } from 'jotai'
import type { Job } from '../../../src/contract/imports/jobs.ts'

/** The import that is shown: running, or finished and not dismissed yet. */
export const importJobAtom = atom<Job | undefined>(undefined)

/** Seconds until the import is finished; undefined while that is unknown. */
export const importSecondsLeftAtom = atom<number | undefined>(undefined)

/** Whether requests for the import's progress get no response. */
export const isImportUnresponsiveAtom = atom(false)

/** While open, the progress dialog reports the end of the import. */
export const isProgressOpenAtom = atom(false)

/** Whether an import was running when the page was sent, or that is unknown. */
export const mayBeImportingAtom = atom(false)

type UploadProgress = {
  /** Files that are uploaded, failed or cancelled. */
  readonly done: number
  readonly total: number
  /** Of all bytes. */
  readonly percent: number
}

/** Undefined while nothing is being uploaded. */
export const uploadProgressAtom = atom<UploadProgress | undefined>(undefined)

export const isUploadingAtom = atom((get) => get(uploadProgressAtom) !== undefined)
