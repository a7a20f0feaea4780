import { atom } from 'jotai'
import type { DriveFailure } from '../../src/contract/drive.ts'
import { ApiError, api, errorText, signedIn, unwrap } from '../api.ts'
import { store } from '../state/store.ts'

/** As many as the server sends at once. */
const pageSize = 50

type Failures = {
  /** Of all failures, of which `shown` are the newest. */
  readonly total: number
  readonly shown: readonly DriveFailure[]
}

/** The files that could not be imported; undefined until they are loaded. */
export const failuresAtom = atom<Failures | undefined>(undefined)
/** Whether failures are being loaded, and why the last attempt failed. */
export const failuresLoadingAtom = atom<{ readonly isBusy: boolean; readonly problem?: string }>({
  isBusy: false,
})
/** Whether the list of failures should get the focus as soon as it is shown. */
export const areFailuresWantedAtom = atom(false)

/** The number of the last request; responses to earlier ones are discarded. */
const requestIdAtom = atom(0)

/** Loads the newest failures, as many as are shown. Errors are in failuresLoadingAtom. */
export async function loadFailures(): Promise<void> {
  await load([], Math.max(pageSize, store.get(failuresAtom)?.shown.length ?? 0))
}

/** Loads the next failures after those that are shown. */
export async function loadMoreFailures(): Promise<void> {
  const { shown } = store.get(failuresAtom) ?? { shown: [] }
  await load(shown, shown.length + 1)
}

/** Removes a failure from the list. @throws ApiError */
export async function dismissFailure({ fileId }: DriveFailure): Promise<void> {
  const { total } = await unwrap(
    api.drive.failures[':fileId'].$delete({ param: { fileId } }),
  ).catch(unlessGone)
  store.set(failuresAtom, (known) => ({
    total,
    shown: known?.shown.filter((failure) => failure.fileId !== fileId) ?? [],
  }))
}

/** Removes all failures from the list. @throws ApiError */
export async function dismissAllFailures(): Promise<void> {
  await unwrap(api.drive.failures.$delete())
  store.set(failuresAtom, undefined)
  await loadFailures()
}

/** A failure that was dismissed in another window, or imported meanwhile, is gone as wanted. */
function unlessGone(error: unknown): { total: number } {
  if (!(error instanceof ApiError && error.refusal?.code === 404)) throw error
  return { total: Math.max(0, (store.get(failuresAtom)?.total ?? 0) - 1) }
}

async function load(first: readonly DriveFailure[], wanted: number): Promise<void> {
  store.set(requestIdAtom, (id) => id + 1)
  const ownId = store.get(requestIdAtom)
  store.set(failuresLoadingAtom, { isBusy: true })
  let outcome: { isBusy: false; problem?: string } = { isBusy: false }
  try {
    const failures = await fetchFailures([...first], wanted)
    if (ownId === store.get(requestIdAtom)) store.set(failuresAtom, failures)
  } catch (error) {
    outcome = { isBusy: false, problem: errorText(error) }
  }
  if (ownId === store.get(requestIdAtom)) store.set(failuresLoadingAtom, outcome)
}

async function fetchFailures(shown: DriveFailure[], wanted: number): Promise<Failures> {
  for (;;) {
    const query = { limit: String(pageSize), offset: String(shown.length) }
    const page = await unwrap(signedIn(() => api.drive.failures.$get({ query })))
    // New failures may have moved those that are shown to the next page.
    const isShown = new Set(shown.map(({ fileId }) => fileId))
    const added = page.failures.filter(({ fileId }) => !isShown.has(fileId))
    shown.push(...added)
    const isEnough = shown.length >= Math.min(wanted, page.total)
    if (isEnough || added.length === 0) return { total: page.total, shown }
  }
}
