import {
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  gunzipSync,
  gzipSync,
} from 'node:zlib'

/** Below this many bytes a compressed body saves nothing worth having. */
const smallest = 512

/** A body in at least one form; the compressed ones are made when they are first wanted. */
export type CompressibleBody = {
  /** The length of the plain form, in bytes. */
  readonly length: number
  plain?: Uint8Array<ArrayBuffer> | undefined
  br?: Uint8Array<ArrayBuffer>
  gzip?: Uint8Array<ArrayBuffer>
}

export const bodyOf = (plain: Uint8Array<ArrayBuffer>): CompressibleBody => ({
  length: plain.length,
  plain,
})

/** What a body's forms take in memory, in bytes. */
export const bodyBytes = ({ plain, br, gzip }: CompressibleBody): number =>
  (plain?.length ?? 0) + (br?.length ?? 0) + (gzip?.length ?? 0)

/**
 * Drops the plain form where a compressed one can give it back: a page takes a fifth of the memory,
 * and hardly any client asks for it plain.
 */
export function keepCompressed(body: CompressibleBody): void {
  if (body.br || body.gzip) body.plain = undefined
}

function plainOf({ plain, br, gzip }: CompressibleBody): Uint8Array<ArrayBuffer> {
  if (plain) return plain
  return br ? brotliDecompressSync(br) : gunzipSync(gzip!)
}

/** The encoding to send: brotli before gzip where both are taken with q > 0. */
export function chooseEncoding(header: string | undefined): 'br' | 'gzip' | undefined {
  if (!header) return undefined
  const taken = new Map(
    header.split(',').map((part) => {
      const [name = '', ...parameters] = part.trim().toLowerCase().split(';')
      const q = parameters.map((text) => /^\s*q=([\d.]+)$/.exec(text)?.[1]).find(Boolean)
      return [name.trim(), q === undefined ? 1 : Number(q)] as const
    }),
  )
  return (['br', 'gzip'] as const).find((name) => (taken.get(name) ?? 0) > 0)
}

/** The body in the encoding, compressed once and kept. */
function encoded(body: CompressibleBody, encoding: 'br' | 'gzip'): Uint8Array<ArrayBuffer> {
  if (encoding === 'gzip') {
    body.gzip ??= gzipSync(plainOf(body), { level: 6 })
    return body.gzip
  }
  body.br ??= brotliCompressSync(plainOf(body), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 5 },
  })
  return body.br
}

/**
 * The body in the encoding, for one that is sent once: in 10 ms for the largest, where the best that
 * is worth keeping takes 200.
 */
export function quicklyEncoded(
  plain: Uint8Array<ArrayBuffer>,
  encoding: 'br' | 'gzip',
): Uint8Array<ArrayBuffer> {
  if (encoding === 'gzip') return gzipSync(plain, { level: 1 })
  return brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })
}

/** An answer with the body in the best form that the client takes. */
export function compressedResponse(
  body: CompressibleBody,
  acceptEncoding: string | undefined,
  headers: Record<string, string>,
  status = 200,
): Response {
  const encoding = body.length >= smallest ? chooseEncoding(acceptEncoding) : undefined
  const content = encoding ? encoded(body, encoding) : plainOf(body)
  return new Response(content, {
    status,
    headers: {
      ...headers,
      // Said here for HEAD, whose answer has no body to count.
      'Content-Length': String(content.length),
      Vary: 'Accept-Encoding',
      ...(encoding && { 'Content-Encoding': encoding }),
    },
  })
}
