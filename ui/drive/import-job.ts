import { atom, useAtomValue } from 'jotai'
import { useState } from 'react'
import type { Job, JobFailure } from '../../src/contract/jobs.ts'
import { ApiError, api, errorText, signedIn, unwrap } from '../api.ts'
import { collectionsAtom, markStale } from '../photos/collections.ts'
import {
  importJobAtom,
  importSecondsLeftAtom,
  isImportSilentAtom,
  isProgressOpenAtom,
} from '../state/jobs.ts'
import { attemptNotice, notify } from '../state/notices.ts'
import { store } from '../state/store.ts'
import { viewerAtom } from '../state/viewer.ts'
import {
  alertOfScheduling,
  isOver,
  pollTarget,
  type Sample,
  secondsLeft,
  throughOf,
} from './job-state.ts'
import { failuresAtom, lastImportAtom, olderFailuresAtom } from './state.ts'

const pollMs = 500

const pollTimerAtom = atom<ReturnType<typeof setTimeout> | undefined>(undefined)
/** The first look at the job's files; their pace is counted from it. */
const firstSampleAtom = atom<Sample | undefined>(undefined)
/** The question for the latest import, while it is unanswered. */
const latestAskedAtom = atom<Promise<void> | undefined>(undefined)

/**
 * Imports all that is new, or exactly these files, and opens the progress dialog. A live import is
 * answered in place of a new one. @throws ApiError
 */
async function scheduleImport(fileIds?: readonly string[]): Promise<void> {
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
  const asked = store.get(latestAskedAtom)
  if (asked) return asked
  const asking = askForLatest().finally(() => store.set(latestAskedAtom, undefined))
  store.set(latestAskedAtom, asking)
  return asking
}

/** Stops the import; resolves when it has stopped. @throws ApiError */
export async function cancelImport({ id }: Job): Promise<void> {
  show(await unwrap(api.drive.job[':id'].cancel.$post({ param: { id } })))
}

/** Puts an import away that is over, or that nobody is to be told of any more. */
export function forgetImport(): void {
  clearTimeout(store.get(pollTimerAtom))
  store.set(firstSampleAtom, undefined)
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
  store.set(
    pollTimerAtom,
    setTimeout(() => void poll(), pollMs),
  )
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
      notify(errorText(error))
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
  clearTimeout(store.get(pollTimerAtom))
  store.set(lastImportAtom, job)
}

function timeLeft(job: Job): number | undefined {
  if (job.total === 0) return undefined
  const now = { atMs: performance.now(), through: throughOf(job) }
  const first = store.get(firstSampleAtom) ?? now
  store.set(firstSampleAtom, first)
  return secondsLeft(first, now, job.total)
}

function withoutFiles(failures: readonly JobFailure[], fileIds: readonly string[]): JobFailure[] {
  const taken = new Set(fileIds)
  return failures.filter(({ fileId }) => !taken.has(fileId))
}

const notice = attemptNotice()

/** Starting an import: `isLive` while one is under way, when no other can begin. */
export function useImport() {
  const job = useAtomValue(importJobAtom)
  const [isBusy, setBusy] = useState(false)

  const start = async (fileIds?: readonly string[]) => {
    if (isBusy) return
    setBusy(true)
    notice.takeBack()
    try {
      await scheduleImport(fileIds)
    } catch (error) {
      notice.tell(errorText(error))
    } finally {
      setBusy(false)
    }
  }

  return { isBusy, isLive: job !== undefined && !isOver(job), start }
}
