/** One built file of the interface, with the paths of its plain and compressed forms. */
export type EmbeddedFile = {
  /** As the browser requests it, such as '/assets/main-abc.js'. */
  path: string
  contentType: string
  etag: string
  raw: string
  br?: string
  gzip?: string
}

/**
 * The interface embedded in the executable: scripts/build.ts replaces this file with the real list.
 * When run from source, dist/ui is used.
 */
export const embeddedInterface: EmbeddedFile[] | undefined = undefined
