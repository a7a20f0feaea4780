/** Sends bytes unchanged to the loopback. @returns the whole response as Latin-1. */
export function rawExchange(
  port: number,
  request: string | Uint8Array,
  { cutAfterMs }: { cutAfterMs?: number } = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    void Bun.connect({
      hostname: '127.0.0.1',
      port,
      socket: {
        open: (socket) => {
          socket.write(request)
          if (cutAfterMs !== undefined) setTimeout(() => socket.terminate(), cutAfterMs)
        },
        data: (_, bytes) => {
          answer += Buffer.from(bytes).toString('latin1')
        },
        close: () => resolve(answer),
        error: (_, error) => reject(error),
        connectError: (_, error) => reject(error),
      },
    })
  })
}

export const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])

/** A request head as sent over the network; the connection closes after the response. */
export function head(method: string, target: string, headers: string[] = []): string {
  return [`${method} ${target} HTTP/1.1`, ...headers, 'Connection: close', '', ''].join('\r\n')
}

/**
 * A client that stops reading once it has that many bytes of a response, which `begun` reports. `rest`
 * reads on and returns the whole response as Latin-1.
 */
export function slowReader(port: number, request: string | Uint8Array, enough = 1) {
  const begun = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<string>()
  const chunks: Buffer[] = []
  let read = 0
  const socket = Bun.connect({
    hostname: '127.0.0.1',
    port,
    socket: {
      open: (socket) => {
        socket.write(request)
      },
      data: (socket, bytes) => {
        chunks.push(Buffer.from(bytes))
        const before = read
        read += bytes.length
        if (read < enough) return
        if (before < enough) socket.pause()
        begun.resolve()
      },
      close: () => ended.resolve(Buffer.concat(chunks).toString('latin1')),
      error: (_, error) => ended.reject(error),
    },
  })
  return {
    begun: begun.promise,
    rest: async (): Promise<string> => {
      ;(await socket).resume()
      return ended.promise
    },
    /** Closes the connection before the end. */
    leave: async (): Promise<void> => {
      ;(await socket).terminate()
    },
  }
}
