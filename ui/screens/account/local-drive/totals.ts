import { atom } from 'jotai'
import { uploadProgressAtom } from '../../../kit/state/background-work.ts'
import { store } from '../../../kit/state/store.ts'
import {
  isNewPhoto,
  noUploads,
  percentOf,
  type Run,
  secondsLeft,
  totalsOf,
  type Upload,
  type UploadState,
  type UploadTotals,
} from './upload.ts'

/** How often the totals are updated during uploads. */
const totalsMs = 200

/** All files since the list was cleared; uploads continue while other screens are shown. */
export const uploadsAtom = atom<readonly Upload[]>([])
export const uploadTotalsAtom = atom<UploadTotals>(noUploads)
export const failedUploadsAtom = atom<readonly Upload[]>([])
/** The new photos in the order of their files, and the names of the uploads that added them. */
export const uploadedAtom = atom<{
  readonly ids: readonly string[]
  readonly runs: readonly string[]
}>({ ids: [], runs: [] })
/** Ids under which some of these files wait for the owner's decision, or did. */
export const matchedIdsAtom = atom<ReadonlySet<string>>(new Set<string>())
/** Undefined while it cannot be estimated. */
export const secondsLeftAtom = atom<number | undefined>(undefined)
/** When sending started, to estimate the remaining time. */
export const runAtom = atom<Run | undefined>(undefined)

const totalsTimerAtom = atom<ReturnType<typeof setTimeout> | undefined>(undefined)

export function change(upload: Upload, state: UploadState): void {
  store.set(upload.state, state)
  scheduleTotals()
}

export const totals = () =>
  totalsOf(
    store.get(uploadsAtom).map(({ file, state, placement }) => ({
      size: file.size,
      state: store.get(state),
      placement: store.get(placement),
    })),
  )

export function scheduleTotals(): void {
  if (store.get(totalsTimerAtom) === undefined) {
    store.set(totalsTimerAtom, setTimeout(updateTotals, totalsMs))
  }
}

export function updateTotals(): void {
  clearTimeout(store.get(totalsTimerAtom))
  store.set(totalsTimerAtom, undefined)
  const now = totals()
  store.set(uploadTotalsAtom, now)
  updateFailed(now)
  updateUploaded(now)
  store.set(secondsLeftAtom, secondsLeft(now, store.get(runAtom)))
  const progress = { done: now.total - now.open, total: now.total, percent: percentOf(now) }
  store.set(uploadProgressAtom, store.get(runAtom) && progress)
}

/** Updated once all files are uploaded, if the number of new photos has changed. */
function updateUploaded({ open }: UploadTotals): void {
  if (open > 0) return
  const done = store.get(uploadsAtom).flatMap(({ state, run }) => {
    const now = store.get(state)
    return isNewPhoto(now) ? [{ id: now.photoId, run }] : []
  })
  const ids = done.map(({ id }) => id)
  if (ids.length === store.get(uploadedAtom).ids.length) return
  store.set(uploadedAtom, { ids, runs: [...new Set(done.map(({ run }) => run))] })
}

/** Updated only when the number of failures changes. */
function updateFailed({ failed }: UploadTotals): void {
  if (failed === store.get(failedUploadsAtom).length) return
  const isFailed = (upload: Upload) => store.get(upload.state).stage === 'failed'
  store.set(failedUploadsAtom, store.get(uploadsAtom).filter(isFailed))
}
