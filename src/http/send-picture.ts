import type { Context } from 'hono'
import { bytesResponse } from './byte-range.ts'
import type { Env } from './env.ts'
import { matchesEtag } from './etag.ts'

/** `Cache-Control` of pictures whose address changes with their pixels. */
export const caching = {
  /** By default, Varnish serves a stale copy for up to 10 s more, while it revalidates. */
  public: 'public, max-age=31536000, immutable, s-maxage=45',
  /**
   * For a format chosen by `Accept`: a shared cache that ignores `Vary` would send it to browsers
   * that cannot show it. Any browser shows JPEG, and addresses that name their format need no
   * `Vary`.
   */
  browser: 'private, max-age=31536000, immutable',
  private: 'private, no-cache',
} as const

/** A picture may have to wait for others of 100 megapixels. */
export const renderSeconds = 180

type PictureFile = {
  readonly content: Uint8Array | { readonly path: string }
  readonly bytes: number
  readonly etag: string
}

/** Answers conditional, HEAD and Range requests too. */
export function sendPicture(
  c: Context<Env>,
  { content, bytes, etag }: PictureFile,
  given: Record<string, string>,
): Response {
  const headers: Record<string, string> = { ...given, ETag: etag }
  if (matchesEtag(c.req.header('if-none-match'), etag)) {
    return new Response(null, { status: 304, headers })
  }
  if (c.req.method === 'HEAD') {
    return new Response(null, {
      headers: { ...headers, 'Content-Length': String(bytes), 'Accept-Ranges': 'bytes' },
    })
  }
  // A file response handles Range and 416 itself.
  return 'path' in content
    ? new Response(Bun.file(content.path), { headers })
    : bytesResponse(content, c.req.header('range'), headers)
}
