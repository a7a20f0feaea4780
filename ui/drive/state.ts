import { atom } from 'jotai'
import type { DriveFile, DriveStatus } from '../../src/contract/drive.ts'
import type { Job, JobFailure } from '../../src/contract/jobs.ts'
import { ApiError, api, errorText, ignoreApiError, signedIn, unwrap } from '../api.ts'
import { store } from '../state/store.ts'

/** What an import would find in the folder. */
type Findings = {
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

/** The last count that was begun: what an earlier one finds is of another folder or moment. */
const turnAtom = atom(0)

/** Asks whether the drive is connected. @throws ApiError */
export async function loadStatus(): Promise<void> {
  const status = await unwrap(signedIn(() => api.drive.authenticated.$get()))
  store.set(driveStatusAtom, status)
}

/** Looks what lies in the folder and what of it is new. Why it could not is in countingAtom. */
export async function countPhotos(): Promise<void> {
  store.set(turnAtom, (turn) => turn + 1)
  const own = store.get(turnAtom)
  store.set(countingAtom, { isBusy: true })
  try {
    const findings = await find()
    if (own !== store.get(turnAtom)) return
    store.set(findingsAtom, findings)
    store.set(countingAtom, { isBusy: false })
  } catch (error) {
    const problem = errorText(error)
    if (own !== store.get(turnAtom)) return
    store.set(findingsAtom, undefined)
    store.set(countingAtom, { isBusy: false, problem })
    const isRefused = error instanceof ApiError && error.refusal !== undefined
    // The connection may just have been lost, which the server knows by now.
    if (isRefused) await loadStatus().catch(ignoreApiError)
  }
}

/** Of another folder nothing is known yet. */
export function forgetFindings(): void {
  store.set(turnAtom, (turn) => turn + 1)
  store.set(findingsAtom, undefined)
  store.set(countingAtom, { isBusy: false })
}

async function find() {
  const [all, fresh] = await Promise.all([
    unwrap(signedIn(() => api.drive.$get())),
    unwrap(signedIn(() => api.drive.check.$get({ query: {} }))),
  ])
  // What is all new was never here.
  const isAllNew = all.length === fresh.length
  const deleted = isAllNew ? [] : await unwrap(api.drive.check.$get({ query: { deleted: 'true' } }))
  return { total: all.length, fresh, deleted }
}
