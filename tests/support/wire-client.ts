// One request over a connection of its own, sent byte for byte, and its response as a browser reads it.
import { connect } from 'node:net'
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib'

export type WireRequest = {
  readonly method: string
  /** As it is on the request line; it may be malformed. */
  readonly target: string
  readonly headers: readonly string[]
  readonly body?: Buffer | undefined
  /** The client leaves after half of the body. */
  readonly isCut?: boolean
}

export type WireResponse = {
  /** 0 if the connection closed without a response, -1 if nothing happened in time. */
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  /** Decompressed; UTF-8. */
  readonly body: string
}

/** Longer than any queue, in ms. */
const hangMs = 60_000

const decoders: Record<string, (bytes: Buffer) => Buffer> = {
  br: brotliDecompressSync,
  deflate: inflateSync,
  gzip: gunzipSync,
  zstd: zstdDecompressSync,
}

export async function sendOnWire(port: number, request: WireRequest): Promise<WireResponse> {
  const bytes = await exchange(port, request)
  if (bytes === 'late') return { status: -1, headers: new Map(), body: '' }
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return { status: 0, headers: new Map(), body: '' }
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n')
  const headers = new Map<string, string>()
  for (const line of lines) {
    const [name = '', value = ''] = line.split(/: ?(.*)/s)
    const before = headers.get(name.toLowerCase())
    headers.set(name.toLowerCase(), before === undefined ? value : `${before}\n${value}`)
  }
  return {
    status: Number(first.split(' ')[1]),
    headers,
    body: bodyOf(bytes.subarray(end + 4), headers),
  }
}

function exchange(port: number, request: WireRequest): Promise<Buffer | 'late'> {
  const { method, target, headers, body = Buffer.alloc(0), isCut = false } = request
  const hasBody = request.body !== undefined
  const head = [
    `${method} ${target} HTTP/1.1`,
    ...headers,
    ...(hasBody ? [`Content-Length: ${body.length}`] : []),
    'Connection: close',
    '',
    '',
  ].join('\r\n')
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true })
    socket.setTimeout(hangMs, () => {
      resolve('late')
      socket.destroy()
    })
    socket.on('connect', () => {
      const sent = isCut ? body.subarray(0, body.length / 2) : body
      socket.write(Buffer.concat([Buffer.from(head), sent]), () => {
        if (isCut) setTimeout(() => socket.destroy(), 20)
      })
    })
    socket.on('data', (chunk) => chunks.push(chunk as Buffer))
    // A response can arrive before the server resets what it did not read.
    socket.on('error', () => socket.destroy())
    socket.on('end', () => socket.destroy())
    socket.on('close', () => resolve(Buffer.concat(chunks)))
  })
}

function bodyOf(sent: Buffer, headers: ReadonlyMap<string, string>): string {
  const whole = headers.get('transfer-encoding') === 'chunked' ? withoutChunks(sent) : sent
  const decode = decoders[headers.get('content-encoding') ?? '']
  if (!decode || whole.length === 0) return whole.toString()
  // A range of a compressed file cannot be read by itself.
  if (headers.has('content-range')) return ''
  return decode(whole).toString()
}

function withoutChunks(sent: Buffer): Buffer {
  const chunks: Buffer[] = []
  for (let at = 0; at < sent.length; ) {
    const line = sent.indexOf('\r\n', at)
    const length = Number.parseInt(sent.subarray(at, line).toString('latin1'), 16)
    if (line < 0 || !(length > 0)) break
    chunks.push(sent.subarray(line + 2, line + 2 + length))
    at = line + 2 + length + 2
  }
  return Buffer.concat(chunks)
}
