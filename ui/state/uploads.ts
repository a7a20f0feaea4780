import { atom } from 'jotai'

/** How far the owner's uploads are; what the frame shows of them while they run. */
export type UploadProgress = {
  /** Files that are through, whatever became of them, and all of them. */
  readonly done: number
  readonly total: number
  /** Of the bytes of all files. */
  readonly percent: number
}

/** Undefined while nothing is uploaded. */
export const uploadProgressAtom = atom<UploadProgress | undefined>(undefined)
