import type { Socket, SocketHandler } from 'bun'

/** Where a new connection leads. */
export type Target = {
  readonly port: number
  /** Called before the target is connected to. */
  readonly enter: (visitor: Bun.SocketAddress) => Guest
}

/** A connection that the target knows of. */
type Guest = {
  /** Called with the port of the connection to the target, before anything is sent. */
  readonly joined: (localPort: number) => void
  readonly left: () => void
}

/** One end of a relayed connection. */
export type End = {
  other: Socket<End> | undefined
  /** What was read here, and the other end cannot take yet. */
  readonly waiting: Uint8Array[]
  isClosed: boolean
  /** Whether its first bytes decide where it leads. */
  isUndecided: boolean
}

/** How long the first bytes are waited for, in seconds. */
const firstBytesSeconds = 10

const createEnd = (other?: Socket<End>): End => ({
  other,
  waiting: [],
  isClosed: false,
  isUndecided: false,
})

/**
 * Passes bytes between a visitor's connection and a new one to its target, as they are. Reading
 * pauses while the other end cannot take more. `needsFirst` says whether the target depends on the
 * first bytes; without a target, the connection is closed.
 */
export function createRelay(
  target: (first?: Uint8Array) => Target | undefined,
  needsFirst: () => boolean,
): SocketHandler<End> {
  const lead = (socket: Socket<End>, first?: Uint8Array) => {
    socket.data.isUndecided = false
    const chosen = target(first)
    if (chosen) connect(socket, chosen)
    else socket.end()
  }
  return {
    open(socket) {
      socket.data = createEnd()
      if (!needsFirst()) return lead(socket)
      socket.data.isUndecided = true
      socket.timeout(firstBytesSeconds)
    },
    data(socket, bytes) {
      const { isUndecided } = socket.data
      if (isUndecided) socket.timeout(0)
      pass(socket, bytes)
      if (isUndecided) lead(socket, bytes)
    },
    timeout: end,
    drain: (socket) => socket.data.other && flush(socket.data.other),
    close: leave,
    error: end,
  }
}

function connect(visitor: Socket<End>, { port, enter }: Target): void {
  const { remoteAddress: address, remotePort, remoteFamily } = visitor
  const family = remoteFamily === 'IPv6' ? 'IPv6' : 'IPv4'
  const guest = enter({ address, port: remotePort, family })
  const fail = () => {
    guest.left()
    end(visitor)
  }
  const ends: SocketHandler<End> = {
    open(socket) {
      if (visitor.data.isClosed) return end(socket)
      guest.joined(socket.localPort)
      visitor.data.other = socket
      // What the visitor has sent has waited.
      flush(visitor)
    },
    data: pass,
    drain: () => flush(visitor),
    close(socket) {
      guest.left()
      leave(socket)
    },
    error: end,
    // Without it, the promise below would be the only one to fail.
    connectError: () => undefined,
  }
  const options = { hostname: '127.0.0.1', port, socket: ends, data: createEnd(visitor) }
  void Bun.connect(options).catch(fail)
}

function pass(from: Socket<End>, bytes: Uint8Array): void {
  const { other, waiting } = from.data
  const sent = other && waiting.length === 0 ? Math.max(other.write(bytes), 0) : 0
  if (sent === bytes.length) return
  // Bun uses the memory of `bytes` again.
  waiting.push(bytes.slice(sent))
  from.pause()
}

/** Sends on what has waited at `from`. */
function flush(from: Socket<End>): void {
  const { other, waiting, isClosed } = from.data
  if (!other) return
  for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
    const sent = Math.max(other.write(next), 0)
    if (sent < next.length) {
      waiting[0] = next.subarray(sent)
      return
    }
    waiting.shift()
  }
  if (isClosed) other.end()
  else from.resume()
}

function end(socket: Socket<End>): void {
  socket.end()
}

/** The other end is closed too, once it has got everything. */
function leave(socket: Socket<End>): void {
  socket.data.isClosed = true
  const { other, waiting } = socket.data
  if (other && waiting.length === 0) other.end()
}
