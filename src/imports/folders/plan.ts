import { createHash } from 'node:crypto'
import type { ApplyRequest } from '../../contract/imports/sources.ts'
import type { Clock } from '../../core/clock.ts'
import type { Store } from '../../core/database/open.ts'
import { type Change, compare, mustAsk, toRead } from './compare.ts'
import { type ListedItem, type Listing, type SourceDriver, SourceError } from './driver.ts'
import type { PlanStore } from './plan-store.ts'
import { folderOf, type SourceRow } from './row.ts'
import type { SourceStore } from './store.ts'

/** Moved files first, since a new one can take their place; what is gone last. */
const order = { moved: 0, changed: 1, new: 1, conflicting: 1, gone: 2 } as const

/** Rows that are written at once. */
const pieceSize = 500

export type MakePlan = ReturnType<typeof createPlanning>

/**
 * Lists a source and stores what that means, with the next stage of the run. @returns how long it
 * took to list it, in ms.
 */
export function createPlanning({
  store,
  rows,
  plans,
  clock,
}: {
  store: Store
  rows: SourceStore
  plans: PlanStore
  clock: Clock
}) {
  /** With the md5 of files that may only have been moved. */
  const withMd5s = async (
    listing: Listing,
    wanted: readonly ListedItem[],
    read: (item: ListedItem) => Promise<string | null>,
  ): Promise<Listing> => {
    if (wanted.length === 0) return listing
    const md5s = new Map<ListedItem, string | null>()
    for (const item of wanted) md5s.set(item, await read(item))
    const items = listing.items.map((item) => ({ ...item, md5: md5s.get(item) ?? item.md5 }))
    return { ...listing, items }
  }

  /** In pieces, since a new owner or mode of a whole disk must not keep requests waiting. */
  const see = async (row: SourceRow, seen: readonly ListedItem[]): Promise<void> => {
    for (let start = 0; start < seen.length; start += pieceSize) {
      const piece = seen.slice(start, start + pieceSize)
      await store.note(() => {
        for (const item of piece) rows.seeItem(row.row_id, item)
      })
      await Bun.sleep(0)
    }
  }

  return async (
    row: SourceRow,
    driver: SourceDriver,
    {
      signal,
      retriesFailed,
      onUnsettled,
    }: { signal: AbortSignal; retriesFailed: boolean; onUnsettled: () => void },
  ): Promise<number> => {
    const startedAt = performance.now()
    const source = folderOf(row)
    const known = () => rows.items(row.row_id)
    const listed = await driver.list(source, {
      // What failed is not among the changes.
      cursor: retriesFailed ? null : row.cursor,
      known,
      signal,
    })
    const listing = await withMd5s(listed, toRead(known(), listed), async (item) => {
      try {
        const md5 = createHash('md5')
        for await (const chunk of await driver.read(source, item, signal)) md5.update(chunk)
        return md5.digest('hex')
      } catch (error) {
        signal.throwIfAborted()
        if (error instanceof SourceError) throw error
        // It is then a new file, and its import says what is wrong.
        return null
      }
    })
    const tookMs = performance.now() - startedAt
    const options = { whenGone: row.when_gone, retriesFailed }
    const found = compare(known(), listing, options)
    // Photos of subfolders that are no longer included are neither followed nor gone.
    const isIncluded = ({ path }: ListedItem) => row.subfolders === 1 || !path.includes('/')
    const fresh = found.changes.filter(({ kind }) => kind !== 'gone' && kind !== 'moved')
    const unsettled =
      (await driver.unsettled?.(
        source,
        fresh.map((change) => change.listed),
        signal,
      )) ?? new Set()
    if (unsettled.size > 0) onUnsettled()
    const answer: ApplyRequest = row.answer === null ? {} : JSON.parse(row.answer)
    const changes = found.changes
      .filter(({ kind, listed }) =>
        kind === 'gone' ? isIncluded(listed) : !unsettled.has(listed.item),
      )
      .map((change) => (answer.gone === 'keep' ? { ...change, hides: false } : change))
      .sort((one, other) => order[one.kind] - order[other.kind])
    const isIdle = changes.length === 0 && found.seen.length === 0
    await see(row, found.seen)
    await store.note(() => {
      if (!isIdle || row.plan_made_at !== null) plans.replace(row.row_id, changes)
      const isAgreed = isAgreedTo(changes, answer, {
        photos: rows.countPhotos(row.row_id),
        recent: rows.countRecentlyHidden(row, clock.now()),
      })
      const stage = nextStage(row, isAgreed)
      if (stage === 'applying' && answer.conflicts !== 'replace') {
        plans.leave(row.row_id, ['conflicting'])
      }
      rows.set(row.id, {
        stage,
        next_cursor: listing.cursor,
        plan_made_at: clock.now(),
        plan_unreadable: listing.unreadable.length,
        ...(listing.omitted && { omitted: JSON.stringify(listing.omitted) }),
      })
    })
    return tookMs
  }
}

function nextStage({ is_preview: isPreview }: SourceRow, isAgreed: boolean) {
  if (isPreview === 1) return 'previewed'
  return isAgreed ? 'applying' : 'asking'
}

/** A disk that is not connected looks like a folder whose photos are gone. */
function isAgreedTo(
  changes: readonly Change[],
  answer: ApplyRequest,
  { photos, recent }: { photos: number; recent: number },
): boolean {
  const hidden = new Set(changes.flatMap(({ hides, photo }) => (hides ? [photo] : []))).size
  return !mustAsk(hidden, photos, recent) || hidden <= (answer.hidden ?? 0)
}
