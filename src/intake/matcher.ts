import type { PhotoSource } from '../contract/vocabulary.ts'
import type { Media } from '../media/media.ts'
import { contentOf } from './content.ts'
import { type Match, matchOf } from './match.ts'
import { cleanName, type FileOrigin } from './new-row.ts'
import type { ReceivedFile } from './receive.ts'
import type { CandidateRow, IntakeStore } from './store.ts'

export type Matcher = ReturnType<typeof createMatcher>

/** Finds the photo that a file is a new version of. */
export function createMatcher(rows: IntakeStore, media: Pick<Media, 'open'>) {
  return {
    ofItem: ({ source, item }: FileOrigin): Match | undefined => {
      const id = item === undefined ? undefined : rows.photoOfItem(source, item)
      return id === undefined ? undefined : { id, rule: 'item' }
    },
    /** By what the file says of itself. */
    ofFile: async (file: ReceivedFile, origin: FileOrigin): Promise<Match | undefined> => {
      const { readMetadata } = await import('../images/metadata.ts')
      const metadata = await readMetadata(await contentOf(file, media))
      const takenAt = metadata.originalDate?.local ?? null
      const { documentId, cameraSerial } = metadata
      if (documentId === null && takenAt === null) return undefined
      const fileName = cleanName(origin.sourceName)
      const identity = { source: origin.source, item: null, fileName }
      return matchOf(
        { ...identity, takenAt, documentId, cameraSerial },
        rows.candidates(documentId, takenAt).map(knownPhoto),
      )
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
  }
}

const knownPhoto = (row: CandidateRow) => ({
  id: row.id,
  source: row.source satisfies PhotoSource,
  item: null,
  fileName: row.source_name,
  takenAt: row.taken_local,
  documentId: row.document_id,
  cameraSerial: row.camera_serial,
})
