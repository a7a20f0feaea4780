import { atom } from 'jotai'
import type { BatchChangeInput, BatchResult, UndoStep } from '../../../src/contract/photos/batch.ts'
import { markAllStale } from '../../catalogue/list/store.ts'
import { sayNoPhotostream } from '../../catalogue/photostream.ts'
import { countPhotostream } from '../../catalogue/photostream-total.ts'
import { ApiError, api, errorText, ignoreApiError, unwrap } from '../../kit/api.ts'
import { dismissNotice, notify } from '../../kit/state/notices.ts'
import { store } from '../../kit/state/store.ts'
import { uxConfigAtom } from '../../kit/state/ux-config.ts'
import { inBatches } from './batches.ts'
import { texts } from './texts.ts'

const failureMs = 8000
const doneMs = 5000
const offerMs = 12_000

/** Whether a change of the selected photos is being made or undone. */
export const isApplyingAtom = atom(false)

export type Change = {
  readonly ids: readonly string[]
  readonly change: BatchChangeInput
  /** What the notice says, by the number of photos that were changed. */
  readonly done: (changed: number) => string
  /** Shows the lists as they are now. */
  readonly refresh: () => Promise<void>
  /** Undoes what came before the change. */
  readonly undoMore?: () => Promise<void>
}

/** Changes the photos; a notice offers to undo it. @throws ApiError */
export async function apply({ ids, change, done, refresh, undoMore }: Change): Promise<void> {
  const result = await whileApplying(async () => {
    const made: BatchResult[] = []
    for (const part of inBatches(ids)) {
      made.push(await unwrap(api.photos.batch.$post({ json: { ids: part, change } })))
    }
    await show(refresh)
    return made.reduce(together)
  })
  let stillVisible: number | undefined
  const run = () => {
    if (stillVisible !== undefined) dismissNotice(stillVisible)
    void takeBack(result.undo, refresh, undoMore)
  }
  notify(done(result.changed), {
    durationMs: result.changed > 0 ? offerMs : doneMs,
    ...(result.changed > 0 && { action: { label: texts.done.undo, run } }),
  })
  // Shown after the offer to undo.
  stillVisible = sayStillVisible(ids, result, refresh)
}

/** The result of both changes. */
function together(one: BatchResult, other: BatchResult): BatchResult {
  const albums = [...(one.stillVisibleIn ?? []), ...(other.stillVisibleIn ?? [])]
  return {
    changed: one.changed + other.changed,
    undo: [...one.undo, ...other.undo],
    stillVisibleIn: [...new Map(albums.map((album) => [album.id, album])).values()],
  }
}

/** The same for a change without a dialog, which could show why it failed. */
export async function applyAndTell(change: Change): Promise<void> {
  try {
    await apply(change)
  } catch (error) {
    notify(errorText(error, texts.failed.change), { durationMs: failureMs })
    // A photo was deleted elsewhere: the lists as they are do not have it.
    if (error instanceof ApiError && error.refusal?.code === 400) await show(change.refresh)
  }
}

/** Makes the photos public; without a photostream, a notice offers to create one first. */
export async function makePublic(change: Omit<Change, 'change' | 'done'>): Promise<void> {
  const make = () =>
    applyAndTell({ ...change, change: { kind: 'makePublic' }, done: texts.done.public })
  if (store.get(uxConfigAtom).photoStreamAlbumId) await make()
  else sayNoPhotostream(() => void make())
}

async function takeBack(
  steps: UndoStep[],
  refresh: Change['refresh'],
  undoMore: Change['undoMore'],
): Promise<void> {
  try {
    const changed = await whileApplying(async () => {
      const undone = await unwrap(api.photos.batch.undo.$post({ json: { steps } }))
      await undoMore?.()
      await show(refresh)
      return undone.changed
    })
    const isGone = changed === 0 && steps.some(({ change }) => change.kind === 'restore')
    notify(isGone ? texts.done.gone : texts.done.undone, { durationMs: doneMs })
  } catch (error) {
    notify(errorText(error, texts.failed.undo), { durationMs: failureMs })
  }
}

/** After making photos private, if public albums still show some. @returns the notice's id */
function sayStillVisible(
  ids: readonly string[],
  { stillVisibleIn = [] }: BatchResult,
  refresh: Change['refresh'],
): number | undefined {
  if (stillVisibleIn.length === 0) return undefined
  const filled = stillVisibleIn.filter(({ fillsItself }) => fillsItself)
  const others = stillVisibleIn.filter(({ fillsItself }) => !fillsItself)
  const text = texts.done.stillVisible(namesOf(stillVisibleIn))
  const removeThere = async () => {
    for (const { id, name } of others) {
      await applyAndTell({
        ids,
        change: { kind: 'removeFromAlbum', albumId: id },
        done: (count) => texts.done.removed(count, name),
        refresh,
      })
    }
  }
  const action = { label: texts.done.removeThere, run: () => void removeThere() }
  return notify(filled.length > 0 ? texts.done.filled(text, namesOf(filled)) : text, {
    durationMs: offerMs,
    ...(others.length > 0 && { action }),
  })
}

const namesOf = (albums: readonly { name: string }[]): string =>
  albums.map(({ name }) => name).join(', ')

/** Photos may have entered or left any list. */
async function show(refresh: () => Promise<void>): Promise<void> {
  markAllStale()
  countPhotostream().catch(ignoreApiError)
  await refresh()
}

async function whileApplying<T>(work: () => Promise<T>): Promise<T> {
  store.set(isApplyingAtom, true)
  try {
    return await work()
  } finally {
    store.set(isApplyingAtom, false)
  }
}
