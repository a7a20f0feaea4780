/** Each file is embedded in at least one form: uncompressed, or compressed. */
export type EmbeddedFile = {
  path: string
  contentType: string
  etag: string
  raw?: string
  br?: string
  gzip?: string
}

/** scripts/build.ts replaces this with the real list; when run from source, dist/ui is used. */
export const embeddedInterface: EmbeddedFile[] | undefined = undefined
