import { atom } from 'jotai'
import type { Photo, UploadedPhoto } from '../../../src/contract/photos/photos.ts'
import type { PendingDecision, PendingUpload } from '../../../src/contract/photos/versions.ts'
import { markAllStale } from '../../catalogue/list/store.ts'
import { ApiError, api, errorText, unwrap } from '../../kit/api.ts'
import { store } from '../../kit/state/store.ts'
import { noticeAdded, noticeGone, noticeReplaced } from './replaced-notice.ts'
import { presentState, type Replacement, showReplaced } from './show-version.ts'

export type Decision = 'replace' | 'keep-both'

/** What became of a waiting file. */
export type Outcome =
  | { readonly kind: 'replaced' | 'undone'; readonly replacement: Replacement }
  | { readonly kind: 'added'; readonly photo: Photo }
  | { readonly kind: 'discarded' }
  /** Decided in another window, or expired. */
  | { readonly kind: 'gone' }

export type OnOutcome = (pending: PendingUpload, outcome: Outcome) => void

type DecisionState = { readonly isBusy: boolean; readonly problem?: string }

/** The files that wait for a decision, oldest first; undefined until they are loaded. */
export const pendingAtom = atom<readonly PendingUpload[] | undefined>(undefined)
export const pendingProblemAtom = atom<string | undefined>(undefined)
/** Decisions that are being carried out or failed, by the file's id. */
export const decisionsAtom = atom<ReadonlyMap<string, DecisionState>>(new Map())

type Run = {
  readonly decision: Decision
  readonly done: number
  readonly total: number
  readonly isStopping: boolean
}
/** A decision for all waiting files, while it is carried out. */
export const runAtom = atom<Run | undefined>(undefined)

/** Failures are in pendingProblemAtom. The owner did not ask for it, and is not asked to sign in. */
export async function loadPending(): Promise<void> {
  try {
    store.set(pendingAtom, await unwrap(api.uploads.pending.$get()))
    store.set(pendingProblemAtom, undefined)
  } catch (error) {
    const reason = errorText(error, (text) => text)
    const isSignedOut = codeOf(error) === 401
    store.set(pendingProblemAtom, isSignedOut ? undefined : reason)
  }
}

/** For another viewer: the photos may be private. */
export function forgetPending(): void {
  store.set(pendingAtom, undefined)
  store.set(pendingProblemAtom, undefined)
  store.set(decisionsAtom, new Map())
}

/** Adds a file that has just been uploaded. */
export function addPending(pending: PendingUpload): void {
  store.set(pendingAtom, (all = []) => [...all.filter(({ id }) => id !== pending.id), pending])
}

/** Other waiting files that match the same photo. */
export const rivalsOf = ({ id, photo }: PendingUpload, all: readonly PendingUpload[]) =>
  all.filter((other) => other.id !== id && other.photo.id === photo.id)

/** Carries out the owner's decision for one file. */
export async function decide(
  pending: PendingUpload,
  decision: Decision,
  onOutcome?: OnOutcome,
): Promise<void> {
  const { outcome } = await sendDecision(pending, decision)
  if (!outcome) return
  onOutcome?.(pending, outcome)
  if (outcome.kind === 'replaced') {
    noticeReplaced([outcome.replacement], (replacement) =>
      onOutcome?.(pending, { kind: 'undone', replacement }),
    )
  }
  // A row of the uploads says it by itself.
  if (outcome.kind === 'added' && !onOutcome) noticeAdded(1)
  if (outcome.kind === 'gone' && !onOutcome) noticeGone([pending])
}

/**
 * Carries out one decision for all of these files. Of several files that match one photo, none
 * replaces it: at most one can be its new version, and only the owner knows which.
 */
export async function decideAll(
  waiting: readonly PendingUpload[],
  decision: Decision,
  onOutcome?: OnOutcome,
): Promise<void> {
  if (store.get(runAtom)) return
  const all = store.get(pendingAtom) ?? waiting
  const decided =
    decision === 'replace'
      ? waiting.filter((pending) => rivalsOf(pending, all).length === 0)
      : waiting
  const { replaced, gone, added } = await decideOneByOne(decided, decision, onOutcome)
  // The server lists only so many at a time.
  void loadPending()
  noticeReplaced([...replaced.keys()], (replacement) =>
    onOutcome?.(replaced.get(replacement)!, { kind: 'undone', replacement }),
  )
  if (onOutcome) return
  if (added > 0) noticeAdded(added)
  noticeGone(gone)
}

type Decided = {
  readonly replaced: Map<Replacement, PendingUpload>
  readonly gone: PendingUpload[]
  added: number
}

/** Sets runAtom meanwhile; ends early if the owner stops it, or if all others would fail too. */
async function decideOneByOne(
  files: readonly PendingUpload[],
  decision: Decision,
  onOutcome: OnOutcome | undefined,
): Promise<Decided> {
  const decided: Decided = { replaced: new Map(), gone: [], added: 0 }
  let done = 0
  store.set(runAtom, { decision, done, total: files.length, isStopping: false })
  for (const pending of files) {
    if (store.get(runAtom)?.isStopping) break
    const { outcome, isForAll } = await sendDecision(pending, decision)
    if (outcome) onOutcome?.(pending, outcome)
    if (outcome?.kind === 'replaced') decided.replaced.set(outcome.replacement, pending)
    if (outcome?.kind === 'added') decided.added++
    if (outcome?.kind === 'gone') decided.gone.push(pending)
    if (isForAll) break
    done++
    store.set(runAtom, (run) => run && { ...run, done })
  }
  store.set(runAtom, undefined)
  return decided
}

/** The file that is being processed is finished first. */
export const stopDeciding = () => store.set(runAtom, (run) => run && { ...run, isStopping: true })

/** Deletes the waiting file. @throws ApiError */
export async function discard(pending: PendingUpload, onOutcome?: OnOutcome): Promise<void> {
  const { id } = pending
  let kind: 'discarded' | 'gone' = 'discarded'
  try {
    await post(id, 'discard')
  } catch (error) {
    if (!isGone(error)) throw error
    kind = 'gone'
    void loadPending()
  }
  forget(id)
  onOutcome?.(pending, { kind })
  if (kind === 'gone' && !onOutcome) noticeGone([pending])
}

/** @returns no outcome if it failed; `isForAll` if the next file would fail for the same reason */
async function sendDecision(
  pending: PendingUpload,
  decision: Decision,
): Promise<{ outcome?: Outcome; isForAll?: boolean }> {
  const { id } = pending
  if (store.get(decisionsAtom).get(id)?.isBusy) return {}
  setState(id, { isBusy: true })
  try {
    const outcome = await outcomeOf(pending, decision)
    forget(id)
    return { outcome }
  } catch (error) {
    if (isGone(error)) {
      forget(id)
      // A decision for all loads them at its end.
      if (!store.get(runAtom)) void loadPending()
      return { outcome: { kind: 'gone' } }
    }
    setState(id, { isBusy: false, problem: errorText(error) })
    const code = codeOf(error)
    return { isForAll: code === undefined || [401, 503, 507].includes(code) }
  }
}

async function outcomeOf({ id, photo }: PendingUpload, decision: Decision): Promise<Outcome> {
  const present = decision === 'replace' ? await presentState(photo.id) : undefined
  const { hasLostCrop = false, ...after } = (await post(id, decision))!
  if (!present) {
    markAllStale()
    return { kind: 'added', photo: after }
  }
  showReplaced(present.before, after)
  return { kind: 'replaced', replacement: { ...present, after, hasLostCrop } }
}

/** @returns the photo; undefined for a file that is discarded. @throws ApiError */
async function post(
  id: string,
  decision: PendingDecision['decision'],
): Promise<UploadedPhoto | undefined> {
  const sent = api.uploads.pending[':id'].$post({ param: { id }, json: { decision } })
  const isEmpty = await sent.then(
    ({ status }) => status === 204,
    () => false,
  )
  if (isEmpty) return undefined
  return unwrap(sent as Promise<Exclude<Awaited<typeof sent>, { status: 204 }>>)
}

const codeOf = (error: unknown): number | undefined =>
  error instanceof ApiError ? error.refusal?.code : undefined

const isGone = (error: unknown): boolean => codeOf(error) === 404

function forget(id: string): void {
  store.set(pendingAtom, (all) => all?.filter((pending) => pending.id !== id))
  setState(id, undefined)
}

function setState(id: string, state: DecisionState | undefined): void {
  store.set(decisionsAtom, (states) => {
    const others = [...states].filter(([other]) => other !== id)
    return new Map(state ? [...others, [id, state]] : others)
  })
}
