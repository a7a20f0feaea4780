import { atom } from 'jotai'
import { ApiError, api } from '../api.ts'
import { paths } from '../paths.ts'
import { collectionsAtom, markStale } from '../photos/list/store.ts'
import { uploadProgressAtom } from '../state/background-work.ts'
import { notify } from '../state/notices.ts'
import { store } from '../state/store.ts'
import { addToPhotostream } from './photostream.ts'
import { sendFile } from './send-file.ts'
import { texts } from './texts.ts'
import {
  isOpen,
  isRetryable,
  outcomeOf,
  type Upload,
  type UploadedState,
  type UploadState,
} from './upload-state.ts'
import { noUploads, percentOf, totalsOf, type UploadTotals } from './upload-totals.ts'

/** Files on their way at the same time. */
const parallel = 3
/** How often the totals are drawn while files are on their way. */
const totalsMs = 200
const noticeMs = 8000

/** Every file since the list was cleared; they go on while other screens are shown. */
export const uploadsAtom = atom<readonly Upload[]>([])
export const uploadTotalsAtom = atom<UploadTotals>(noUploads)
/** Those that came to nothing, for the list's filter. */
export const failedUploadsAtom = atom<readonly Upload[]>([])
/** Why nothing more is sent for now, such as a full disk. */
export const pauseAtom = atom<string | undefined>(undefined)
/** Seconds until all is through; undefined while it cannot be told. */
export const secondsLeftAtom = atom<number | undefined>(undefined)

const waiting: Upload[] = []
const underWay = new Map<Upload, AbortController>()
let lastId = 0
let totalsTimer: ReturnType<typeof setTimeout> | undefined
/** When the files under way began to be sent, and what was through by then. */
let run: { readonly startedAt: number; readonly bytesThrough: number } | undefined

/** Puts files at the end of the queue and sends on. */
export function upload(files: readonly File[], { toPhotostream }: { toPhotostream: boolean }) {
  const added = files.map((file) => {
    lastId++
    return { id: lastId, file, toPhotostream, state: atom<UploadState>({ stage: 'waiting' }) }
  })
  store.set(uploadsAtom, (uploads) => [...uploads, ...added])
  waiting.push(...added)
  sendOn()
}

export function retry(...uploads: readonly Upload[]): void {
  for (const upload of uploads) {
    const state = store.get(upload.state)
    if (!isRetryable(state)) continue
    if (state.stage === 'done') void show(upload, state)
    else {
      change(upload, { stage: 'waiting' })
      waiting.push(upload)
    }
  }
  goOn()
}

/** Tries everything again for which that can help; what was cancelled stays so. */
export function retryFailed(): void {
  const isFailed = (upload: Upload) => store.get(upload.state).stage !== 'cancelled'
  retry(...store.get(uploadsAtom).filter(isFailed))
}

/** Takes files back that wait or are on their way. */
export function cancel(...uploads: readonly Upload[]): void {
  const taken = new Set(uploads)
  const left = waiting.filter((upload) => !taken.has(upload))
  waiting.splice(0, waiting.length, ...left)
  for (const upload of uploads) {
    underWay.get(upload)?.abort()
    if (isOpen(store.get(upload.state))) change(upload, { stage: 'cancelled' })
  }
  sendOn()
}

export const cancelAll = () => cancel(...store.get(uploadsAtom))

/** Ends a pause. */
export function goOn(): void {
  store.set(pauseAtom, undefined)
  sendOn()
}

/** Cancels what is open and empties the list. */
export function forgetUploads(): void {
  cancelAll()
  store.set(uploadsAtom, [])
  store.set(pauseAtom, undefined)
  drawTotals()
}

function sendOn(): void {
  while (underWay.size < parallel && store.get(pauseAtom) === undefined) {
    const next = waiting.shift()
    if (!next) break
    void send(next)
  }
  if (underWay.size > 0) begin()
  else end()
  drawTotalsSoon()
}

async function send(upload: Upload): Promise<void> {
  const { file } = upload
  if (isNoPicture(file)) {
    change(upload, { stage: 'failed', error: texts.uploads.notJpeg, canRetry: false })
    return
  }
  const abort = new AbortController()
  underWay.set(upload, abort)
  change(upload, { stage: 'sending', sent: 0 })
  try {
    const photo = await sendFile(file, {
      onProgress: (sent) => change(upload, { stage: 'sending', sent }),
      onSent: () => change(upload, { stage: 'developing' }),
      signal: abort.signal,
    })
    const uploaded: UploadedState = {
      stage: 'done',
      photoId: photo.id,
      fileName: photo.fileName,
      source: photo.source ?? photo.sourceName ?? file.name,
      warning: photo.warning,
    }
    change(upload, uploaded)
    listsChanged()
    if (upload.toPhotostream) await show(upload, uploaded)
  } catch (error) {
    if (!abort.signal.aborted) {
      change(upload, outcomeOf(error))
      await pauseFor(error)
    }
  } finally {
    // Tried again before this was through, it is on its way anew.
    if (underWay.get(upload) === abort) underWay.delete(upload)
    sendOn()
  }
}

async function show(upload: Upload, uploaded: UploadedState): Promise<void> {
  change(upload, { ...uploaded, photostream: 'adding' })
  try {
    await addToPhotostream(uploaded.photoId)
    listsChanged()
    change(upload, { ...uploaded, photostream: 'added' })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    change(upload, { ...uploaded, photostream: { error: error.message } })
  }
}

/** The new photo stands in lists that were read before. */
const listsChanged = () => markStale(store.get(collectionsAtom).keys())

/** The server decides by content; what the browser itself calls a film or a text is not sent. */
const isNoPicture = ({ type }: File) => type !== '' && !type.startsWith('image/')

/** What would fail for every file is not tried with every file. */
async function pauseFor(error: unknown): Promise<void> {
  const refusal = error instanceof ApiError ? error.refusal : undefined
  if (refusal?.code === 507 || refusal?.code === 401) store.set(pauseAtom, refusal.message)
  if (!refusal && !(await isReachable())) store.set(pauseAtom, texts.uploads.cannotReach)
}

async function isReachable(): Promise<boolean> {
  try {
    return (await api.health.$get()).ok
  } catch {
    return false
  }
}

function change(upload: Upload, state: UploadState): void {
  store.set(upload.state, state)
  drawTotalsSoon()
}

function begin(): void {
  if (run) return
  run = { startedAt: performance.now(), bytesThrough: totals().bytesThrough }
  addEventListener('beforeunload', askBeforeLeaving)
}

function end(): void {
  if (!run) return
  run = undefined
  removeEventListener('beforeunload', askBeforeLeaving)
  drawTotals()
  if (location.pathname !== paths.account('local')) {
    notify(texts.uploads.summary(store.get(uploadTotalsAtom)), { durationMs: noticeMs })
  }
}

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

const totals = () =>
  totalsOf(
    store.get(uploadsAtom).map(({ file, state }) => ({ size: file.size, state: store.get(state) })),
  )

function drawTotalsSoon(): void {
  totalsTimer ??= setTimeout(drawTotals, totalsMs)
}

function drawTotals(): void {
  clearTimeout(totalsTimer)
  totalsTimer = undefined
  const now = totals()
  store.set(uploadTotalsAtom, now)
  drawFailed(now)
  store.set(secondsLeftAtom, secondsLeft(now))
  const progress = { done: now.total - now.open, total: now.total, percent: percentOf(now) }
  store.set(uploadProgressAtom, run && progress)
}

/** Looked for only when there are more or fewer of them. */
function drawFailed({ failed }: UploadTotals): void {
  if (failed === store.get(failedUploadsAtom).length) return
  const isFailed = (upload: Upload) => store.get(upload.state).stage === 'failed'
  store.set(failedUploadsAtom, store.get(uploadsAtom).filter(isFailed))
}

/** By the pace so far; the first seconds say nothing yet. */
function secondsLeft({ bytes, bytesThrough }: UploadTotals): number | undefined {
  if (!run) return undefined
  const seconds = (performance.now() - run.startedAt) / 1000
  const through = bytesThrough - run.bytesThrough
  if (seconds < 3 || through <= 0) return undefined
  return ((bytes - bytesThrough) * seconds) / through
}
