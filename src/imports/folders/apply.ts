import { availableParallelism } from 'node:os'
import { basename } from 'node:path/posix'
import type { ChangeKind } from '../../contract/imports/source-words.ts'
import type { Clock } from '../../core/clock.ts'
import type { Store } from '../../core/database/open.ts'
import type { Importing } from './change-record.ts'
import type { ChangeImport, TrashPort } from './import-change.ts'
import type { PlanStore } from './plan-store.ts'
import { type ChangeRow, listedOf, placeOf, type SourceRow } from './row.ts'
import type { Rename, SourceAlbums } from './source-albums.ts'
import type { SourceStore } from './store.ts'

/** Albums show new photos in the order of the plan, whose places are numbered from here. */
type Applying = Omit<Importing, 'firstPosition'>

type ApplyParts = {
  readonly store: Store
  readonly rows: SourceStore
  readonly plans: PlanStore
  readonly albums: SourceAlbums
  readonly trash: TrashPort
  readonly importChange: ChangeImport
  readonly clock: Clock
}

export type Apply = ReturnType<typeof createApply>

/**
 * Carries out what is left of a source's plan: first what was moved, then what is new or changed,
 * and last what is gone. Each change is settled by itself, so a plan can be continued anywhere.
 */
export function createApply(parts: ApplyParts) {
  /** @throws what ended it early. */
  return async (applying: Applying): Promise<void> => {
    await applyMoves(applying, parts)
    await applyFiles(applying, parts)
    await applyGone(applying, parts)
  }
}

/** In one transaction, because files can change places with each other. */
async function applyMoves({ source }: Applying, parts: ApplyParts): Promise<void> {
  const { store, rows, plans, albums, trash } = parts
  const moved = allChanges(source, ['moved'], plans)
  if (moved.length === 0) return
  const hidden = moved.flatMap(({ photo }) =>
    photo !== null && rows.rowIdOf(photo) === null ? [photo] : [],
  )
  if (hidden.length > 0) await trash.restore(hidden)
  const renames: Rename[] = await store.write(() => {
    const moves = moved.map((change) => ({ change, to: listedOf(change) }))
    rows.moveItems(
      source.row_id,
      moves.map(({ change, to }) => ({ from: change.from_item!, to })),
    )
    for (const { change, to } of moves) {
      if (change.photo === null) continue
      rows.movePhoto(change.photo, {
        before: basename(change.from_path!),
        name: basename(to.path),
        folder: placeOf(source, to.path),
        kind: source.kind,
      })
    }
    plans.settleAll(source.row_id, 'moved')
    return albums.move(
      source,
      moves.flatMap(({ change, to }) => {
        const photo = change.photo === null ? null : rows.rowIdOf(change.photo)
        return photo === null ? [] : [{ from: change.from_path!, to: to.path, photo }]
      }),
    )
  })
  for (const rename of renames) await albums.rename(rename)
}

async function applyFiles(applying: Applying, parts: ApplyParts): Promise<void> {
  const { source, signal } = applying
  const waiting = allChanges(source, ['new', 'changed', 'conflicting'], parts.plans)
  if (waiting.length === 0) return
  const last = waiting.at(-1)!.place
  const firstPosition = parts.albums.reservePositions(last + 1)
  let failure: { error: unknown } | undefined
  const lane = async () => {
    for (let next = waiting.shift(); next && !failure; next = waiting.shift()) {
      signal.throwIfAborted()
      await parts.importChange(next, { ...applying, firstPosition })
    }
  }
  const stopAll = (error: unknown) => {
    failure ??= { error }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, () => lane().catch(stopAll)))
  if (failure) throw failure.error
}

/** What is known of the file is written first: with the photo, its name would be forgotten. */
async function applyGone(
  { source, signal }: Applying,
  { store, rows, plans, trash, clock }: ApplyParts,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const piece = plans.next(source.row_id, ['gone'], -1)
    if (piece.length === 0) return
    const hidden = piece.flatMap(({ hides, photo }) => (hides === 1 && photo ? [photo] : []))
    await store.note(() => {
      for (const { item, photo, hides } of piece) {
        rows.loseItem(source.row_id, {
          item,
          photo: photo === null ? null : rows.rowIdOf(photo),
          now: clock.now(),
          hides: hides === 1 ? photo : null,
        })
      }
    })
    if (hidden.length > 0) await trash.put(hidden)
    await store.note(() => {
      for (const { place } of piece) plans.settle(source.row_id, place, 'done')
    })
  }
}

function allChanges(
  { row_id: source }: SourceRow,
  kinds: readonly ChangeKind[],
  plans: PlanStore,
): ChangeRow[] {
  const all: ChangeRow[] = []
  for (let after = -1; ; after = all.at(-1)!.place) {
    const piece = plans.next(source, kinds, after)
    if (piece.length === 0) return all
    all.push(...piece)
  }
}
