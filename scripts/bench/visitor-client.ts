/**
 * A visitor in a process of their own: over one connection for each path, requests it every few ms
 * and remembers how long it waited. Told 'begin' it forgets what was before, told 'end' it sends the
 * longest wait in ms of each path. In a path, {n} is a number that is never the same.
 */
import { connect, type Socket } from 'node:net'

export type VisitorOrder = {
  readonly port: number
  readonly address: string
  readonly paths: readonly string[]
  readonly pauseMs: number
}

type Lane = { sentAt: number; longest: number; pending: Buffer; missing: number; isHead: boolean }

let lanes: Lane[] = []
let number = Date.now() % 1_000_000

process.on('message', (message: VisitorOrder | 'begin' | 'end') => {
  if (message === 'begin') {
    for (const lane of lanes) lane.longest = 0
  } else if (message === 'end') {
    const now = performance.now()
    process.send?.(lanes.map((lane) => Math.max(lane.longest, lane.sentAt ? now - lane.sentAt : 0)))
  } else {
    lanes = message.paths.map((path) => visit(message, path))
  }
})

function visit({ port, address, pauseMs }: VisitorOrder, path: string): Lane {
  const lane: Lane = { sentAt: 0, longest: 0, pending: Buffer.alloc(0), missing: 0, isHead: true }
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  socket.on('connect', () => ask(socket, lane))
  socket.on('data', (chunk: Buffer) => {
    if (!isWhole(lane, chunk)) return
    lane.longest = Math.max(lane.longest, performance.now() - lane.sentAt)
    lane.sentAt = 0
    setTimeout(ask, pauseMs, socket, lane)
  })
  function ask(socket: Socket, lane: Lane): void {
    const target = path.replace('{n}', () => String(number++))
    lane.sentAt = performance.now()
    socket.write(
      `GET ${target} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${address}\r\nAccept-Encoding: br\r\n\r\n`,
    )
  }
  return lane
}

/** Responses to the visitor have a length. */
function isWhole(lane: Lane, chunk: Buffer): boolean {
  if (!lane.isHead) {
    lane.missing -= chunk.length
  } else {
    lane.pending = Buffer.concat([lane.pending, chunk])
    const headEnd = lane.pending.indexOf('\r\n\r\n')
    if (headEnd < 0) return false
    const head = lane.pending.toString('latin1', 0, headEnd)
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1])
    if (!/^HTTP\/1.1 200/.test(head) || Number.isNaN(length))
      throw new Error(`unexpected:\n${head}`)
    lane.missing = length - (lane.pending.length - headEnd - 4)
    lane.pending = Buffer.alloc(0)
    lane.isHead = false
  }
  if (lane.missing > 0) return false
  lane.isHead = true
  return true
}
