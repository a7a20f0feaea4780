// Load balancers and clients of HTTP/1.1 may send the next request before the last one is answered.
import { expect, test } from 'bun:test'
import { rawExchange } from '../support/raw-socket.ts'
import { openWithEverything } from './every-route.ts'

test.each(['text', 'json'] as const)(
  'requests that arrive together are answered in their order (log: %s)',
  async (log) => {
    const { gallery, guest, ids } = await openWithEverything({ log })
    await using _ = gallery
    const cookie = [...guest.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const host = `Host: 127.0.0.1:${gallery.port}`
    const request = (method: string, path: string, body = '', last = false, isGuest = true) =>
      [
        `${method} ${path} HTTP/1.1`,
        host,
        ...(isGuest ? [`Cookie: ${cookie}`] : []),
        ...(body === ''
          ? []
          : ['Content-Type: application/json', `Content-Length: ${body.length}`]),
        ...(last ? ['Connection: close'] : []),
        '',
        body,
      ].join('\r\n')
    const answersTo = async (...requests: string[]) => {
      const all = await rawExchange(gallery.port, requests.join(''), { cutAfterMs: 5000 })
      return [...all.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))
    }
    const last = request('GET', '/api/nothing', '', true)
    const health = request('GET', '/api/health')
    expect(await answersTo(health, health, last)).toEqual([200, 200, 404])
    expect(await answersTo(...Array(20).fill(health), last)).toEqual([...Array(20).fill(200), 404])
    expect(await answersTo(request('HEAD', '/api/health'), health, last)).toEqual([200, 200, 404])
    const like = request('POST', `/api/likes/${ids.photoId}/unlike`, '{}')
    expect(await answersTo(like, health, like, last)).toEqual([200, 200, 200, 404])
    const ready = ['/api/loggedin', '/api/guest/is', '/robots.txt', '/favicon.svg', '/api/x']
    for (const path of ready) {
      const { status } = await guest.get(path)
      const asked = [request('GET', path), request('HEAD', path), health, last]
      expect([path, await answersTo(...asked)]).toEqual([path, [status, status, 200, 404]])
    }
    // What is kept for visitors does not wait for a turn: at least the first is always answered.
    const visitor = gallery.asVisitor()
    for (const path of ['/', '/api/photos', '/api/photos?limit=5', '/api/albums', '/archive']) {
      expect((await visitor.get(path)).status).toBe(200)
      const kept = request('GET', path, '', false, false)
      const statuses = await answersTo(kept, kept, health, last)
      expect(statuses.length).toBeGreaterThan(0)
      expect([path, statuses]).toEqual([path, [200, 200, 200, 404].slice(0, statuses.length)])
    }
    // Pages and lists of others may have to wait for their turn, where Bun closes the connection: then answers
    // are missing from the end, never from between, and none belongs to another request.
    const shared = ['/', '/api/photos', '/api/photos?limit=5', '/api/albums', '/albums', '/nothing']
    for (const path of shared) {
      const { status } = await guest.get(path)
      const statuses = await answersTo(request('GET', path), request('GET', path), health, last)
      expect([path, statuses]).toEqual([path, [status, status, 200, 404].slice(0, statuses.length)])
    }
  },
)
