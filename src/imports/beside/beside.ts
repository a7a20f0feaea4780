import type { BesideFile, FileOrigin } from '../../gallery/photos/photo-row.ts'

/** What lies beside a JPEG and says more about its photo. */
export type Beside = {
  /** Where the photo came from, instead of the file that is read. */
  readonly origin?: Partial<Pick<FileOrigin, 'source' | 'sourceName' | 'sourceDate' | 'folder'>>
  readonly beside: BesideFile
}

/** What an import knows of its files besides their content. */
export type BesideFiles = {
  /** The JPEGs to import, in their order. */
  readonly files: readonly string[]
  /** Whether Vitrine exported the folder: then its other files are not reported as left out. */
  readonly isExport: boolean
  /** What to say before the first photo. */
  readonly opening: () => AsyncGenerator<string>
  /** Whether exactly this photo is to be imported, however much it is like another one. */
  readonly isExact: (path: string) => boolean
  readonly of: (path: string) => Promise<Beside | undefined>
  /** The file that this one is an edited copy of: then it becomes a version of its photo. */
  readonly originalOf: (path: string) => string | undefined
  /** The photo that a file has become, or was. */
  readonly notePhoto: (path: string, photoId: string) => void
  /** Once all photos are there: adds what belongs to them. @returns what to say at the end. */
  readonly finish: () => AsyncGenerator<string>
  readonly close: () => void
}
