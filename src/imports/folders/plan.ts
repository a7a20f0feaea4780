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

/** How many rows are written at once. */
const pieceSize = 500

export type MakePlan = ReturnType<typeof createPlanning>

type PlanParts = {
  readonly store: Store
  readonly rows: SourceStore
  readonly plans: PlanStore
  readonly clock: Clock
}

type PlanOptions = {
  readonly signal: AbortSignal
  readonly retriesFailed: boolean
  readonly onUnsettled: () => void
}

/**
 * Lists a source and stores what that means, with the next stage of the run. @returns how long it
 * took to list it, in ms.
 */
export function createPlanning(parts: PlanParts) {
  const { store, rows } = parts
  return async (row: SourceRow, driver: SourceDriver, options: PlanOptions): Promise<number> => {
    const startedAt = performance.now()
    const { signal, retriesFailed, onUnsettled } = options
    const source = folderOf(row)
    const known = () => rows.items(row.row_id)
    const listed = await driver.list(source, {
      // What failed is not among the changes.
      cursor: retriesFailed ? null : row.cursor,
      known,
      signal,
    })
    const listing = await withMd5s(listed, toRead(known(), listed), (item) =>
      md5Of(item, source, driver, signal),
    )
    const tookMs = performance.now() - startedAt
    const found = compare(known(), listing, { whenGone: row.when_gone, retriesFailed })
    const fresh = found.changes.filter(({ kind }) => kind !== 'gone' && kind !== 'moved')
    const unsettled = await driver.unsettled?.(
      source,
      fresh.map((change) => change.listed),
      signal,
    )
    if (unsettled && unsettled.size > 0) onUnsettled()
    const answer: ApplyRequest = row.answer === null ? {} : JSON.parse(row.answer)
    const changes = plannedChanges(found.changes, row, answer, unsettled ?? new Set())
    await markSeen(row, found.seen, store, rows)
    const isIdle = changes.length === 0 && found.seen.length === 0
    await store.note(() => storePlan(row, { changes, answer, isIdle, listing }, parts))
    return tookMs
  }
}

/** With the md5s of files that may only have been moved. */
async function withMd5s(
  listing: Listing,
  wanted: readonly ListedItem[],
  read: (item: ListedItem) => Promise<string | null>,
): Promise<Listing> {
  if (wanted.length === 0) return listing
  const md5s = new Map<ListedItem, string | null>()
  for (const item of wanted) md5s.set(item, await read(item))
  const items = listing.items.map((item) => ({ ...item, md5: md5s.get(item) ?? item.md5 }))
  return { ...listing, items }
}

/** Null if the file cannot be read: it counts as new then, and its import reports the problem. */
async function md5Of(
  item: ListedItem,
  source: ReturnType<typeof folderOf>,
  driver: SourceDriver,
  signal: AbortSignal,
): Promise<string | null> {
  try {
    const md5 = createHash('md5')
    for await (const chunk of await driver.read(source, item, signal)) md5.update(chunk)
    return md5.digest('hex')
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof SourceError) throw error
    return null
  }
}

/** Those of the changes that are applied now, in order. */
function plannedChanges(
  found: readonly Change[],
  row: SourceRow,
  answer: ApplyRequest,
  unsettled: ReadonlySet<string>,
): Change[] {
  // Photos of subfolders that are no longer included are neither followed nor gone.
  const isIncluded = ({ path }: ListedItem) => row.subfolders === 1 || !path.includes('/')
  return found
    .filter(({ kind, listed }) =>
      kind === 'gone' ? isIncluded(listed) : !unsettled.has(listed.item),
    )
    .map((change) => (answer.gone === 'keep' ? { ...change, hides: false } : change))
    .sort((one, other) => order[one.kind] - order[other.kind])
}

/**
 * Updates files that look different, but are what they were. In pieces, since a new owner or mode
 * of a whole disk must not keep requests waiting.
 */
async function markSeen(
  row: SourceRow,
  seen: readonly ListedItem[],
  store: Store,
  rows: SourceStore,
): Promise<void> {
  for (let start = 0; start < seen.length; start += pieceSize) {
    const piece = seen.slice(start, start + pieceSize)
    await store.note(() => {
      for (const item of piece) rows.seeItem(row.row_id, item)
    })
    await Bun.sleep(0)
  }
}

/** Inside Store.note. An idle comparison found nothing at all. */
function storePlan(
  row: SourceRow,
  {
    changes,
    answer,
    isIdle,
    listing,
  }: { changes: readonly Change[]; answer: ApplyRequest; isIdle: boolean; listing: Listing },
  { rows, plans, clock }: PlanParts,
): void {
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
}

function nextStage({ is_preview: isPreview }: SourceRow, isAgreed: boolean) {
  if (isPreview === 1) return 'previewed'
  return isAgreed ? 'applying' : 'asking'
}

/** Asked because a disk that is not connected looks like a folder whose photos are gone. */
function isAgreedTo(
  changes: readonly Change[],
  answer: ApplyRequest,
  { photos, recent }: { photos: number; recent: number },
): boolean {
  const hidden = new Set(changes.flatMap(({ hides, photo }) => (hides ? [photo] : []))).size
  return !mustAsk(hidden, photos, recent) || hidden <= (answer.hidden ?? 0)
}
