import { ownerViewer } from '../../contract/people/viewer.ts'
import {
  type PendingDecision,
  type PendingUpload,
  pendingDays,
} from '../../contract/photos/versions.ts'
import type { Clock } from '../../core/clock.ts'
import type { KeyedQueue } from '../../core/concurrency/by-key.ts'
import type { Store } from '../../core/database/open.ts'
import { AppError, notFound } from '../../core/errors.ts'
import { stackOf, warn } from '../../core/log.ts'
import { dayMs } from '../../core/time.ts'
import type { Albums } from '../../gallery/albums/albums.ts'
import type { Intents } from '../../gallery/photos/intents.ts'
import type { FileOrigin, Origin } from '../../gallery/photos/photo-row.ts'
import type { Photos } from '../../gallery/photos/photos.ts'
import type { NewVersion, Versions } from '../../gallery/photos/versions.ts'
import { inspect } from '../../images/inspect.ts'
import { previewOf } from '../../images/preview.ts'
import type { RenderQueue } from '../../images/render-queue.ts'
import { syncFile } from '../../storage/library.ts'
import type { Media, ReceivedFile } from '../../storage/media.ts'
import { originalKey } from '../../storage/media-keys.ts'
import { readBytes } from '../../storage/read-file.ts'
import type { Ingest, Ingested } from './ingest.ts'
import type { Match } from './match.ts'
import type { Matcher } from './matcher.ts'
import type { IntakeStore, PendingRow } from './store.ts'

/** How many files can wait at a time. */
const pendingLimit = 10_000
/** How many are listed of each source, oldest first. */
const listedLimit = 500

/** An album, and the photo's position among those added to it. */
export type AlbumPosition = readonly [album: number, position: number]

/** What became of a file. */
export type Decided =
  | { readonly kind: 'new'; readonly photo: Ingested }
  | { readonly kind: 'replaced'; readonly photo: NewVersion }
  | { readonly kind: 'discarded' }

type Parts = {
  store: Store
  rows: IntakeStore
  photos: Pick<Photos, 'find'>
  intents: Intents
  media: Media
  queue: RenderQueue
  ingest: Ingest
  versions: Versions
  matcher: Pick<Matcher, 'isDoubtful'>
  clock: Clock
  config: { readonly maxPixels: number }
  /** Decisions about one file are carried out one after another. */
  inOrder: KeyedQueue
  albums: Pick<Albums, 'addAtPosition'>
}

/** What is known of a file when it begins to wait. */
type Held = {
  readonly origin: Origin
  readonly match: Match
  readonly albums: readonly AlbumPosition[]
}

export type PendingFiles = ReturnType<typeof createPendingFiles>

/**
 * Files that may be new versions of photos, until the owner decides. They are in the media store
 * with a row, so that they survive restarts and are in backups.
 */
export function createPendingFiles(parts: Parts) {
  const { store, rows, clock } = parts

  const decide = (id: string, decision: PendingDecision['decision']): Promise<Decided> =>
    parts.inOrder(id, () => applyDecision(parts, id, decision))

  return {
    /**
     * Keeps a received file; the caller removes it from tmp.
     * @throws AppError as for a new photo, 409 if too many wait.
     */
    hold: (file: ReceivedFile, held: Held): Promise<PendingUpload> => hold(parts, file, held),
    /** The same file, if it waits already; it then belongs to the run of `origin`. */
    find: async (
      md5: string,
      origin: Origin,
      albums: readonly AlbumPosition[],
    ): Promise<PendingUpload | undefined> => {
      const row = rows.pendingOfMd5(md5)
      if (!row) return undefined
      if (origin.run !== undefined) {
        const newOrigin = JSON.stringify(withoutAction(origin))
        const newAlbums = JSON.stringify(albums)
        await store.note(() => rows.movePending(row.id, newOrigin, newAlbums))
      }
      return toUpload(parts, row)
    },
    /** Oldest first. */
    list: (): PendingUpload[] =>
      rows.listPending(listedLimit).flatMap((row) => toUpload(parts, row) ?? []),
    /** The number of files from a folder that the gallery follows. */
    countOf: rows.countPendingOf,
    /** @throws AppError 404 for one that was decided; then as for a new photo or version. */
    decide,
    /** Another file of the run matched the same photo, so that neither replaces it. */
    contest: (photoId: string, run: string) => store.note(() => rows.contest(photoId, run)),
    isContested: (id: string): boolean => rows.pending(id)?.is_contested === 1,
    /** Whether only a person can decide if it is a new version. */
    isDoubtful: async (id: string): Promise<boolean> => {
      const row = rows.pending(id)
      return row !== undefined && (await parts.matcher.isDoubtful(row))
    },
    /** A small JPEG. @throws AppError 404 */
    preview: async (id: string): Promise<Uint8Array> => {
      const content = await readBytes(requireRow(rows, id), parts.media).catch((error: unknown) => {
        // It may have been decided, and the file deleted, since the row was read.
        requireRow(rows, id)
        throw error
      })
      return renderPreview(parts, content)
    },
    /** Discards what has waited for too long. */
    expire: async (): Promise<void> => {
      const old = rows.pendingBefore(clock.now() - pendingDays * dayMs)
      for (const id of old) await decide(id, 'discard').catch(logFailure)
    },
  }
}

function toUpload({ photos }: Parts, row: PendingRow): PendingUpload | undefined {
  const photo = photos.find(row.photo_id, ownerViewer)
  const { sourceName, source, sourceId = null } = JSON.parse(row.origin) as FileOrigin
  return (
    photo && {
      id: row.id,
      fileName: sourceName,
      bytes: row.bytes,
      receivedAt: new Date(row.received_at).toISOString(),
      source,
      sourceId,
      rule: row.rule,
      photo,
    }
  )
}

function requireRow(rows: IntakeStore, id: string): PendingRow {
  const row = rows.pending(id)
  if (!row) throw notFound()
  return row
}

/** Inside Store.write. */
function remove(rows: IntakeStore, id: string): void {
  if (!rows.removePending(id)) throw notFound()
}

function withoutAction({ addTo: _, ...origin }: Origin): FileOrigin {
  return origin
}

const renderPreview = ({ queue, config }: Parts, content: Uint8Array): Promise<Uint8Array> =>
  queue.forVisitor(() => previewOf(inspect(content, config.maxPixels)))

async function hold(
  parts: Parts,
  file: ReceivedFile,
  { origin, match, albums }: Held,
): Promise<PendingUpload> {
  const { store, rows, intents, media, clock } = parts
  if (rows.countPending() >= pendingLimit) throw tooMany()
  // What cannot be shown is refused now, not after the decision.
  const content = await readBytes(file, media)
  await renderPreview(parts, content)
  await syncFile(file.path)
  const id = Bun.randomUUIDv7('hex', clock.now())
  const added = { files: [originalKey(id)] }
  return media.during(async () => {
    const intent = await store.note(() => intents.begin('ingest', added))
    try {
      await media.addFile(originalKey(id), file)
      return await store.note(() => {
        const isAdded = rows.addPending({
          id,
          photo: match.id,
          original: id,
          md5: file.md5,
          bytes: file.bytes,
          rule: match.rule,
          origin: JSON.stringify(withoutAction(origin)),
          received_at: clock.now(),
          albums: JSON.stringify(albums),
        })
        const pending = isAdded && toUpload(parts, requireRow(rows, id))
        if (!pending) throw new AppError(503, 'the photo was deleted meanwhile; try again')
        intents.complete(intent)
        return pending
      })
    } catch (error) {
      await intents.undo(intent, added, error).catch((failure: unknown) => {
        warn(`A leftover file will be cleaned up at the next start: ${String(failure)}`)
      })
      throw error
    }
  })
}

async function applyDecision(
  parts: Parts,
  id: string,
  decision: PendingDecision['decision'],
): Promise<Decided> {
  const { rows, versions } = parts
  const row = requireRow(rows, id)
  if (decision === 'discard') return discard(parts, row)
  const origin = JSON.parse(row.origin) as FileOrigin
  /** Inside Store.write. */
  const becomes = (photo: number) => {
    remove(rows, id)
    if (origin.item !== undefined) rows.setItem(origin.source, origin.item, photo)
  }
  try {
    if (decision === 'replace') {
      const { rule, photo_id } = row
      const photo = await versions.addStored(photo_id, row, { ...origin, rule, addTo: becomes })
      return { kind: 'replaced', photo }
    }
    const addTo = (photo: number) => {
      becomes(photo)
      const albums = JSON.parse(row.albums) as AlbumPosition[]
      for (const [album, position] of albums) parts.albums.addAtPosition(album, photo, position)
    }
    return { kind: 'new', photo: await parts.ingest.addStored(row, { ...origin, addTo }) }
  } catch (error) {
    // The same file was added in another way meanwhile.
    const isHere = error instanceof AppError && error.details?.photoId !== undefined
    if (isHere && rows.pending(id)) await discard(parts, row)
    throw error
  }
}

async function discard(
  { store, rows, intents }: Parts,
  { id, original }: PendingRow,
): Promise<Decided> {
  const files = { files: [originalKey(original)] }
  const rowId = await store.note(() => {
    remove(rows, id)
    return intents.begin('delete', files)
  })
  await intents.execute([{ rowId, files }])
  return { kind: 'discarded' }
}

const tooMany = () =>
  new AppError(409, `${pendingLimit} files wait for your decision; decide those first`)

const logFailure = (error: unknown) => {
  if (error instanceof AppError && error.code === 404) return
  warn(`Could not discard a file that waits for a decision: ${stackOf(error)}`)
}
