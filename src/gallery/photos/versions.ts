import { ownerViewer } from '../../contract/people/viewer.ts'
import type { Photo } from '../../contract/photos/photos.ts'
import type { PhotoVersion } from '../../contract/photos/versions.ts'
import type { Clock } from '../../core/clock.ts'
import type { KeyedQueue } from '../../core/concurrency/by-key.ts'
import type { Store } from '../../core/database/open.ts'
import { AppError, notFound } from '../../core/errors.ts'
import { type RenderedFile, renderFile } from '../../images/render-file.ts'
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
import { originalBytes } from './original-file.ts'
import { fileColumns, type VersionOrigin, valuesOf } from './photo-row.ts'
import type { RenditionStore } from './renditions.ts'
import { createRenditionReplacer, type NewRenditions } from './replace-renditions.ts'
import {
  type EarlierVersion,
  type EditedFields,
  editColumns,
  editOf,
  type PhotoRow,
  versionOf,
} from './row.ts'
import type { PhotoStore } from './store.ts'
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

type Parts = {
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
}

/** The file that a photo is to show. */
type NextFile = StoredFile & {
  readonly origin: VersionOrigin
  readonly content: Uint8Array
  /** When it was added, in ms. */
  readonly at: number
  /** To be added to the media store; undefined if it is there. */
  readonly file?: ReceivedFile
}

/** What replaces a photo's file; `before` and `edited` are of when it was rendered. */
type Replacement = {
  readonly before: PhotoRow
  readonly edited: EditedFields
  readonly next: NextFile
  readonly rendered: RenderedFile
}

/**
 * A photo's file is replaced by another export of it. The photo stays: its id and address, likes,
 * comments, albums, and what was edited here. Files come first, then the row, then the old
 * renditions are deleted, so that a crash leaves the old version or the new one.
 */
export function createVersions(parts: Parts) {
  const { photoRows: photos, versionRows: versions, media, clock, inOrder } = parts
  const replace = createFileReplacer(parts)

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
        const row = requireRow(photos, id)
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
          origin: originOf(version),
          content: await originalBytes(original, media),
        })
      }),
    /** Newest first. @throws AppError 404 */
    list: (id: string): PhotoVersion[] => {
      const row = requireRow(photos, id)
      return listOfVersions(row, versions.earlierVersions(row.row_id))
    },
  }
}

function requireRow(photos: PhotoStore, id: string): PhotoRow {
  const row = photos.row(id)
  if (!row) throw notFound()
  return row
}

const originOf = (version: EarlierVersion): VersionOrigin => ({
  source: version.source,
  sourceName: version.source_name,
  sourceDate: version.source_date,
  folder: version.source_folder,
  rule: version.rule,
})

/** Renders a file and shows it as a photo's version. A photo's changes must wait for each other. */
function createFileReplacer(parts: Parts) {
  const { photoRows: photos, versionRows, library, media, queue, keepsAiOut, config } = parts
  const replaceRenditions = createRenditionReplacer(parts)

  const render = (before: PhotoRow, edited: EditedFields, content: Uint8Array) =>
    queue.forVisitor(() =>
      renderFile(content, {
        creditsFor: (metadata) => {
          const { values } = readAgain(valuesOf(metadata), { values: before, edited })
          return creditsOf(values, keepsAiOut())
        },
        maxPixels: config.maxPixels,
        temporary: library.temporary,
        editFor: (full) => scaleCropTo(before, full),
      }),
    )

  const place = async (id: string, replacement: Replacement): Promise<Photo> => {
    const { before, edited, next, rendered } = replacement
    const columns = fileColumns(next, next.origin, rendered)
    const pictures: NewRenditions = {
      fileName: columns.file_name,
      renditions: rendered.renditions,
      credits: readAgain(valuesOf(rendered.metadata), { values: before, edited }).values,
      ...(next.file && { original: { name: next.original, file: next.file } }),
    }
    return replaceRenditions(id, pictures, (row) => {
      refuseFile(row, replacement, parts)
      const dropped = keepAsEarlier(row, next.original, versionRows)
      setVersion(row, replacement, columns, parts)
      announce(row, next.origin, columns, parts)
      return dropped.map(originalKey)
    })
  }

  return async (id: string, next: NextFile): Promise<NewVersion> => {
    const before = requireRow(photos, id)
    const edited = await editedIn(before, media)
    const rendered = await render(before, edited, next.content)
    if (next.file) await syncFile(next.file.path)
    const hasLostCrop = editOf(before) !== null && rendered.edit === null
    const photo = await media.during(() => place(id, { before, edited, next, rendered }))
    return { photo, warning: rendered.warning, hasLostCrop }
  }
}

/** Photos from before edits were recorded are compared with their present file. */
async function editedIn(row: PhotoRow, media: Media): Promise<EditedFields> {
  if (row.edited !== null) return JSON.parse(row.edited) as EditedFields
  const { readMetadata } = await import('../../images/metadata.ts')
  return editedSince(valuesOf(await readMetadata(await originalBytes(row.original, media))), row)
}

type FileColumns = ReturnType<typeof fileColumns>

/** @throws AppError 409 if the file is known already, or the photo has a new version by now. */
function refuseFile(
  row: PhotoRow,
  { before, next }: Replacement,
  { trash, versionRows }: Parts,
): void {
  trash.refuseMd5(next.md5)
  // Text may have been edited meanwhile, but nothing else changes a photo in this order.
  if (row.original !== before.original) throw replacedMeanwhile()
  const known = versionRows.originalByMd5(next.md5)
  if (known && known.original !== next.original) throw isHere(known.id)
}

/** Keeps the version that is shown. @returns the originals of those that are no longer kept. */
function keepAsEarlier(row: PhotoRow, nextOriginal: string, versions: VersionRows): string[] {
  versions.forgetVersion(nextOriginal)
  versions.keepVersion({ ...versionOf(row), photo: row.row_id })
  const dropped = versions
    .earlierVersions(row.row_id)
    .slice(keptVersions)
    .map(({ original }) => original)
  for (const original of dropped) versions.forgetVersion(original)
  return dropped
}

function setVersion(
  row: PhotoRow,
  { before, edited, next, rendered }: Replacement,
  columns: FileColumns,
  { versionRows }: Parts,
): void {
  const fields = readAgain(valuesOf(rendered.metadata), ownedNow(row, before, edited))
  versionRows.setVersion({
    row_id: row.row_id,
    original: next.original,
    version_at: next.at,
    version_rule: next.origin.rule,
    ...columns,
    ...editColumns(rendered.edit),
    ...fields.values,
    edited: JSON.stringify(fields.edited),
    sort_key: columns.taken_local ? -Date.parse(`${columns.taken_local}Z`) : -row.uploaded_at,
  })
}

function announce(
  { row_id: rowId }: PhotoRow,
  origin: VersionOrigin,
  { camera_make: make, camera_model: model }: FileColumns,
  { photoRows, events }: Parts,
): void {
  const foundOtherwise = model ? photoRows.ensureCamera(make ?? '', model) : []
  origin.addTo?.(rowId, 'version')
  events.dated.emit(rowId)
  for (const changed of [rowId, ...foundOtherwise]) events.changed.emit(changed)
  events.fileAdded.emit(rowId)
}

/** The version that is shown and those before it, newest first. */
function listOfVersions(row: PhotoRow, earlierVersions: readonly EarlierVersion[]): PhotoVersion[] {
  const shown = versionOf(row)
  return [shown, ...earlierVersions]
    .toSorted((one, other) => other.added_at - one.added_at)
    .map((version) => ({
      id: version.original,
      addedAt: new Date(version.added_at).toISOString(),
      bytes: version.bytes,
      fileName: version.source_name,
      isCurrent: version === shown,
      rule: version.rule,
    }))
}

const isHere = (photoId: string) =>
  new AppError(409, 'this photo is already in the gallery', { photoId })

const replacedMeanwhile = () =>
  new AppError(409, 'a new version of this photo was added meanwhile; try again')
