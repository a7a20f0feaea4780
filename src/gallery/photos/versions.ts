import { ownerViewer } from '../../contract/people/viewer.ts'
import type { Photo } from '../../contract/photos/photos.ts'
import type { PhotoVersion } from '../../contract/photos/versions.ts'
import type { Clock } from '../../core/clock.ts'
import type { KeyedQueue } from '../../core/concurrency/by-key.ts'
import type { Store } from '../../core/database/open.ts'
import { AppError, notFound } from '../../core/errors.ts'
import { type DevelopedFile, develop } from '../../images/develop.ts'
import type { RenderQueue } from '../../images/render-queue.ts'
import { creditsOf } from '../../images/rights.ts'
import { type Library, syncFile } from '../../storage/library.ts'
import type { Media, ReceivedFile, StoredFile } from '../../storage/media.ts'
import { originalKey } from '../../storage/media-keys.ts'
import type { Trash } from '../trash/trash.ts'
import { scaleCropTo } from './crop-for-version.ts'
import type { PhotoEvents } from './events.ts'
import { editedSince, ownedNow, readAgain } from './field-owners.ts'
import type { Intents } from './intents.ts'
import { fileColumns, type VersionOrigin, valuesOf } from './new-row.ts'
import { originalBytes } from './original-file.ts'
import type { RenditionStore } from './renditions.ts'
import { createRenditionReplacer, type NewRenditions } from './replace-renditions.ts'
import { type EditedFields, editColumns, editOf, type PhotoRow, versionOf } from './row.ts'
import type { PhotoStore } from './store.ts'
import { listOfVersions } from './version-list.ts'
import type { VersionRows } from './version-rows.ts'

/** How many versions are kept besides the one that is shown. */
const keptVersions = 3

export type Versions = ReturnType<typeof createVersions>

export type NewVersion = {
  readonly photo: Photo
  readonly warning: string | null
  /** The photo was cropped, and the version has another shape. */
  readonly hasLostCrop: boolean
}

/**
 * A photo's file is replaced by another export of it. The photo stays: its id and address, likes,
 * comments, albums, and what was edited here. Files come first, then the row, then the old
 * renditions are deleted, so that a crash leaves the old version or the new one.
 */
export function createVersions(parts: {
  store: Store
  photoRows: PhotoStore
  versionRows: VersionRows
  renditions: RenditionStore
  intents: Intents
  library: Library
  media: Media
  queue: RenderQueue
  clock: Clock
  trash: Pick<Trash, 'refuseMd5'>
  keepsAiOut: () => boolean
  config: { readonly maxPixels: number }
  /** By photo: its changes wait for each other. */
  inOrder: KeyedQueue
  events: Pick<PhotoEvents, 'changed' | 'fileAdded' | 'dated'>
}) {
  const { photoRows: photos, versionRows: versions, trash, media, queue, clock } = parts
  const { inOrder, events } = parts
  const replaceRenditions = createRenditionReplacer(parts)

  const requireRow = (id: string): PhotoRow => {
    const row = photos.row(id)
    if (!row) throw notFound()
    return row
  }

  type Next = StoredFile & {
    readonly origin: VersionOrigin
    readonly content: Uint8Array
    /** When it came, in ms. */
    readonly at: number
    /** To be added to the media store; undefined if it is there. */
    readonly file?: ReceivedFile
  }

  const replace = async (id: string, next: Next): Promise<NewVersion> => {
    const before = requireRow(id)
    const edited = await editedIn(before)
    const developed = await queue.forVisitor(() =>
      develop(next.content, {
        creditsFor: (metadata) => {
          const { values } = readAgain(valuesOf(metadata), { values: before, edited })
          return creditsOf(values, parts.keepsAiOut())
        },
        maxPixels: parts.config.maxPixels,
        temporary: parts.library.temporary,
        editFor: (full) => scaleCropTo(before, full),
      }),
    )
    if (next.file) await syncFile(next.file.path)
    const hasLostCrop = editOf(before) !== null && developed.edit === null
    const photo = await media.during(() => place(id, before, next, developed, edited))
    return { photo, warning: developed.warning, hasLostCrop }
  }

  /** Of photos changed before this was recorded, their present file tells. */
  const editedIn = async (row: PhotoRow): Promise<EditedFields> => {
    if (row.edited !== null) return JSON.parse(row.edited) as EditedFields
    const { readMetadata } = await import('../../images/metadata.ts')
    return editedSince(valuesOf(await readMetadata(await originalBytes(row.original, media))), row)
  }

  const place = async (
    id: string,
    before: PhotoRow,
    next: Next,
    developed: DevelopedFile,
    edited: EditedFields,
  ): Promise<Photo> => {
    const columns = fileColumns(next, next.origin, developed)
    const pictures: NewRenditions = {
      fileName: columns.file_name,
      renditions: developed.renditions,
      credits: readAgain(valuesOf(developed.metadata), { values: before, edited }).values,
      ...(next.file && { original: { name: next.original, file: next.file } }),
    }
    return replaceRenditions(id, pictures, (row) => {
      trash.refuseMd5(next.md5)
      // Text may have been edited meanwhile, but nothing else changes a photo in this order.
      if (row.original !== before.original) throw replacedMeanwhile()
      const owned = ownedNow(row, before, edited)
      const fields = readAgain(valuesOf(developed.metadata), owned)
      const known = versions.originalByMd5(next.md5)
      if (known && known.original !== next.original) throw isHere(known.id)
      versions.forgetVersion(next.original)
      versions.keepVersion({ ...versionOf(row), photo: row.row_id })
      const dropped = versions.earlierVersions(row.row_id).slice(keptVersions)
      for (const { original } of dropped) versions.forgetVersion(original)
      versions.setVersion({
        row_id: row.row_id,
        original: next.original,
        version_at: next.at,
        version_rule: next.origin.rule,
        ...columns,
        ...editColumns(developed.edit),
        ...fields.values,
        edited: JSON.stringify(fields.edited),
        sort_key: columns.taken_local ? -Date.parse(`${columns.taken_local}Z`) : -row.uploaded_at,
      })
      const { camera_make: make, camera_model: model } = columns
      const foundOtherwise = model ? photos.ensureCamera(make ?? '', model) : []
      next.origin.addTo?.(row.row_id, 'version')
      events.dated.emit(row.row_id)
      for (const changed of [row.row_id, ...foundOtherwise]) events.changed.emit(changed)
      events.fileAdded.emit(row.row_id)
      return dropped.map(({ original }) => originalKey(original))
    })
  }

  return {
    /** The caller removes the received file. @throws AppError as for a new photo; 404, 503. */
    add: (id: string, file: ReceivedFile, origin: VersionOrigin): Promise<NewVersion> =>
      inOrder(id, async () =>
        replace(id, {
          original: Bun.randomUUIDv7('hex', clock.now()),
          md5: file.md5,
          bytes: file.bytes,
          origin,
          content: await Bun.file(file.path).bytes(),
          at: clock.now(),
          file,
        }),
      ),
    /** The same for a file that waited in the media store. */
    addStored: (id: string, file: StoredFile, origin: VersionOrigin): Promise<NewVersion> =>
      inOrder(id, async () => {
        const content = await originalBytes(file.original, media)
        return replace(id, { ...file, origin, content, at: clock.now() })
      }),
    /** Shows one of its versions; the one shown now becomes an earlier one. @throws AppError 404, 503. */
    show: (id: string, original: string): Promise<NewVersion> =>
      inOrder(id, async () => {
        const row = requireRow(id)
        if (row.original === original) {
          return { photo: photos.visible(id, ownerViewer)!, warning: null, hasLostCrop: false }
        }
        const version = versions
          .earlierVersions(row.row_id)
          .find((each) => each.original === original)
        if (!version) throw notFound()
        return replace(id, {
          ...version,
          at: version.added_at,
          origin: {
            source: version.source,
            sourceName: version.source_name,
            sourceDate: version.source_date,
            folder: version.source_folder,
            rule: version.rule,
          },
          content: await originalBytes(original, media),
        })
      }),
    /** Newest first. @throws AppError 404 */
    list: (id: string): PhotoVersion[] => {
      const row = requireRow(id)
      return listOfVersions(row, versions.earlierVersions(row.row_id))
    },
  }
}

const isHere = (photoId: string) =>
  new AppError(409, 'this photo is already in the gallery', { photoId })

const replacedMeanwhile = () =>
  new AppError(409, 'the photo got another version meanwhile; try again')
