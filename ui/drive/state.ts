import { atom } from 'jotai'
import type { DriveFile, DriveStatus } from '../../src/contract/drive.ts'
import type { Job, JobFailure } from '../../src/contract/jobs.ts'
import { ApiError, api, errorText, ignoreApiError, signedIn, unwrap } from '../api.ts'
import { store } from '../state/store.ts'

type FolderContents = {
  /** All files in the folder, imported or not. */
  readonly total: number
  readonly fresh: readonly DriveFile[]
  /** Deleted from the gallery, and imported only on request. */
  readonly deleted: readonly DriveFile[]
}

/** The state of the connection, kept while other screens are shown. */
export const driveStatusAtom = atom<DriveStatus | undefined>(undefined)
export const folderContentsAtom = atom<FolderContents | undefined>(undefined)
/** Whether photos are being counted, and why the last count failed. */
export const countingAtom = atom<{ readonly isBusy: boolean; readonly problem?: string }>({
  isBusy: false,
})
/** The last finished import. */
export const lastImportAtom = atom<Job | undefined>(undefined)
/** Files that failed and were not part of a later retry. */
export const olderFailuresAtom = atom<readonly JobFailure[]>([])

/** Every failed file that can be tried again, each once. */
export const failuresAtom = atom((get) => {
  const all = [...(get(lastImportAtom)?.failures ?? []), ...get(olderFailuresAtom)]
  return [...new Map(all.map((failure) => [failure.fileId, failure])).values()]
})

/** The number of the last count; results of earlier counts are discarded. */
const countIdAtom = atom(0)

/** Asks whether the drive is connected. @throws ApiError */
export async function loadStatus(): Promise<void> {
  const status = await unwrap(signedIn(() => api.drive.authenticated.$get()))
  store.set(driveStatusAtom, status)
}

/** Counts the folder's photos and the new ones. Failures are in countingAtom. */
export async function countPhotos(): Promise<void> {
  store.set(countIdAtom, (id) => id + 1)
  const ownId = store.get(countIdAtom)
  store.set(countingAtom, { isBusy: true })
  try {
    const contents = await loadFolderContents()
    if (ownId !== store.get(countIdAtom)) return
    store.set(folderContentsAtom, contents)
    store.set(countingAtom, { isBusy: false })
  } catch (error) {
    const problem = errorText(error)
    if (ownId !== store.get(countIdAtom)) return
    store.set(folderContentsAtom, undefined)
    store.set(countingAtom, { isBusy: false, problem })
    const isRefused = error instanceof ApiError && error.refusal !== undefined
    // The server may have noticed that the connection is lost.
    if (isRefused) await loadStatus().catch(ignoreApiError)
  }
}

export function clearFolderContents(): void {
  store.set(countIdAtom, (id) => id + 1)
  store.set(folderContentsAtom, undefined)
  store.set(countingAtom, { isBusy: false })
}

async function loadFolderContents() {
  const [all, fresh] = await Promise.all([
    unwrap(signedIn(() => api.drive.$get())),
    unwrap(signedIn(() => api.drive.check.$get({ query: {} }))),
  ])
  // If all are new, none was deleted.
  const isAllNew = all.length === fresh.length
  const deleted = isAllNew ? [] : await unwrap(api.drive.check.$get({ query: { deleted: 'true' } }))
  return { total: all.length, fresh, deleted }
}
