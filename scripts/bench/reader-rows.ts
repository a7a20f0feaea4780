import { connect, type Socket } from 'node:net'
import type { Photos } from './photos.ts'
import { memoryOf } from './process.ts'
import type { Product, Served } from './product.ts'
import { type Part, type Row, rounded } from './rows.ts'

const password = 'a long enough password'
const readers = 30
/** The most and the longest comments that one response can contain. */
const comments = 100
const longest = '😀'.repeat(2000)
/** How long the readers read, and how often each reads what has arrived, in ms. */
const readingMs = 5000
const pauseMs = 500

/** How much memory slow readers of the longest comments need. */
export function readerParts(product: Product, photos: Photos): Part[] {
  const run = async (): Promise<Row[]> => {
    const data = product.newData()
    await product.importInto(data, await photos.small(1))
    const served = await product.serve(data, { VITRINE_PASSWORD: password })
    const path = await commentedPhoto(served)
    const rows: Row[] = []
    for (const encoding of ['identity', 'br']) {
      const { bytes, growth } = await readSlowly(served, path, encoding)
      rows.push({
        what: `${readers} slow readers of the longest comments (${encoding}): memory`,
        ours: `${rounded(growth / 2 ** 20)} MB`,
        judged: growth / 2 ** 20,
        unit: 'MB',
        bound: 'at most',
        pass: 60,
        note: `${rounded(bytes / 1000)} kB per response`,
      })
    }
    await served.running.stop()
    return rows
  }
  return [{ name: 'readers', about: 'memory of slow readers of comments', run }]
}

/** Posts the comments as the owner, who is not rate-limited. @returns the address of their page. */
async function commentedPhoto({ origin }: Served): Promise<string> {
  const headers: Record<string, string> = { 'Content-Type': 'application/json' }
  const post = (path: string, body: object) =>
    fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) })
  const signedIn = await post('/api/login', { password })
  headers.Cookie = signedIn.headers.get('set-cookie')!.split(';')[0]!
  const list = (await (await fetch(`${origin}/api/photos?limit=1`)).json()) as {
    data: { photos: { id: string }[] }
  }
  const path = `/api/comments/${list.data.photos[0]!.id}`
  for (let number = 0; number < comments; number++) {
    const { status } = await post(path, { body: longest })
    if (status !== 200) throw new Error(`a comment answered ${status}`)
  }
  return path
}

/** The growth of the server's memory; the same page was read before. */
async function readSlowly({ origin, port, running }: Served, path: string, encoding: string) {
  const first = await fetch(origin + path, { headers: { 'Accept-Encoding': encoding } })
  const bytes = Number(first.headers.get('content-length'))
  await first.bytes()
  await Bun.sleep(1000)
  const before = memoryOf(running.pid).now
  const request = [`GET ${path} HTTP/1.1`, 'Host: localhost', `Accept-Encoding: ${encoding}`]
  const sockets = Array.from({ length: readers }, () =>
    slowReader(port, `${request.join('\r\n')}\r\n\r\n`),
  )
  let most = before
  const end = performance.now() + readingMs
  while (performance.now() < end) {
    await Bun.sleep(20)
    most = Math.max(most, memoryOf(running.pid).now)
  }
  for (const socket of sockets) socket.destroy()
  return { bytes, growth: most - before }
}

/** Reads one chunk of the response at a time. */
function slowReader(port: number, request: string): Socket {
  const socket = connect({ port, host: '127.0.0.1' })
  socket.on('error', () => undefined)
  socket.on('connect', () => socket.write(request))
  socket.on('data', () => {
    socket.pause()
    setTimeout(() => socket.resume(), pauseMs)
  })
  return socket
}
