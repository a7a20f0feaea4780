import { atom } from 'jotai'
import type { DriveFolderContent, DriveStatus } from '../../../src/contract/imports/drive.ts'
import type { DriveReturnError } from '../../../src/contract/imports/drive-connection.ts'
import type { Job } from '../../../src/contract/imports/jobs.ts'
import { ApiError, api, ignoreApiError, signedIn, unwrap } from '../../kit/api.ts'
import { driveErrorText } from '../../kit/reason.ts'
import { store } from '../../kit/state/store.ts'

/** Why the last return from Google could not be used; until the next action on the screen. */
export const returnErrorAtom = atom<DriveReturnError | undefined>(undefined)
/** The state of the connection, kept while other screens are shown. */
export const driveStatusAtom = atom<DriveStatus | undefined>(undefined)
/** What the folder contained when it was last listed. */
export const listingAtom = atom<DriveFolderContent | undefined>(undefined)
type Counting = {
  readonly isBusy: boolean
  readonly problem?: string
  /** Whether the problem is one that passes, as when Google limits requests. */
  readonly isPassing?: boolean
}
/** Whether the folder is being listed, and why the last attempt failed. */
export const countingAtom = atom<Counting>({ isBusy: false })
/** Whether an import has changed what is new since the folder was listed. */
export const isListingStaleAtom = atom(false)
/** The last import that has ended. */
export const lastImportAtom = atom<Job | undefined>(undefined)
/** The last one of all new files of a folder; importing selected files does not replace it. */
export const lastWholeImportAtom = atom<Job | undefined>(undefined)

/** The number of the last count; results of earlier counts are discarded. */
const countIdAtom = atom(0)

/** Asks whether the drive is connected. @throws ApiError */
export async function loadStatus(): Promise<void> {
  const status = await unwrap(signedIn(() => api.drive.authenticated.$get()))
  store.set(driveStatusAtom, status)
}

/** Asks again after a refusal, because the server may have noticed that the connection is lost. */
export function noticeLostConnection(error: unknown): void {
  if (error instanceof ApiError && error.refusal) void loadStatus().catch(ignoreApiError)
}

/** Lists the folder once, for everything the screen says about it. Failures are in countingAtom. */
export async function countPhotos(): Promise<void> {
  store.set(countIdAtom, (id) => id + 1)
  const ownId = store.get(countIdAtom)
  store.set(countingAtom, { isBusy: true })
  try {
    const listing = await unwrap(signedIn(() => api.drive.folder.$get()))
    if (ownId !== store.get(countIdAtom)) return
    store.set(listingAtom, listing)
    store.set(isListingStaleAtom, false)
    store.set(countingAtom, { isBusy: false })
  } catch (error) {
    const problem = driveErrorText(error)
    if (ownId !== store.get(countIdAtom)) return
    const code = error instanceof ApiError ? error.refusal?.code : undefined
    const isPassing = code === 503
    // What was counted before is still the best that is known.
    if (!isPassing || store.get(isListingStaleAtom)) store.set(listingAtom, undefined)
    store.set(isListingStaleAtom, false)
    store.set(countingAtom, { isBusy: false, problem, isPassing })
    noticeLostConnection(error)
  }
}

/** Forgets the listing, which was of another folder or account. */
export function forgetListing(): void {
  discardCount()
  store.set(listingAtom, undefined)
}

/** Marks the listing as outdated by an import; a count that is under way may be as well. */
export function outdateListing(): void {
  discardCount()
  store.set(isListingStaleAtom, true)
}

function discardCount(): void {
  store.set(countIdAtom, (id) => id + 1)
  store.set(countingAtom, { isBusy: false })
}
