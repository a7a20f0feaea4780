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
  /** The md5 of the version that the photo shows. */
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
  const users = liveFiles(known, missing)
  const changes: Change[] = []
  const seen: ListedItem[] = []

  for (const [listed, from] of moves) {
    changes.push({ ...plain, kind: 'moved', listed, from: placeOf(from), photo: photoOf(from) })
  }
  for (const listed of leftOver) {
    const before = movedAway.has(listed.item) ? undefined : byItem.get(listed.item)
    const finding = before
      ? findingOf(listed, before, users, retriesFailed)
      : ({ ...plain, kind: 'new', listed } as const)
    if (finding === 'seen') seen.push(listed)
    else if (finding !== 'nothing') changes.push(finding)
  }
  for (const item of missing) changes.push(goneChange(item, users, whenGone))
  return { changes, seen }
}

/** 'seen' for a file that looks different, but is what it was. */
type Finding = Change | 'seen' | 'nothing'

/** What became of a known file that is still where it was, or is back. */
function findingOf(
  listed: ListedItem,
  before: ComparedItem,
  users: PhotoUsers,
  retriesFailed: boolean,
): Finding {
  const { photo, hiddenPhoto, failure } = before
  if (photo === null && before.isGone && hiddenPhoto !== null) {
    return { ...plain, kind: 'new', listed, photo: hiddenPhoto }
  }
  if (hasSameContent(listed, before)) return findingOfSameContent(listed, before, retriesFailed)
  if (photo !== null) {
    const reason = conflictOf(before, users)
    const kind = reason === null ? 'changed' : 'conflicting'
    return { ...plain, kind, listed, photo, reason }
  }
  if (failure !== null) return { ...plain, kind: 'new', listed }
  // The photo was deleted here, and stays deleted; a restored one gets what has changed meanwhile.
  return before.isInTrash ? 'nothing' : 'seen'
}

function findingOfSameContent(
  listed: ListedItem,
  before: ComparedItem,
  retriesFailed: boolean,
): Finding {
  const { photo, path, failure } = before
  if (failure !== null && retriesFailed) {
    return { ...plain, kind: photo === null ? 'new' : 'changed', listed, photo }
  }
  if (path !== listed.path) {
    return { ...plain, kind: 'moved', listed, from: placeOf(before), photo }
  }
  return isIdentical(listed, before) ? 'nothing' : 'seen'
}

/** A photo is hidden when the last of its files is gone. */
function goneChange(item: ComparedItem, users: PhotoUsers, whenGone: WhenGone): Change {
  const { photo } = item
  const isLast = photo !== null && !item.isElsewhere && !users.has(photo)
  return {
    ...plain,
    kind: 'gone',
    photo,
    listed: listedAs(item),
    hides: isLast && whenGone === 'trash',
  }
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

type Matched = {
  /** Listed files that are known ones, moved from elsewhere. */
  readonly moves: ReadonlyMap<ListedItem, ComparedItem>
  /** The other listed files. */
  readonly leftOver: readonly ListedItem[]
  /** Known files that are gone. */
  readonly missing: readonly ComparedItem[]
}

function matched(known: readonly ComparedItem[], listing: Listing): Matched {
  const lookup: Lookup = {
    byItem: new Map(known.map((item) => [item.item, item])),
    listedItems: new Map(listing.items.map((listed) => [listed.item, listed])),
  }
  const isMissing = missingTestOf(listing)
  const movable = known.filter((item) => isMovable(item, lookup, isMissing))
  const moves = createMoves()
  const unmatched = matchByIdentity(listing.items, movable, lookup, moves)
  const leftOver = matchByContent(unmatched, movable, lookup, moves)
  const movedTo = new Map([...moves.all].map(([{ item }, from]) => [item, from]))
  const missing = known.filter((item) => {
    if (item.isGone || moves.hasTaken(item)) return false
    if (!lookup.listedItems.has(item.item)) return isMissing(item)
    // A moved file that took another's place removed it, unless both are one photo.
    const replacement = movedTo.get(item.item)
    return replacement !== undefined && item.photo !== null && replacement.photo !== item.photo
  })
  return { moves: moves.all, leftOver, missing }
}

type Lookup = {
  readonly byItem: ReadonlyMap<string, ComparedItem>
  readonly listedItems: ReadonlyMap<string, ListedItem>
}

type MissingTest = (item: ComparedItem) => boolean

/** Tells of a known file that is not listed whether it is gone. */
function missingTestOf(listing: Listing): MissingTest {
  if (listing.kind === 'whole') return (item) => !isUnder(item.path, listing.unreadable)
  const gone = new Set(listing.gone)
  return (item) => gone.has(item.item)
}

/** What could have been moved: all that is not where it was, and whatever was gone before. */
function isMovable(item: ComparedItem, { listedItems }: Lookup, isMissing: MissingTest): boolean {
  const listed = listedItems.get(item.item)
  if (item.isGone) return listed === undefined
  return listed === undefined ? isMissing(item) : !isSameFile(listed, item)
}

type Moves = ReturnType<typeof createMoves>

/** Collects moves. Each known file can be moved to one place. */
function createMoves() {
  const all = new Map<ListedItem, ComparedItem>()
  const taken = new Set<ComparedItem>()
  return {
    all,
    hasTaken: (item: ComparedItem): boolean => taken.has(item),
    add: (listed: ListedItem, from: ComparedItem): void => {
      all.set(listed, from)
      taken.add(from)
    },
  }
}

/** @returns the files without a match. */
function matchByIdentity(
  items: readonly ListedItem[],
  movable: readonly ComparedItem[],
  { byItem }: Lookup,
  moves: Moves,
): ListedItem[] {
  const byIdentity = new Map(
    movable.flatMap((item) => (item.identity === null ? [] : [[keyOf(item), item] as const])),
  )
  const unmatched: ListedItem[] = []
  for (const listed of items) {
    const before = byItem.get(listed.item)
    // A freed inode is used again, so of a file with the same size and time its content decides.
    const isInPlace = before !== undefined && !before.isGone && hasSameTime(listed, before)
    const from = isInPlace ? undefined : byIdentity.get(keyOf(listed))
    if (from && !moves.hasTaken(from) && from !== before) moves.add(listed, from)
    else unmatched.push(listed)
  }
  return unmatched
}

/** Matches by md5; of several files, one with the same name. @returns the files without a match. */
function matchByContent(
  unmatched: readonly ListedItem[],
  movable: readonly ComparedItem[],
  { byItem, listedItems }: Lookup,
  moves: Moves,
): ListedItem[] {
  /** A file that is still where it was has only changed, unless another one took its place. */
  const replaced = new Set([...moves.all.keys()].map(({ item }) => item))
  const isThere = ({ item }: ComparedItem) => listedItems.has(item) && !replaced.has(item)
  const byMd5 = Map.groupBy(
    movable.filter((item) => item.md5 !== null && !moves.hasTaken(item) && !isThere(item)),
    ({ md5 }) => md5,
  )
  const leftOver: ListedItem[] = []
  for (const listed of unmatched) {
    const before = byItem.get(listed.item)
    const isKnown = before !== undefined && !moves.hasTaken(before)
    const possible = isKnown || listed.md5 === null ? [] : (byMd5.get(listed.md5) ?? [])
    const left = possible.filter((item) => !moves.hasTaken(item))
    const from = left.find(({ path }) => basename(path) === basename(listed.path)) ?? left[0]
    if (from) moves.add(listed, from)
    else leftOver.push(listed)
  }
  return leftOver
}

/** How many files of this source each photo has. */
type PhotoUsers = ReadonlyMap<string, number>

/** Counts the files of each photo, apart from the missing ones. */
function liveFiles(known: readonly ComparedItem[], missing: readonly ComparedItem[]): PhotoUsers {
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
function conflictOf(before: ComparedItem, users: PhotoUsers): string | null {
  if (before.md5 !== null && before.photoMd5 !== null && before.md5 !== before.photoMd5) {
    return 'the photo now shows a different version from the one this file had'
  }
  const others = (users.get(before.photo!) ?? 0) - (before.isGone ? 0 : 1)
  if (others > 0 || before.isElsewhere) return 'another file is the same photo'
  return null
}

const listedAs = (known: KnownItem): ListedItem => ({
  item: known.item,
  path: known.path,
  bytes: known.bytes,
  version: known.version,
  changed: known.changed,
  md5: known.md5,
  identity: known.identity,
  date: null,
  blockedBy: null,
})

const placeOf = ({ item, path }: KnownItem) => ({ item, path })
/** A file that was gone can reappear in another place. */
const photoOf = ({ isGone, photo, hiddenPhoto }: ComparedItem) =>
  photo ?? (isGone ? hiddenPhoto : null)

function isUnder(path: string, folders: readonly string[]): boolean {
  if (folders.length === 0) return false
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (folders.includes(folder)) return true
    if (folder === '.' || folder === '/') return false
  }
}
