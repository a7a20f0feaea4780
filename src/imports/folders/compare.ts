import { basename, dirname } from 'node:path/posix'
import type { ChangeKind, WhenGone } from '../../contract/imports/source-words.ts'
import type { KnownItem, ListedItem, Listing } from './driver.ts'
import {
  hasSameContent,
  hasSameTime,
  isIdentical,
  isSameFile,
  isSuspicious,
  keyOf,
} from './same-file.ts'

/** A known item with what decides about its photo. */
export type ComparedItem = KnownItem & {
  /** Of the version that the photo shows. */
  readonly photoMd5: string | null
  /** Why this version of the file could not be imported. */
  readonly failure: string | null
  /** The photo that was put in the trash because the file was gone. */
  readonly hiddenPhoto: string | null
  /** It belongs to a photo that the owner can restore. */
  readonly isInTrash: boolean
  /** Whether another source has a file of this photo. */
  readonly isElsewhere: boolean
}

export type Change = {
  readonly kind: ChangeKind
  readonly listed: ListedItem
  /** What a moved file was known by. */
  readonly from: { readonly item: string; readonly path: string } | null
  readonly photo: string | null
  readonly hides: boolean
  readonly reason: string | null
}

export type Comparison = {
  readonly changes: readonly Change[]
  /** Known items that look different, but are what they were. */
  readonly seen: readonly ListedItem[]
}

type Options = { readonly whenGone: WhenGone; readonly retriesFailed: boolean }

const plain = { from: null, photo: null, hides: false, reason: null }

/** What a listing means for the gallery. A file that was renamed is not a new photo. */
export function compare(
  known: readonly ComparedItem[],
  listing: Listing,
  { whenGone, retriesFailed }: Options,
): Comparison {
  const { moves, leftOver, missing } = matched(known, listing)
  const byItem = new Map(known.map((item) => [item.item, item]))
  const movedAway = new Set([...moves.values()].map(({ item }) => item))
  const changes: Change[] = []
  const seen: ListedItem[] = []

  for (const [listed, from] of moves) {
    changes.push({ ...plain, kind: 'moved', listed, from: placeOf(from), photo: photoOf(from) })
  }
  const users = liveFiles(known, missing)
  for (const listed of leftOver) {
    const before = movedAway.has(listed.item) ? undefined : byItem.get(listed.item)
    if (!before) changes.push({ ...plain, kind: 'new', listed })
    else if (before.photo === null && before.isGone && before.hiddenPhoto !== null) {
      changes.push({ ...plain, kind: 'new', listed, photo: before.hiddenPhoto })
    } else if (hasSameContent(listed, before)) {
      const { photo, path } = before
      if (before.failure !== null && retriesFailed) {
        changes.push({ ...plain, kind: photo === null ? 'new' : 'changed', listed, photo })
      } else if (path !== listed.path) {
        changes.push({ ...plain, kind: 'moved', listed, from: placeOf(before), photo })
      } else if (!isIdentical(listed, before)) seen.push(listed)
    } else if (before.photo !== null) {
      const reason = conflictOf(before, users)
      const kind = reason === null ? 'changed' : 'conflicting'
      changes.push({ ...plain, kind, listed, photo: before.photo, reason })
    } else if (before.failure !== null) changes.push({ ...plain, kind: 'new', listed })
    // The photo was deleted here, and stays deleted; a restored one gets what has changed meanwhile.
    else if (!before.isInTrash) seen.push(listed)
  }
  for (const item of missing) {
    const { photo } = item
    const isLast = photo !== null && !item.isElsewhere && !users.has(photo)
    changes.push({
      ...{ ...plain, kind: 'gone', photo },
      listed: { ...listedAs(item) },
      hides: isLast && whenGone === 'trash',
    })
  }
  return { changes, seen }
}

/**
 * Files that may be moved ones, or have been replaced by others of the same size and time, but only
 * their content can tell.
 */
export function toRead(known: readonly ComparedItem[], listing: Listing): ListedItem[] {
  const { moves, leftOver, missing } = matched(known, listing)
  const movedAway = new Set([...moves.values()].map(({ item }) => item))
  const inPlace = new Set(known.map(({ item }) => item).filter((item) => !movedAway.has(item)))
  const gone = [...missing, ...known.filter(({ isGone }) => isGone)]
  const sizes = new Set(gone.flatMap(({ md5, bytes }) => (md5 === null ? [] : [bytes])))
  const byItem = new Map(known.map((item) => [item.item, item]))
  return leftOver.filter((listed) => {
    if (listed.md5 !== null) return false
    if (!inPlace.has(listed.item)) return sizes.has(listed.bytes)
    const before = byItem.get(listed.item)!
    return before.md5 !== null && before.failure === null && isSuspicious(listed, before)
  })
}

/**
 * Whether a plan must be confirmed, because it hides more than a tenth of the photos. Those that
 * were hidden shortly before, `recent`, count too: files can disappear one after another.
 */
export const mustAsk = (hidden: number, photos: number, recent = 0): boolean =>
  hidden > 0 && hidden + recent > (photos + recent) / 10

function matched(known: readonly ComparedItem[], listing: Listing) {
  const byItem = new Map(known.map((item) => [item.item, item]))
  const listedItems = new Map(listing.items.map((listed) => [listed.item, listed]))
  const stays = (item: ComparedItem): boolean => {
    const listed = listedItems.get(item.item)
    return listed !== undefined && isSameFile(listed, item)
  }
  const isListed = listing.kind === 'whole' ? undefined : new Set(listing.gone)
  const isMissing = (item: ComparedItem): boolean =>
    isListed ? isListed.has(item.item) : !isUnder(item.path, listing.unreadable)
  /** What could have been moved: all that is not where it was, and whatever was gone before. */
  const movable = known.filter((item) => {
    if (item.isGone) return !listedItems.has(item.item)
    return listedItems.has(item.item) ? !stays(item) : isMissing(item)
  })
  const moves = new Map<ListedItem, ComparedItem>()
  const taken = new Set<ComparedItem>()
  const leftOver: ListedItem[] = []
  const move = (listed: ListedItem, from: ComparedItem) => {
    moves.set(listed, from)
    taken.add(from)
  }

  const byIdentity = new Map(
    movable.flatMap((item) => (item.identity === null ? [] : [[keyOf(item), item] as const])),
  )
  const unmatched: ListedItem[] = []
  for (const listed of listing.items) {
    const before = byItem.get(listed.item)
    // A freed inode is used again, so of a file with the same size and time its content decides.
    const isInPlace = before !== undefined && !before.isGone && hasSameTime(listed, before)
    const from = isInPlace ? undefined : byIdentity.get(keyOf(listed))
    if (from && !taken.has(from) && from !== before) move(listed, from)
    else unmatched.push(listed)
  }
  /** A file that is still where it was has only changed, unless another one took its place. */
  const replaced = new Set([...moves.keys()].map(({ item }) => item))
  const isThere = ({ item }: ComparedItem) => listedItems.has(item) && !replaced.has(item)
  const byMd5 = Map.groupBy(
    movable.filter((item) => item.md5 !== null && !taken.has(item) && !isThere(item)),
    ({ md5 }) => md5,
  )
  for (const listed of unmatched) {
    const isKnown = byItem.has(listed.item) && !taken.has(byItem.get(listed.item)!)
    const possible = isKnown || listed.md5 === null ? [] : (byMd5.get(listed.md5) ?? [])
    const left = possible.filter((item) => !taken.has(item))
    const from = left.find(({ path }) => basename(path) === basename(listed.path)) ?? left[0]
    if (from) move(listed, from)
    else leftOver.push(listed)
  }
  const movedTo = new Map([...moves].map(([{ item }, from]) => [item, from]))
  const missing = known.filter((item) => {
    if (item.isGone || taken.has(item)) return false
    if (!listedItems.has(item.item)) return isMissing(item)
    // A moved file that took another's place removed it, unless both are one photo.
    const replacement = movedTo.get(item.item)
    return replacement !== undefined && item.photo !== null && replacement.photo !== item.photo
  })
  return { moves, leftOver, missing }
}

/** How many files of this source each photo has, apart from the missing ones. */
function liveFiles(
  known: readonly ComparedItem[],
  missing: readonly ComparedItem[],
): Map<string, number> {
  const gone = new Set(missing)
  const counts = new Map<string, number>()
  for (const item of known) {
    const { photo } = item
    if (photo === null || item.isGone || gone.has(item)) continue
    counts.set(photo, (counts.get(photo) ?? 0) + 1)
  }
  return counts
}

/** Why a changed file must not simply become its photo's new version. */
function conflictOf(before: ComparedItem, users: Map<string, number>): string | null {
  if (before.md5 !== null && before.photoMd5 !== null && before.md5 !== before.photoMd5) {
    return 'the photo now shows a different version from the one this file had'
  }
  const others = (users.get(before.photo!) ?? 0) - (before.isGone ? 0 : 1)
  if (others > 0 || before.isElsewhere) return 'another file is the same photo'
  return null
}

const listedAs = ({
  item,
  path,
  bytes,
  version,
  changed,
  md5,
  identity,
}: KnownItem): ListedItem => ({
  ...{ item, path, bytes, version, changed, md5, identity },
  date: null,
  blockedBy: null,
})

const placeOf = ({ item, path }: KnownItem) => ({ item, path })
/** A file can come back in another place. */
const photoOf = ({ isGone, photo, hiddenPhoto }: ComparedItem) =>
  photo ?? (isGone ? hiddenPhoto : null)

function isUnder(path: string, folders: readonly string[]): boolean {
  if (folders.length === 0) return false
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (folders.includes(folder)) return true
    if (folder === '.' || folder === '/') return false
  }
}
