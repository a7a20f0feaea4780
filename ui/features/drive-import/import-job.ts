import { atom, useAtomValue } from 'jotai'
import { useState } from 'react'
import type { DriveSchedule } from '../../../src/contract/imports/drive.ts'
import type { Job } from '../../../src/contract/imports/jobs.ts'
import { markAllStale } from '../../catalogue/list/store.ts'
import { ApiError, api, ignoreApiError, signedIn, unwrap } from '../../kit/api.ts'
import { driveErrorText } from '../../kit/reason.ts'
import {
  importJobAtom,
  importSecondsLeftAtom,
  isImportUnresponsiveAtom,
  isProgressOpenAtom,
} from '../../kit/state/background-work.ts'
import { attemptNotice, notify } from '../../kit/state/notices.ts'
import { store } from '../../kit/state/store.ts'
import { viewerAtom } from '../../kit/state/viewer.ts'
import {
  alertOfScheduling,
  isAborted,
  isOver,
  pauseOf,
  pollTarget,
  processedOf,
  type Sample,
  secondsLeft,
} from './job-state.ts'
import {
  countingAtom,
  countPhotos,
  lastImportAtom,
  lastWholeImportAtom,
  loadStatus,
  noticeLostConnection,
  outdateListing,
  returnErrorAtom,
} from './state.ts'
import { texts } from './texts.ts'

const pollMs = 500

const pollTimerAtom = atom<ReturnType<typeof setTimeout> | undefined>(undefined)
/** The first poll, for estimating the pace. */
const firstSampleAtom = atom<Sample | undefined>(undefined)
const latestRequestAtom = atom<Promise<void> | undefined>(undefined)

/**
 * Imports all new files, or exactly the wanted ones, and opens the progress dialog. While an import
 * is running, the server returns that one. @throws ApiError
 */
async function scheduleImport(wanted: DriveSchedule): Promise<void> {
  store.set(returnErrorAtom, undefined)
  const job = await unwrap(api.drive.job.schedule.$post({ json: wanted }))
  const alert = alertOfScheduling(job.state)
  if (alert !== undefined) {
    notify(alert)
    return
  }
  follow(job)
  store.set(isProgressOpenAtom, true)
}

/** Follows the running import, wherever it was started, or loads the last one. @throws ApiError */
export function loadLatestImport(): Promise<void> {
  const pending = store.get(latestRequestAtom)
  if (pending) return pending
  const request = fetchLatest().finally(() => store.set(latestRequestAtom, undefined))
  store.set(latestRequestAtom, request)
  return request
}

/** Stops the import; resolves when it has stopped. @throws ApiError */
export async function cancelImport({ id }: Job): Promise<void> {
  show(await unwrap(api.drive.job[':id'].cancel.$post({ param: { id } })))
}

/** Stops following an import. */
export function dismissImport(): void {
  clearTimeout(store.get(pollTimerAtom))
  store.set(firstSampleAtom, undefined)
  store.set(importJobAtom, undefined)
  store.set(importSecondsLeftAtom, undefined)
  store.set(isImportUnresponsiveAtom, false)
}

async function fetchLatest(): Promise<void> {
  const job = await unwrap(api.drive.job.$get({ query: {} }))
  if (job.id === '' || !('state' in job)) return
  if (job.isSelection) await fetchWhole()
  if (isOver(job)) recordEnd(job)
  else follow(job)
}

async function fetchWhole(): Promise<void> {
  const job = await unwrap(api.drive.job.$get({ query: { whole: 'true' } }))
  store.set(lastWholeImportAtom, 'state' in job ? job : undefined)
}

function follow(job: Job): void {
  if (store.get(importJobAtom)?.id === job.id) return
  dismissImport()
  store.set(importJobAtom, job)
  pollSoon()
}

function pollSoon(): void {
  store.set(
    pollTimerAtom,
    setTimeout(() => void poll(), pollMs),
  )
}

async function poll(): Promise<void> {
  if (!store.get(viewerAtom).isOwner) {
    dismissImport()
    return
  }
  const target = pollTarget(store.get(importJobAtom))
  if ('alert' in target) {
    notify(target.alert)
    return
  }
  try {
    const send = () => api.drive.job[':id'].$get({ param: target })
    // In the background, a password prompt would interrupt other work.
    const job = await unwrap(store.get(isProgressOpenAtom) ? signedIn(send) : send())
    const followed = store.get(importJobAtom)
    // Cancelled or forgotten in the meantime.
    if (followed?.id !== job.id || isOver(followed)) return
    store.set(isImportUnresponsiveAtom, false)
    show(job)
    if (!isOver(job)) pollSoon()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.refusal) {
      dismissImport()
      notify(driveErrorText(error))
      return
    }
    // The server is unreachable; the import may still be running.
    store.set(isImportUnresponsiveAtom, true)
    store.set(importSecondsLeftAtom, undefined)
    pollSoon()
  }
}

function show(job: Job): void {
  const known = store.get(importJobAtom)
  store.set(importJobAtom, job)
  // The folder could not be listed while Google limited requests.
  const hasResumed = known?.pausedUntil && !job.pausedUntil
  if (hasResumed && store.get(countingAtom).problem) void countPhotos()
  store.set(importSecondsLeftAtom, isOver(job) ? undefined : timeLeft(job))
  // Lists loaded before do not have the new photos.
  if (addedBy(job) > addedBy(known)) markAllStale()
  if (!isOver(job)) return
  clearTimeout(store.get(pollTimerAtom))
  recordEnd(job)
}

const addedBy = (job: Job | undefined) => (job ? job.done + job.replaced : 0)

/** The end may be heard of twice, but changes what is new only once. */
function recordEnd(job: Job): void {
  if (store.get(lastImportAtom)?.id !== job.id) outdateListing()
  store.set(lastImportAtom, job)
  if (!job.isSelection) store.set(lastWholeImportAtom, job)
  // It may have been aborted because the connection is lost.
  if (isAborted(job)) void loadStatus().catch(ignoreApiError)
}

function timeLeft(job: Job): number | undefined {
  // A pause says nothing about the pace.
  const isPaused = pauseOf(job, Date.now()) !== undefined
  if (isPaused) store.set(firstSampleAtom, undefined)
  if (job.total === 0 || isPaused) return undefined
  const now = { atMs: performance.now(), processed: processedOf(job) }
  const first = store.get(firstSampleAtom) ?? now
  store.set(firstSampleAtom, first)
  return secondsLeft(first, now, job.total)
}

const notice = attemptNotice()

/** What is shown may be outdated: a file is gone, or an import was started in another window. */
function reasonOf(error: unknown): string {
  const details = error instanceof ApiError ? error.refusal?.details : undefined
  if (details?.import) void loadLatestImport().catch(ignoreApiError)
  if (!details?.fileIds) return driveErrorText(error)
  void countPhotos()
  return texts.photos.gone
}

/** Starts imports; `isLive` while one is running, when no other can start. */
export function useImport() {
  const job = useAtomValue(importJobAtom)
  const [isBusy, setBusy] = useState(false)

  const start = async (wanted: DriveSchedule = {}) => {
    if (isBusy) return
    setBusy(true)
    notice.dismiss()
    try {
      await scheduleImport(wanted)
    } catch (error) {
      notice.show(reasonOf(error))
      noticeLostConnection(error)
    } finally {
      setBusy(false)
    }
  }

  return { isBusy, isLive: job !== undefined && !isOver(job), start }
}
