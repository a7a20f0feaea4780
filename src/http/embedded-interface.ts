/** One built file of the interface: paths to its bytes, as they are and compressed. */
export type EmbeddedFile = {
  /** Where the browser asks for it, such as '/assets/main-abc.js'. */
  path: string
  contentType: string
  etag: string
  raw: string
  br?: string
  gzip?: string
}

/**
 * The interface as the executable carries it. Run from source there is none: dist/ui serves.
 * scripts/build.ts puts the real list in this file's place.
 */
export const embeddedInterface: EmbeddedFile[] | undefined = undefined
