import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** Below this many bytes a compressed body saves nothing worth having. */
const smallest = 512

/** A body and, made when first wanted, its compressed forms. */
export type CompressibleBody = {
  readonly plain: Uint8Array<ArrayBuffer>
  br?: Uint8Array<ArrayBuffer>
  gzip?: Uint8Array<ArrayBuffer>
}

/** The bytes of a body with all the forms of it that have been made. */
export const bodyBytes = ({ plain, br, gzip }: CompressibleBody): number =>
  plain.length + (br?.length ?? 0) + (gzip?.length ?? 0)

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
    body.gzip ??= gzipSync(body.plain, { level: 6 })
    return body.gzip
  }
  body.br ??= brotliCompressSync(body.plain, {
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
  const encoding = body.plain.length >= smallest ? chooseEncoding(acceptEncoding) : undefined
  const content = encoding ? encoded(body, encoding) : body.plain
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
