/**
 * The load client, in a separate process: reads a LoadOrder as JSON from standard input, requests
 * the paths in turn over keep-alive connections, one request at a time on each, and prints a
 * LoadResult. It implements just enough HTTP/1.1 to cost little CPU compared with the server.
 */
import type { LoadOrder, LoadResult } from './load.ts'

const order = (await Bun.stdin.json()) as LoadOrder
const limit = Math.min(order.requests, 1_000_000)
const statuses: Record<string, number> = {}
let begun = 0
let sent = 0
let done = 0
let bytes = 0

const requests = order.paths.map((path) =>
  Buffer.from(
    `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${order.headers.join('\r\n')}${order.headers.length > 0 ? '\r\n' : ''}\r\n`,
  ),
)
const finished = Promise.withResolvers<void>()
const giveUp = setTimeout(() => finished.resolve(), order.seconds * 1000)

type Lane = { pending: Buffer; missing: number; requestAt: number }
const latencies = new Float64Array(limit)

for (let lane = 0; lane < order.lanes; lane++) {
  await Bun.connect<Lane>({
    hostname: '127.0.0.1',
    port: order.port,
    data: { pending: Buffer.alloc(0), missing: 0, requestAt: 0 },
    socket: {
      open: (socket) => {
        if (begun === 0) begun = performance.now()
        ask(socket)
      },
      data: (socket, chunk) => {
        if (read(socket.data, chunk)) {
          latencies[done++] = performance.now() - socket.data.requestAt
          if (order.pauseMs) setTimeout(ask, order.pauseMs, socket)
          else ask(socket)
        }
      },
      error: (_socket, error) => finished.reject(error),
      close: () => {
        if (done < limit) finished.reject(new Error('the server closed the connection'))
      },
    },
  })
}
await finished.promise
clearTimeout(giveUp)
const seconds = (performance.now() - begun) / 1000
const sorted = latencies.subarray(0, done).toSorted()
const result: LoadResult = {
  requests: done,
  perSecond: done / seconds,
  bytes,
  statuses,
  p50Ms: sorted[Math.floor(done * 0.5)] ?? 0,
  p99Ms: sorted[Math.floor(done * 0.99)] ?? 0,
}
console.log(JSON.stringify(result))
process.exit(0)

function ask(socket: Bun.Socket<Lane>): void {
  if (sent >= limit) {
    if (done >= limit) finished.resolve()
    return
  }
  socket.data.requestAt = performance.now()
  socket.write(requests[sent++ % requests.length]!)
}

/** Processes a chunk. @returns true when the response is complete. */
function read(lane: Lane, chunk: Buffer): boolean {
  bytes += chunk.length
  if (lane.missing > 0) {
    lane.missing -= chunk.length
    return lane.missing <= 0
  }
  const head = lane.pending.length > 0 ? Buffer.concat([lane.pending, chunk]) : chunk
  const headEnd = head.indexOf('\r\n\r\n')
  if (headEnd < 0) {
    lane.pending = Buffer.from(head)
    return false
  }
  lane.pending = Buffer.alloc(0)
  const text = head.toString('latin1', 0, headEnd)
  const status = text.slice(9, 12)
  statuses[status] = (statuses[status] ?? 0) + 1
  const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1]
  if (length === undefined && status !== '304')
    throw new Error(`a response without a length:\n${text}`)
  lane.missing = Number(length ?? 0) - (head.length - headEnd - 4)
  return lane.missing <= 0
}
