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
import type { Albums } from '../../gallery/albums/albums.ts'
import type { Intents } from '../../gallery/photos/intents.ts'
import type { FileOrigin } from '../../gallery/photos/new-row.ts'
import type { Photos } from '../../gallery/photos/photos.ts'
import type { NewVersion, Versions } from '../../gallery/photos/versions.ts'
import { inspect } from '../../images/inspect.ts'
import { previewOf } from '../../images/preview.ts'
import type { RenderQueue } from '../../images/render-queue.ts'
import { contentOf } from '../../storage/content.ts'
import { syncFile } from '../../storage/library.ts'
import type { Media, ReceivedFile } from '../../storage/media.ts'
import { originalKey } from '../../storage/media-keys.ts'
import type { Ingest, Ingested } from './ingest.ts'
import type { Match } from './match.ts'
import type { Matcher } from './matcher.ts'
import type { IntakeStore, PendingRow } from './store.ts'

/** So many files can wait at a time. */
const waitingLimit = 10_000
/** The oldest of each source are listed. */
const listedLimit = 500
const dayMs = 86_400_000

/** An album, and the photo's position among those added to it. */
export type AlbumPosition = readonly [album: number, position: number]

/** What became of a file. */
export type Decided =
  | { readonly kind: 'new'; readonly photo: Ingested }
  | { readonly kind: 'replaced'; readonly photo: NewVersion }
  | { readonly kind: 'discarded' }

export type Waiting = ReturnType<typeof createWaiting>

/**
 * Files that may be new versions of photos, until the owner decides. They are in the media store
 * with a row, so that they survive restarts and are in backups.
 */
export function createWaiting(parts: {
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
}) {
  const { store, rows, photos, intents, media, queue, ingest, versions, clock, inOrder } = parts

  const shown = (row: PendingRow): PendingUpload | undefined => {
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
  const found = (id: string): PendingRow => {
    const row = rows.pending(id)
    if (!row) throw notFound()
    return row
  }
  /** Inside Store.write. */
  const remove = (id: string) => {
    if (!rows.removePending(id)) throw notFound()
  }

  const carryOut = async (id: string, decision: PendingDecision['decision']): Promise<Decided> => {
    const row = found(id)
    if (decision === 'discard') return discard(row)
    const origin = JSON.parse(row.origin) as FileOrigin
    const learnItem = (photo: number) => {
      if (origin.item !== undefined) rows.setItem(origin.source, origin.item, photo)
    }
    try {
      if (decision === 'replace') {
        const addTo = (photo: number) => {
          remove(id)
          learnItem(photo)
        }
        const { rule, photo_id } = row
        const photo = await versions.addStored(photo_id, row, { ...origin, rule, addTo })
        return { kind: 'replaced', photo }
      }
      const photo = await ingest.addStored(row, {
        ...origin,
        addTo: (photo) => {
          remove(id)
          learnItem(photo)
          const albums = JSON.parse(row.albums) as AlbumPosition[]
          for (const [album, position] of albums) parts.albums.addAtPosition(album, photo, position)
        },
      })
      return { kind: 'new', photo }
    } catch (error) {
      // The same file was added in another way meanwhile.
      const isHere = error instanceof AppError && error.details?.photoId !== undefined
      if (isHere && rows.pending(id)) await discard(row)
      throw error
    }
  }

  const discard = async ({ id, original }: PendingRow): Promise<Decided> => {
    const files = { files: [originalKey(original)] }
    const rowId = await store.note(() => {
      remove(id)
      return intents.declare('delete', files)
    })
    await intents.carryOut([{ rowId, files }])
    return { kind: 'discarded' }
  }

  const decide = (id: string, decision: PendingDecision['decision']): Promise<Decided> =>
    inOrder(id, () => carryOut(id, decision))

  return {
    /**
     * Keeps a received file; the caller removes it from tmp.
     * @throws AppError as for a new photo, 409 if too many wait.
     */
    keep: async (
      file: ReceivedFile,
      { addTo: _, ...origin }: FileOrigin & { addTo?: unknown },
      { match, albums }: { match: Match; albums: readonly AlbumPosition[] },
    ): Promise<PendingUpload> => {
      if (rows.countPending() >= waitingLimit) throw tooMany()
      // What cannot be shown is refused now, not after the decision.
      const content = await contentOf(file, media)
      await queue.forVisitor(() => previewOf(inspect(content, parts.config.maxPixels)))
      await syncFile(file.path)
      const id = Bun.randomUUIDv7('hex', clock.now())
      const added = { files: [originalKey(id)] }
      return media.during(async () => {
        const intent = await store.note(() => intents.declare('ingest', added))
        try {
          await media.addFile(originalKey(id), file)
          return await store.note(() => {
            const isAdded = rows.addPending({
              ...{ id, photo: match.id, original: id, md5: file.md5, bytes: file.bytes },
              ...{ rule: match.rule, origin: JSON.stringify(origin), received_at: clock.now() },
              albums: JSON.stringify(albums),
            })
            const pending = isAdded && shown(found(id))
            if (!pending) throw new AppError(503, 'the photo was deleted meanwhile; try again')
            intents.fulfil(intent)
            return pending
          })
        } catch (error) {
          await intents.undo(intent, added, error).catch((failure: unknown) => {
            warn(`A leftover file will be cleaned up at the next start: ${String(failure)}`)
          })
          throw error
        }
      })
    },
    /** The same file, if it waits already; it then belongs to the run of `origin`. */
    again: async (
      md5: string,
      { addTo: _, ...origin }: FileOrigin & { addTo?: unknown },
      albums: readonly AlbumPosition[],
    ): Promise<PendingUpload | undefined> => {
      const row = rows.pendingOfMd5(md5)
      if (!row) return undefined
      if (origin.run !== undefined) {
        const [from, to] = [JSON.stringify(origin), JSON.stringify(albums)]
        await store.note(() => rows.movePending(row.id, from, to))
      }
      return shown(row)
    },
    /** Oldest first. */
    list: (): PendingUpload[] => rows.listPending(listedLimit).flatMap((row) => shown(row) ?? []),
    /** Of a folder that the gallery follows. */
    countOf: rows.countPendingOf,
    /** @throws AppError 404 for one that was decided; then as for a new photo or version. */
    decide,
    /** Another file of the run matched the same photo, so that neither replaces it. */
    contest: (photoId: string, run: string) => store.note(() => rows.contest(photoId, run)),
    isContested: (id: string): boolean => rows.pending(id)?.is_contested === 1,
    /** Whether only a person can tell if it is a new version. */
    isDoubtful: async (id: string): Promise<boolean> => {
      const row = rows.pending(id)
      return row !== undefined && (await parts.matcher.isDoubtful(row))
    },
    /** A small JPEG. @throws AppError 404 */
    preview: async (id: string): Promise<Uint8Array> => {
      const row = found(id)
      const content = await contentOf(row, media)
      return queue.forVisitor(() => previewOf(inspect(content, parts.config.maxPixels)))
    },
    /** Discards what has waited for too long. */
    tidy: async (): Promise<void> => {
      const old = rows.pendingBefore(clock.now() - pendingDays * dayMs)
      for (const id of old) await decide(id, 'discard').catch(sayWhy)
    },
  }
}

const tooMany = () =>
  new AppError(409, `${waitingLimit} files wait for your decision; decide those first`)

const sayWhy = (error: unknown) => {
  if (error instanceof AppError && error.code === 404) return
  warn(`A file that waits for a decision could not be tidied up: ${stackOf(error)}`)
}
