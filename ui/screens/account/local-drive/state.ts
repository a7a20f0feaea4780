import { atom } from 'jotai'
import { markAllStale } from '../../../catalogue/list/store.ts'
import { addPending } from '../../../features/versions/pending.ts'
import { ApiError, api, codeAndMessage, errorText } from '../../../kit/api.ts'
import { paths } from '../../../kit/paths.ts'
import { notify } from '../../../kit/state/notices.ts'
import { store } from '../../../kit/state/store.ts'
import { texts } from '../texts.ts'
import { addUploadsToAlbums } from './add-to-albums.ts'
import { addToPhotostream, sendFile } from './send-file.ts'
import {
  change,
  matchedIdsAtom,
  runAtom,
  scheduleTotals,
  totals,
  updateTotals,
  uploadsAtom,
  uploadTotalsAtom,
} from './totals.ts'
import {
  isInGallery,
  isOpen,
  isRetryable,
  outcomeOf,
  type Placement,
  type Upload,
  type UploadedState,
  type UploadState,
  uploadedState,
} from './upload.ts'

/** Files sent at the same time. */
const parallel = 3
const noticeMs = 8000

/** Why uploads are paused, such as a full disk. */
export const pauseAtom = atom<string | undefined>(undefined)

const waitingAtom = atom<readonly Upload[]>([])
const activeUploadsAtom = atom<ReadonlyMap<Upload, AbortController>>(new Map())
const lastIdAtom = atom(0)

type Wish = Pick<Upload, 'toPhotostream' | 'albums' | 'run'>

export function upload(files: readonly File[], wish: Wish) {
  const added = files.map((file) => {
    const id = store.get(lastIdAtom) + 1
    store.set(lastIdAtom, id)
    const state = atom<UploadState>({ stage: 'waiting' })
    return { id, file, ...wish, state, placement: atom<Placement>('waiting') }
  })
  store.set(uploadsAtom, (uploads) => [...uploads, ...added])
  store.set(waitingAtom, (waiting) => [...waiting, ...added])
  sendNext()
}

export function retry(...uploads: readonly Upload[]): void {
  for (const upload of uploads) {
    const state = store.get(upload.state)
    const placement = store.get(upload.placement)
    if (!isRetryable(state, placement)) continue
    if (typeof placement === 'object') store.set(upload.placement, 'waiting')
    if (state.stage === 'done' && typeof state.photostream === 'object') void show(upload, state)
    if (isInGallery(state)) continue
    change(upload, { stage: 'waiting' })
    store.set(waitingAtom, (waiting) => [...waiting, upload])
  }
  resumeUploads()
  if (store.get(activeUploadsAtom).size === 0) void addUploadsToAlbums()
}

/** Retries all failed files for which a retry can help, but not cancelled ones. */
export function retryFailed(): void {
  const isFailed = (upload: Upload) => store.get(upload.state).stage !== 'cancelled'
  retry(...store.get(uploadsAtom).filter(isFailed))
}

/** Cancels files that are waiting or being sent. */
export function cancel(...uploads: readonly Upload[]): void {
  const excluded = new Set(uploads)
  store.set(waitingAtom, (waiting) => waiting.filter((upload) => !excluded.has(upload)))
  for (const upload of uploads) {
    store.get(activeUploadsAtom).get(upload)?.abort()
    if (isOpen(store.get(upload.state))) change(upload, { stage: 'cancelled' })
  }
  sendNext()
}

export const cancelAll = () => cancel(...store.get(uploadsAtom))

/** Continues after a pause. */
export function resumeUploads(): void {
  store.set(pauseAtom, undefined)
  sendNext()
}

/** Cancels unfinished uploads and clears the list. */
export function clearUploads(): void {
  cancelAll()
  store.set(uploadsAtom, [])
  store.set(matchedIdsAtom, new Set<string>())
  store.set(pauseAtom, undefined)
  updateTotals()
}

function sendNext(): void {
  while (store.get(activeUploadsAtom).size < parallel && store.get(pauseAtom) === undefined) {
    const [next, ...others] = store.get(waitingAtom)
    if (!next) break
    store.set(waitingAtom, others)
    void send(next)
  }
  if (store.get(activeUploadsAtom).size > 0) begin()
  else void end()
  scheduleTotals()
}

async function send(upload: Upload): Promise<void> {
  const { file, run } = upload
  if (isNotImage(file)) {
    change(upload, { stage: 'failed', error: texts.uploads.notJpeg, canRetry: false })
    return
  }
  const abort = new AbortController()
  store.set(activeUploadsAtom, (active) => new Map(active).set(upload, abort))
  change(upload, { stage: 'sending', sent: 0 })
  try {
    const sent = await sendFile(file, run, {
      onProgress: (sent) => change(upload, { stage: 'sending', sent }),
      onSent: () => change(upload, { stage: 'processing' }),
      signal: abort.signal,
    })
    if ('pending' in sent) {
      addPending(sent.pending)
      store.set(matchedIdsAtom, (ids) => new Set(ids).add(sent.pending.id))
      change(upload, { stage: 'matched', pending: sent.pending })
      return
    }
    // Lists loaded earlier lack the new photo.
    markAllStale()
    await showUploaded(upload, uploadedState(sent, file))
  } catch (error) {
    if (!abort.signal.aborted) {
      change(upload, outcomeOf(error))
      await pauseFor(error)
    }
  } finally {
    // A retry may already be sending it again.
    store.set(
      activeUploadsAtom,
      (active) => new Map([...active].filter(([, controller]) => controller !== abort)),
    )
    sendNext()
  }
}

export async function showUploaded(upload: Upload, uploaded: UploadedState): Promise<void> {
  change(upload, uploaded)
  if (upload.toPhotostream && !uploaded.isRestored) await show(upload, uploaded)
}

async function show(upload: Upload, uploaded: UploadedState): Promise<void> {
  change(upload, { ...uploaded, photostream: 'adding' })
  try {
    await addToPhotostream(uploaded.photoId)
    // Lists loaded earlier lack the new photo.
    markAllStale()
    change(upload, { ...uploaded, photostream: 'added' })
  } catch (error) {
    change(upload, { ...uploaded, photostream: { error: codeAndMessage(error) } })
  }
}

/** The server checks the content; this only skips what the browser knows not to be an image. */
const isNotImage = ({ type }: File) => type !== '' && !type.startsWith('image/')

/** Pauses after errors that would affect every file. */
async function pauseFor(error: unknown): Promise<void> {
  const refusal = error instanceof ApiError ? error.refusal : undefined
  const isForAll = refusal ? [401, 507].includes(refusal.code) : !(await isReachable())
  if (isForAll) store.set(pauseAtom, errorText(error, texts.uploads.paused))
}

async function isReachable(): Promise<boolean> {
  try {
    return (await api.health.$get()).ok
  } catch {
    return false
  }
}

function begin(): void {
  if (store.get(runAtom)) return
  store.set(runAtom, { startedAt: performance.now(), bytesProcessed: totals().bytesProcessed })
  addEventListener('beforeunload', askBeforeLeaving)
}

async function end(): Promise<void> {
  if (!store.get(runAtom)) return
  await addUploadsToAlbums()
  // Others may have been chosen meanwhile.
  if (!store.get(runAtom) || store.get(activeUploadsAtom).size > 0) return
  store.set(runAtom, undefined)
  removeEventListener('beforeunload', askBeforeLeaving)
  updateTotals()
  if (location.pathname !== paths.account('local')) {
    const all = store.get(uploadTotalsAtom)
    // Decisions are offered on this screen, so the notice stays.
    notify(texts.uploads.summary(all), all.matched > 0 ? {} : { durationMs: noticeMs })
  }
}

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault()
}
