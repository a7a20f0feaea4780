import type { PhotoSource } from '../../contract/photos/photo-sources.ts'
import { AppError } from '../../core/errors.ts'
import { cleanName, type FileOrigin } from '../../gallery/photos/photo-row.ts'
import type { PhotoMetadata } from '../../images/metadata.ts'
import type { FrameIdentity } from '../../images/photo-identity.ts'
import type { Media, ReceivedFile, StoredFile } from '../../storage/media.ts'
import { readBytes } from '../../storage/read-file.ts'
import { identifiesFrame, type Shot, serialOf } from './camera-match.ts'
import {
  couldMatch,
  type Identity,
  isDoubtfulNow,
  type KnownPhoto,
  type Match,
  matchOf,
} from './match.ts'
import type { CandidateRow, IntakeStore, PendingRow } from './store.ts'

type Parts = {
  rows: IntakeStore
  media: Pick<Media, 'open'>
  /** What a photo's original says, which is missing or damaged if this throws no AppError. */
  readOriginal: (original: string) => Promise<Shot>
}

export type Matcher = ReturnType<typeof createMatcher>

/** Finds the photo that a file is a new version of. */
export function createMatcher({ rows, media, readOriginal }: Parts) {
  const readMetadataOf = async (file: ReceivedFile | StoredFile): Promise<PhotoMetadata> => {
    const { readMetadata } = await import('../../images/metadata.ts')
    return readMetadata(await readBytes(file, media))
  }

  /** A file's own metadata, and the photos that it may be a version of. */
  const compared = async (
    metadata: PhotoMetadata,
    { source, sourceName }: FileOrigin,
  ): Promise<{ identity: Identity; photos: KnownPhoto[] }> => {
    const { local: takenAt = null, offset: takenOffset = null } = metadata.originalDate ?? {}
    const { documentId } = metadata
    const fileName = cleanName(sourceName)
    const identity = {
      source,
      item: null,
      fileName,
      takenAt,
      takenOffset,
      documentId,
      ...shotOf(metadata),
    }
    if (documentId === null && takenAt === null) return { identity, photos: [] }
    const photos: KnownPhoto[] = []
    for (const row of rows.candidates(documentId, takenAt)) {
      const photo = knownPhoto(row)
      const isRead = couldMatch(identity, photo) && saysMore(identity, photo)
      photos.push(isRead ? { ...photo, ...(await whatFileSays(row, readOriginal)) } : photo)
    }
    return { identity, photos }
  }
  return {
    ofItem: ({ source, item }: FileOrigin): Match | undefined => {
      const id = item === undefined ? undefined : rows.photoOfItem(source, item)
      return id === undefined ? undefined : { id, rule: 'item' }
    },
    readMetadata: readMetadataOf,
    /** Matches by the file's own metadata. */
    ofFile: async (metadata: PhotoMetadata, origin: FileOrigin): Promise<Match | undefined> => {
      const { identity, photos } = await compared(metadata, origin)
      return matchOf(identity, photos)
    },
    /**
     * Whether the photo already got a version in this run, or another file waits to become one:
     * two files of one export are two photos.
     */
    isTaken: ({ id, rule }: Match, run: string | undefined): boolean => {
      if (rule === 'item') return false
      const photo = rows.matched(id)
      if (!photo) return true
      return photo.pending > 0 || (run !== undefined && photo.run === run)
    },
    /** Whether a file that waits could be another frame, also of those that arrived since. */
    isDoubtful: async (pending: PendingRow): Promise<boolean> => {
      if (pending.rule === 'item') return false
      const metadata = await readMetadataOf(pending)
      const { identity, photos } = await compared(metadata, JSON.parse(pending.origin))
      return isDoubtfulNow(identity, { id: pending.photo_id, rule: pending.rule }, photos)
    },
  }
}

/** Whether a file has something that the photo's row lacks, but perhaps not the photo's file. */
const saysMore = (file: Identity, photo: KnownPhoto): boolean =>
  identifiesFrame(file) || (serialOf(file) !== undefined && serialOf(photo) === undefined)

/** Read only for photos that a file seems to be a version of: it needs the photo's original. */
async function whatFileSays(row: CandidateRow, readOriginal: Parts['readOriginal']) {
  try {
    const metadata = await readOriginal(row.original)
    const cameraSerial = row.camera_serial ?? metadata.cameraSerial
    return { ...frameOf(metadata), cameraSerial }
  } catch (error) {
    // An unreachable bucket may respond later; a missing or damaged original stays unreadable.
    if (error instanceof AppError) throw error
    return {}
  }
}

const shotOf = (metadata: Shot): Shot => {
  const { cameraMake, cameraModel, cameraSerial, exposure, fNumber, iso, focalLength } = metadata
  const settings = { exposure, fNumber, iso, focalLength }
  return { cameraMake, cameraModel, cameraSerial, ...settings, ...frameOf(metadata) }
}

const frameOf = (metadata: FrameIdentity): FrameIdentity => {
  const { imageUniqueId, imageNumber, rawImageNumber, ownerName, uniqueCameraModel } = metadata
  return { imageUniqueId, imageNumber, rawImageNumber, ownerName, uniqueCameraModel }
}

const knownPhoto = (row: CandidateRow): KnownPhoto => ({
  id: row.id,
  source: row.source satisfies PhotoSource,
  item: null,
  fileName: row.source_name,
  takenAt: row.taken_local,
  takenOffset: row.taken_offset,
  documentId: row.document_id,
  cameraMake: row.camera_make,
  cameraModel: row.camera_model,
  cameraSerial: row.camera_serial,
  exposure: row.exposure,
  fNumber: row.f_number,
  iso: row.iso,
  focalLength: row.focal_length,
  imageUniqueId: null,
  imageNumber: null,
  rawImageNumber: null,
  ownerName: null,
  uniqueCameraModel: null,
})
