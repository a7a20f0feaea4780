import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** Smaller bodies are not worth compressing, in bytes. */
const minCompressedSize = 512

export type CompressibleBody = {
  readonly plain: Uint8Array<ArrayBuffer>
  br?: Uint8Array<ArrayBuffer>
  gzip?: Uint8Array<ArrayBuffer>
}

export const bodyBytes = ({ plain, br, gzip }: CompressibleBody): number =>
  plain.length + (br?.length ?? 0) + (gzip?.length ?? 0)

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
    body.gzip ??= gzipSync(body.plain, { level: 6 })
    return body.gzip
  }
  body.br ??= brotliCompressSync(body.plain, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 5 },
  })
  return body.br
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
  const encoding =
    body.plain.length >= minCompressedSize ? chooseEncoding(acceptEncoding) : undefined
  const content = encoding ? encoded(body, encoding) : body.plain
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
