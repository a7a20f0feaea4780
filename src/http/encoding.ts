import { promisify } from 'node:util'
import {
  brotliCompress,
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  gunzipSync,
  gzip,
  gzipSync,
} from 'node:zlib'

/** Smaller bodies are not worth compressing, in bytes. */
const minCompressedSize = 512
/** Larger ones are compressed in another thread, because it takes more than 5 ms. */
const largeSize = 128 * 2 ** 10
const gzipLevel = 6
/** Half the time of quality 5, whose responses are a tenth smaller. */
const brotliParameters = { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }

/** A body in at least one encoding. Others are made when a client first accepts them. */
export type CompressibleBody = {
  /** The length of the plain form, in bytes. */
  readonly length: number
  plain?: Uint8Array<ArrayBuffer> | undefined
  br?: Uint8Array<ArrayBuffer>
  gzip?: Uint8Array<ArrayBuffer>
}

/** A response that depends on nothing but its address, the encoding and the data. */
export type SharedResponse = {
  readonly body: CompressibleBody
  readonly etag: string
  /** The data version for which it was made. */
  readonly version: number
  /** Called when known-answers.ts sends it again. */
  readonly onSentAgain?: () => void
}

export const bodyOf = (plain: Uint8Array<ArrayBuffer>): CompressibleBody => ({
  length: plain.length,
  plain,
})

/** The size of a body in memory, with all its encodings, in bytes. */
export const bodyBytes = ({ plain, br, gzip }: CompressibleBody): number =>
  (plain?.length ?? 0) + (br?.length ?? 0) + (gzip?.length ?? 0)

/**
 * Drops the uncompressed form if it can be restored from a compressed one: a page then takes a
 * fifth of the memory, and hardly any client requests it uncompressed.
 */
export function keepCompressed(body: CompressibleBody): void {
  if (body.br || body.gzip) body.plain = undefined
}

function plainOf({ plain, br, gzip }: CompressibleBody): Uint8Array<ArrayBuffer> {
  if (plain) return plain
  return br ? brotliDecompressSync(br) : gunzipSync(gzip!)
}

/** Brotli is preferred to gzip if both are accepted with q > 0. */
export function chooseEncoding(header: string | undefined): 'br' | 'gzip' | undefined {
  if (!header) return undefined
  const accepted = new Map(
    header.split(',').map((part) => {
      const [name = '', ...parameters] = part.trim().toLowerCase().split(';')
      const q = parameters.map((text) => /^\s*q=([\d.]+)$/.exec(text)?.[1]).find(Boolean)
      return [name.trim(), q === undefined ? 1 : Number(q)] as const
    }),
  )
  return (['br', 'gzip'] as const).find((name) => (accepted.get(name) ?? 0) > 0)
}

function encoded(body: CompressibleBody, encoding: 'br' | 'gzip'): Uint8Array<ArrayBuffer> {
  if (encoding === 'gzip') {
    body.gzip ??= gzipSync(plainOf(body), { level: gzipLevel })
    return body.gzip
  }
  body.br ??= brotliCompressSync(plainOf(body), brotliParameters)
  return body.br
}

/** Compresses a large body as the client accepts it, without keeping others waiting. */
export async function compressIfLarge(
  body: CompressibleBody,
  acceptEncoding: string | undefined,
): Promise<void> {
  if (body.length < largeSize) return
  const encoding = chooseEncoding(acceptEncoding)
  if (!encoding || body[encoding]) return
  const plain = plainOf(body)
  body[encoding] = new Uint8Array(
    encoding === 'br'
      ? await promisify(brotliCompress)(plain, brotliParameters)
      : await promisify(gzip)(plain, { level: gzipLevel }),
  )
}

/** For a body sent once: at most 10 ms, where the quality for cached bodies takes 200 ms. */
export function encodedOnce(
  plain: Uint8Array<ArrayBuffer>,
  encoding: 'br' | 'gzip',
): Uint8Array<ArrayBuffer> {
  if (encoding === 'gzip') return gzipSync(plain, { level: 1 })
  return brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })
}

export function compressedResponse(
  body: CompressibleBody,
  acceptEncoding: string | undefined,
  headers: Record<string, string>,
  status = 200,
): Response {
  const encoding = body.length >= minCompressedSize ? chooseEncoding(acceptEncoding) : undefined
  const content = encoding ? encoded(body, encoding) : plainOf(body)
  return new Response(content, {
    status,
    headers: {
      ...headers,
      // Set here for HEAD, whose response has no body to count.
      'Content-Length': String(content.length),
      Vary: 'Accept-Encoding',
      ...(encoding && { 'Content-Encoding': encoding }),
    },
  })
}
