import type { Library } from '../../storage/library.ts'
import type { MediaFiles, OpenBucketFiles } from '../../storage/media-files.ts'
import type { ExportFolder } from './export-folder.ts'
import type { ExportStore } from './store.ts'

export type ExportRequest = {
  readonly library: Library
  readonly folder: string
  readonly version: string
  readonly now: () => number
  readonly onProgress: (progress: ExportProgress) => void
  readonly openBucket?: OpenBucketFiles | undefined
  /** Stops the export, which the next one completes. */
  readonly signal?: AbortSignal
}

type ExportProgress = {
  readonly done: number
  readonly total: number
  /** Written so far. */
  readonly bytes: number
}

export type ExportReport = {
  readonly photos: number
  readonly albums: number
  readonly comments: number
  readonly likes: number
  readonly written: number
  readonly unchanged: number
  readonly linked: number
  readonly removed: number
  readonly bytes: number
  /** Originals that are missing or damaged in the gallery, for a person. */
  readonly faults: readonly string[]
}

/** All parts of one export. */
export type Exporting = {
  readonly request: ExportRequest
  readonly store: ExportStore
  readonly media: MediaFiles
  readonly target: ExportFolder
}
