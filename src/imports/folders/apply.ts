import { availableParallelism } from 'node:os'
import { basename } from 'node:path/posix'
import type { ChangeKind } from '../../contract/imports/source-words.ts'
import type { Clock } from '../../core/clock.ts'
import type { Store } from '../../core/database/open.ts'
import type { ChangeImport, Importing, TrashPort } from './import-change.ts'
import type { PlanStore } from './plan-store.ts'
import { type ChangeRow, listedOf, placeOf } from './row.ts'
import type { Rename, SourceAlbums } from './source-albums.ts'
import type { SourceStore } from './store.ts'

/** Albums show new photos in the order of the plan, whose places are numbered from here. */
type Applying = Omit<Importing, 'firstPosition'>

export type Apply = ReturnType<typeof createApply>

/**
 * Carries out what is left of a source's plan: first what was moved, then what is new or changed,
 * and last what is gone. Each change is settled by itself, so a plan can be continued anywhere.
 */
export function createApply(parts: {
  store: Store
  rows: SourceStore
  plans: PlanStore
  albums: SourceAlbums
  trash: TrashPort
  importChange: ChangeImport
  clock: Clock
}) {
  const { store, rows, plans, albums, trash, clock } = parts

  const allOf = (source: number, kinds: readonly ChangeKind[]): ChangeRow[] => {
    const all: ChangeRow[] = []
    for (let after = -1; ; after = all.at(-1)!.place) {
      const piece = plans.next(source, kinds, after)
      if (piece.length === 0) return all
      all.push(...piece)
    }
  }

  /** In one transaction, because files can change places with each other. */
  const applyMoves = async ({ source }: Applying): Promise<void> => {
    const moved = allOf(source.row_id, ['moved'])
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
        const [before, name] = [basename(change.from_path!), basename(to.path)]
        const folder = placeOf(source, to.path)
        rows.movePhoto(change.photo, { before, name, folder, kind: source.kind })
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

  const applyFiles = async (applying: Applying): Promise<void> => {
    const { source, signal } = applying
    const waiting = allOf(source.row_id, ['new', 'changed', 'conflicting'])
    if (waiting.length === 0) return
    const last = waiting.at(-1)!.place
    const firstPosition = albums.reservePositions(last + 1)
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
  const applyGone = async ({ source, signal }: Applying): Promise<void> => {
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

  /** @throws what ended it early. */
  return async (applying: Applying): Promise<void> => {
    await applyMoves(applying)
    await applyFiles(applying)
    await applyGone(applying)
  }
}
