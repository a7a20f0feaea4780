import type { OnMatch, PendingUpload } from '../../contract/photos/versions.ts'
import type { Albums } from '../../gallery/albums/albums.ts'
import type { Origin } from '../../gallery/photos/photo-row.ts'
import type { Versions } from '../../gallery/photos/versions.ts'
import type { PhotoMetadata } from '../../images/metadata.ts'
import type { ReceivedFile } from '../../storage/media.ts'
import type { FileToAdd, Ingest } from './ingest.ts'
import type { Match } from './match.ts'
import type { Matcher } from './matcher.ts'
import type { AlbumPosition, Decided, PendingFiles } from './pending-files.ts'
import type { IntakeStore } from './store.ts'

/** What became of a file, or what it matched if that has yet to be decided. */
export type Accepted =
  | Exclude<Decided, { kind: 'discarded' }>
  | { readonly kind: 'waiting'; readonly pending: PendingUpload }

export type Incoming = ReturnType<typeof createIncoming>

type ImportOptions = {
  readonly onMatch: OnMatch
  /** The photo that the owner has chosen: the file becomes its new version. */
  readonly versionOf?: string
  /** The albums that the file is added to if it becomes a photo. */
  readonly albums?: readonly AlbumPosition[]
}

type Parts = {
  rows: IntakeStore
  matcher: Matcher
  ingest: Ingest
  versions: Versions
  pendingFiles: PendingFiles
  /** The id of the photo that has a file of this md5, also in the trash. */
  knownMd5: (md5: string) => string | undefined
  albums: Pick<Albums, 'addAtPosition'>
}

/** Photos for which a file is being placed. */
type UnderWay = Map<string, Promise<Accepted>>

/**
 * Every file is imported here: it becomes a photo or a new version of one, or waits for the owner's
 * decision.
 */
export function createIncoming(parts: Parts) {
  const underWay: UnderWay = new Map()
  return {
    /**
     * Always removes the file from tmp. `addTo` is called inside the transaction that adds the
     * photo or version, but not for a file that waits or restores an original.
     * @throws AppError as Ingest.add; 409 if too many files wait.
     */
    accept: async (
      file: ReceivedFile,
      given: Origin,
      options: ImportOptions,
    ): Promise<Accepted> => {
      const origin = remembering(given, parts.rows)
      try {
        return await decide(parts, underWay, { file, origin, options })
      } finally {
        await parts.ingest.discard(file)
      }
    },
  }
}

type Arrival = {
  readonly file: ReceivedFile
  readonly origin: Origin
  readonly options: ImportOptions
}

/** Whether the file is a new photo, a new version of one, or has arrived before. */
async function decide(parts: Parts, underWay: UnderWay, arrival: Arrival): Promise<Accepted> {
  const { pendingFiles } = parts
  const { file, origin, options } = arrival
  if (options.versionOf !== undefined) {
    const version = { ...origin, rule: null }
    return { kind: 'replaced', photo: await parts.versions.add(options.versionOf, file, version) }
  }
  if (parts.knownMd5(file.md5)) return addNew(parts, arrival)
  const pending = await pendingFiles.find(file.md5, origin, options.albums ?? [])
  if (pending) return decideAgain(parts, pending, options)
  const { match, metadata } = await findMatch(parts, arrival)
  if (!match) return addNew(parts, arrival, metadata)
  const others = await othersEnd(underWay, match)
  if ((others && match.rule !== 'item') || parts.matcher.isTaken(match, origin.run)) {
    if (origin.run !== undefined) await pendingFiles.contest(match.id, origin.run)
    return addNew(parts, arrival, metadata)
  }
  const mine = addMatched(parts, arrival, match)
  underWay.set(match.id, mine)
  try {
    return await mine
  } finally {
    underWay.delete(match.id)
  }
}

/** The photo that a file seems to be a version of, and its metadata if that had to be read. */
async function findMatch(
  { matcher }: Parts,
  { file, origin, options }: Arrival,
): Promise<{ match?: Match | undefined; metadata?: PhotoMetadata }> {
  const match = matcher.ofItem(origin)
  if (match || options.onMatch === 'keep-both') return { match }
  const metadata = await matcher.readMetadata(file)
  return { match: await matcher.ofFile(metadata, origin), metadata }
}

/**
 * Waits for other files of the same photo. @returns whether one of them was placed: if two arrive
 * at once, the second becomes its own photo.
 */
async function othersEnd(underWay: UnderWay, { id }: Match): Promise<boolean> {
  let wasPlaced = false
  for (let other = underWay.get(id); other; other = underWay.get(id)) {
    const hasSucceeded = await other.then(
      () => true,
      () => false,
    )
    wasPlaced ||= hasSucceeded
  }
  return wasPlaced
}

async function addNew(
  { ingest, albums: allAlbums }: Parts,
  { file, origin, options: { albums = [] } }: Arrival,
  metadata?: PhotoMetadata,
): Promise<Accepted> {
  const addTo = (photo: number) => {
    for (const [album, position] of albums) allAlbums.addAtPosition(album, photo, position)
    origin.addTo?.(photo, 'photo')
  }
  const fileToAdd: FileToAdd = metadata ? { ...file, metadata } : file
  return { kind: 'new', photo: await ingest.add(fileToAdd, { ...origin, addTo }) }
}

async function addMatched(
  { pendingFiles, versions }: Parts,
  { file, origin, options: { onMatch, albums = [] } }: Arrival,
  match: Match,
): Promise<Accepted> {
  if (match.isDoubtful || (onMatch === 'ask' && match.rule !== 'item')) {
    return { kind: 'waiting', pending: await pendingFiles.hold(file, { origin, match, albums }) }
  }
  const version = { ...origin, rule: match.rule }
  return { kind: 'replaced', photo: await versions.add(match.id, file, version) }
}

/** For a file that waits already. */
async function decideAgain(
  { pendingFiles }: Parts,
  pending: PendingUpload,
  { onMatch }: ImportOptions,
): Promise<Accepted> {
  const isDoubtful = onMatch === 'replace' && (await pendingFiles.isDoubtful(pending.id))
  if (onMatch === 'ask' || isDoubtful) return { kind: 'waiting', pending }
  return (await pendingFiles.decide(pending.id, onMatch)) as Exclude<Decided, { kind: 'discarded' }>
}

/** From now on, the photo is recognised by its item. */
const remembering = (origin: Origin, rows: IntakeStore): Origin => ({
  ...origin,
  addTo: (photo, as) => {
    if (origin.item !== undefined) rows.setItem(origin.source, origin.item, photo)
    origin.addTo?.(photo, as)
  },
})
