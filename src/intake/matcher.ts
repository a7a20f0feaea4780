import type { PhotoSource } from '../contract/vocabulary.ts'
import type { Media } from '../media/media.ts'
import type { Shot } from './camera-match.ts'
import { contentOf } from './content.ts'
import { type Identity, isOneOfBurst, type KnownPhoto, type Match, matchOf } from './match.ts'
import { cleanName, type FileOrigin } from './new-row.ts'
import type { ReceivedFile } from './receive.ts'
import type { CandidateRow, IntakeStore, PendingRow } from './store.ts'

export type Matcher = ReturnType<typeof createMatcher>

/** Finds the photo that a file is a new version of. */
export function createMatcher(rows: IntakeStore, media: Pick<Media, 'open'>) {
  /** What a file says of itself, and the photos that it may be a version of. */
  const compared = async (
    file: Parameters<typeof contentOf>[0],
    { source, sourceName }: FileOrigin,
  ): Promise<{ identity: Identity; photos: KnownPhoto[] }> => {
    const { readMetadata } = await import('../images/metadata.ts')
    const metadata = await readMetadata(await contentOf(file, media))
    const takenAt = metadata.originalDate?.local ?? null
    const { documentId } = metadata
    const isNamed = documentId !== null || takenAt !== null
    return {
      identity: {
        ...{ source, item: null, fileName: cleanName(sourceName), takenAt, documentId },
        ...shotOf(metadata),
      },
      photos: isNamed ? rows.candidates(documentId, takenAt).map(knownPhoto) : [],
    }
  }
  return {
    ofItem: ({ source, item }: FileOrigin): Match | undefined => {
      const id = item === undefined ? undefined : rows.photoOfItem(source, item)
      return id === undefined ? undefined : { id, rule: 'item' }
    },
    /** By what the file says of itself. */
    ofFile: async (file: ReceivedFile, origin: FileOrigin): Promise<Match | undefined> => {
      const { identity, photos } = await compared(file, origin)
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
      if (pending.rule !== 'name and time') return false
      const { identity, photos } = await compared(pending, JSON.parse(pending.origin))
      return isOneOfBurst(identity, photos)
    },
  }
}

const shotOf = ({
  cameraMake,
  cameraModel,
  cameraSerial,
  exposure,
  fNumber,
  iso,
  focalLength,
}: Shot): Shot => ({ cameraMake, cameraModel, cameraSerial, exposure, fNumber, iso, focalLength })

const knownPhoto = (row: CandidateRow): KnownPhoto => ({
  id: row.id,
  source: row.source satisfies PhotoSource,
  item: null,
  fileName: row.source_name,
  takenAt: row.taken_local,
  documentId: row.document_id,
  cameraMake: row.camera_make,
  cameraModel: row.camera_model,
  cameraSerial: row.camera_serial,
  exposure: row.exposure,
  fNumber: row.f_number,
  iso: row.iso,
  focalLength: row.focal_length,
})
