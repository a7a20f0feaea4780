import { atom } from 'jotai'
import type { DriveFile, DriveStatus } from '../../src/contract/drive.ts'
import type { Job, JobFailure } from '../../src/contract/jobs.ts'

/** What an import would find in the folder. */
export type Findings = {
  /** Files in the folder, whether here already or not. */
  readonly total: number
  readonly fresh: readonly DriveFile[]
  /** Once deleted here, and imported only when they are asked for. */
  readonly deleted: readonly DriveFile[]
}

/** What the screen has been told; it stands over visits of other screens. */
export const driveStatusAtom = atom<DriveStatus | undefined>(undefined)
export const findingsAtom = atom<Findings | undefined>(undefined)
/** The count under way, and why the last one failed. */
export const countingAtom = atom<{ readonly isBusy: boolean; readonly problem?: string }>({
  isBusy: false,
})
/** The latest import that is over. */
export const lastImportAtom = atom<Job | undefined>(undefined)
/** Files that failed and were not part of a later retry. */
export const olderFailuresAtom = atom<readonly JobFailure[]>([])

/** Every failed file that can be tried again, each once. */
export const failuresAtom = atom((get) => {
  const all = [...(get(lastImportAtom)?.failures ?? []), ...get(olderFailuresAtom)]
  return [...new Map(all.map((failure) => [failure.fileId, failure])).values()]
})
