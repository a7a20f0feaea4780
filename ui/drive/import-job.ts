import type { Job, JobFailure } from '../../src/contract/jobs.ts'
import { ApiError, api, signedIn, unwrap } from '../api.ts'
import { collectionsAtom, markStale } from '../photos/list/store.ts'
import {
  importJobAtom,
  importSecondsLeftAtom,
  isImportSilentAtom,
  isProgressOpenAtom,
} from '../state/background-work.ts'
import { notify } from '../state/notices.ts'
import { store } from '../state/store.ts'
import { viewerAtom } from '../state/viewer.ts'
import { failuresAtom, lastImportAtom, olderFailuresAtom } from './drive-state.ts'
import { alertOfScheduling, isOver, pollTarget, throughOf } from './job-state.ts'
import { type Sample, secondsLeft } from './time-left.ts'

const pollMs = 500

let timer: ReturnType<typeof setTimeout> | undefined
/** The first look at the job's files; their pace is counted from it. */
let first: Sample | undefined
let latestAsked: Promise<void> | undefined

/**
 * Imports all that is new, or exactly these files, and opens the progress dialog. A live import is
 * answered in place of a new one. @throws ApiError
 */
export async function scheduleImport(fileIds?: readonly string[]): Promise<void> {
  const json = fileIds ? { fileIds: [...fileIds] } : {}
  const older = fileIds ? withoutFiles(store.get(failuresAtom), fileIds) : []
  const job = await unwrap(api.drive.job.schedule.$post({ json }))
  const alert = alertOfScheduling(job.state)
  if (alert !== undefined) {
    notify(alert)
    return
  }
  store.set(olderFailuresAtom, older)
  follow(job)
  store.set(isProgressOpenAtom, true)
}

/** Follows the import that runs, wherever it was begun, and learns of the last one. @throws ApiError */
export function loadLatestImport(): Promise<void> {
  latestAsked ??= askForLatest().finally(() => {
    latestAsked = undefined
  })
  return latestAsked
}

/** Stops the import; resolves when it has stopped. @throws ApiError */
export async function cancelImport({ id }: Job): Promise<void> {
  show(await unwrap(api.drive.job[':id'].cancel.$post({ param: { id } })))
}

/** Puts an import away that is over, or that nobody is to be told of any more. */
export function forgetImport(): void {
  clearTimeout(timer)
  first = undefined
  store.set(importJobAtom, undefined)
  store.set(importSecondsLeftAtom, undefined)
  store.set(isImportSilentAtom, false)
}

async function askForLatest(): Promise<void> {
  const job = await unwrap(api.drive.job.$get())
  if (job.id === '' || !('state' in job)) return
  if (isOver(job)) store.set(lastImportAtom, job)
  else follow(job)
}

function follow(job: Job): void {
  if (store.get(importJobAtom)?.id === job.id) return
  forgetImport()
  store.set(importJobAtom, job)
  pollSoon()
}

function pollSoon(): void {
  timer = setTimeout(() => void poll(), pollMs)
}

async function poll(): Promise<void> {
  if (!store.get(viewerAtom).isOwner) {
    forgetImport()
    return
  }
  const target = pollTarget(store.get(importJobAtom))
  if ('alert' in target) {
    notify(target.alert)
    return
  }
  try {
    const ask = () => api.drive.job[':id'].$get({ param: target })
    // In the background it interrupts nothing to ask for a password.
    const job = await unwrap(store.get(isProgressOpenAtom) ? signedIn(ask) : ask())
    const followed = store.get(importJobAtom)
    // Cancelled or put away meanwhile.
    if (followed?.id !== job.id || isOver(followed)) return
    store.set(isImportSilentAtom, false)
    show(job)
    if (!isOver(job)) pollSoon()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.refusal) {
      forgetImport()
      notify(error.message)
      return
    }
    // Out of reach for now; the import goes on without us.
    store.set(isImportSilentAtom, true)
    store.set(importSecondsLeftAtom, undefined)
    pollSoon()
  }
}

function show(job: Job): void {
  const known = store.get(importJobAtom)
  store.set(importJobAtom, job)
  store.set(importSecondsLeftAtom, isOver(job) ? undefined : timeLeft(job))
  // The new photos stand in lists that were read before.
  if (job.done > (known?.done ?? 0)) markStale(store.get(collectionsAtom).keys())
  if (!isOver(job)) return
  clearTimeout(timer)
  store.set(lastImportAtom, job)
}

function timeLeft(job: Job): number | undefined {
  if (job.total === 0) return undefined
  const now = { atMs: performance.now(), through: throughOf(job) }
  first ??= now
  return secondsLeft(first, now, job.total)
}

function withoutFiles(failures: readonly JobFailure[], fileIds: readonly string[]): JobFailure[] {
  const taken = new Set(fileIds)
  return failures.filter(({ fileId }) => !taken.has(fileId))
}
