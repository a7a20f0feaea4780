import { atom } from 'jotai'
import type { DriveFailure } from '../../../src/contract/imports/drive.ts'
import { ApiError, api, errorText, signedIn, unwrap } from '../../kit/api.ts'
import { store } from '../../kit/state/store.ts'

/** As many as the server sends at once. */
const pageSize = 50

type Failures = {
  /** Of all failures, of which `shown` are the newest. */
  readonly total: number
  readonly shown: readonly DriveFailure[]
}

/** Whether the list of failures should get the focus as soon as it is shown. */
export const areFailuresWantedAtom = atom(false)
/** The number of files that were dismissed and would fail again. */
export const dismissedCountAtom = atom(0)

/** The files that could not be imported, page by page. */
function createList(dismissed: 'true' | 'false') {
  /** Undefined until they are loaded. */
  const failuresAtom = atom<Failures | undefined>(undefined)
  /** Whether failures are being loaded, and why the last attempt failed. */
  const loadingAtom = atom<{ readonly isBusy: boolean; readonly problem?: string }>({
    isBusy: false,
  })
  /** The number of the last request; responses to earlier ones are discarded. */
  const requestIdAtom = atom(0)

  const fetchPages = async (shown: DriveFailure[], wanted: number) => {
    for (;;) {
      const query = { limit: String(pageSize), offset: String(shown.length), dismissed }
      const page = await unwrap(signedIn(() => api.drive.failures.$get({ query })))
      // New failures may have moved those that are shown to the next page.
      const isShown = new Set(shown.map(({ fileId }) => fileId))
      const added = page.failures.filter(({ fileId }) => !isShown.has(fileId))
      shown.push(...added)
      const isEnough = shown.length >= Math.min(wanted, page.total)
      if (isEnough || added.length === 0) {
        return { failures: { total: page.total, shown }, dismissed: page.dismissed }
      }
    }
  }

  const load = async (first: readonly DriveFailure[], wanted: number): Promise<void> => {
    store.set(requestIdAtom, (id) => id + 1)
    const ownId = store.get(requestIdAtom)
    store.set(loadingAtom, { isBusy: true })
    let outcome: { isBusy: false; problem?: string } = { isBusy: false }
    try {
      const found = await fetchPages([...first], wanted)
      if (ownId === store.get(requestIdAtom)) {
        store.set(failuresAtom, found.failures)
        store.set(dismissedCountAtom, found.dismissed)
      }
    } catch (error) {
      outcome = { isBusy: false, problem: errorText(error) }
    }
    if (ownId === store.get(requestIdAtom)) store.set(loadingAtom, outcome)
  }

  return {
    failuresAtom,
    loadingAtom,
    /** Loads the newest failures, as many as are shown. Errors are in loadingAtom. */
    load: () => load([], Math.max(pageSize, store.get(failuresAtom)?.shown.length ?? 0)),
    /** Loads the next failures after those that are shown. */
    loadMore: () => {
      const { shown } = store.get(failuresAtom) ?? { shown: [] }
      return load(shown, shown.length + 1)
    },
  }
}

export const listedFailures = createList('false')
export const dismissedFailures = createList('true')

/** Removes a failure from the list. @throws ApiError */
export async function dismissFailure({ fileId }: DriveFailure): Promise<void> {
  const { total, dismissed } = await unwrap(
    api.drive.failures[':fileId'].$delete({ param: { fileId } }),
  ).catch(unlessGone)
  store.set(listedFailures.failuresAtom, (known) => ({
    total,
    shown: known?.shown.filter((failure) => failure.fileId !== fileId) ?? [],
  }))
  store.set(dismissedCountAtom, dismissed)
}

/** Removes all failures from the list. @throws ApiError */
export async function dismissAllFailures(): Promise<void> {
  await unwrap(api.drive.failures.$delete())
  store.set(listedFailures.failuresAtom, undefined)
  await listedFailures.load()
}

/** A failure that was dismissed in another window, or imported meanwhile, is gone as wanted. */
function unlessGone(error: unknown): { total: number; dismissed: number } {
  if (!(error instanceof ApiError && error.refusal?.code === 404)) throw error
  const known = store.get(listedFailures.failuresAtom)?.total ?? 0
  return { total: Math.max(0, known - 1), dismissed: store.get(dismissedCountAtom) }
}
