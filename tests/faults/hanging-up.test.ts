// Clients that close the connection before a response is complete.
import { afterEach, expect, test } from 'bun:test'
import { join } from 'node:path'
import { clearAway, startVitrine, temporaryFolder } from '../support/executable.ts'
import { claim, claimedGallery } from '../support/owner-client.ts'
import { camera } from '../support/photos.ts'
import { head, rawExchange } from '../support/raw-socket.ts'

afterEach(clearAway)

test('a client that hangs up in the middle of a list leaves no warning', async () => {
  const { server, owner } = await claimedGallery()
  for (let number = 0; number < 12; number++) {
    const bytes = await camera({ title: `${number} ${'and so on '.repeat(30)}` })
    await owner.upload({ name: `${number}.jpg`, bytes })
  }
  const photoIds = (await owner.photos()).map(({ id }) => id)
  const created = await owner.send('POST', '/api/albums', { name: 'All' })
  const { data: album } = (await created.json()) as { data: { id: string } }
  await owner.send('PUT', `/api/albums/${album.id}/photos/add`, { photoIds })

  const { host, port } = new URL(server.address)
  for (let round = 0; round < 300; round++) {
    const path = ['/sitemap.xml', '/api/photos', '/feed.atom'][round % 3]!
    const hungUp = Promise.withResolvers<void>()
    const socket = await Bun.connect({
      hostname: 'localhost',
      port: Number(port),
      socket: {
        open: (opened) => void opened.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`),
        data: (answering) => answering.terminate(),
        close: () => hungUp.resolve(),
      },
    })
    // Some hang up before the first byte arrives.
    if (round % 2 === 0) setTimeout(() => socket.terminate(), round % 5)
    await hungUp.promise
  }
  expect((await fetch(`${server.address}/api/health`)).status).toBe(200)
  expect(server.printed()).not.toContain('Could not')
}, 60_000)

test('a client that hangs up while it sends a body leaves no warning and counts as no failure', async () => {
  const token = 'a-token-of-thirty-two-characters'
  const server = await startVitrine(join(temporaryFolder(), 'data'), {
    environment: { VITRINE_METRICS_TOKEN: token },
  })
  const cookie = `Cookie: ${await claim(server)}`
  const { host, port } = new URL(server.address)
  const json = 'Content-Type: application/json'
  const form = 'Content-Type: multipart/form-data; boundary=b'
  const file = '--b\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\nabc'
  const stated = 'Content-Length: 500'
  const chunked = 'Transfer-Encoding: chunked'
  for (const [method, path, headers, begun] of [
    ['POST', '/api/login', [json, stated], '{"password":'],
    ['POST', '/api/login', [json, stated], ''],
    ['POST', '/api/login', [json, chunked], '5\r\n{"pas\r\n'],
    ['POST', '/api/login', [json, chunked], '5\r\n{"p'],
    ['POST', '/api/guest', [json, stated], '{"name":"Gu'],
    ['PUT', '/api/user', [json, stated, cookie], '{"name":"Ann'],
    ['POST', '/api/albums', [json, chunked, cookie], '2\r\n{}\r\n'],
    ['POST', '/api/photos/batch', [json, 'Content-Length: 900000', cookie], 'x'.repeat(70_000)],
    ['DELETE', '/api/photo', [json, stated, cookie], '{'],
    ['PUT', '/api/local/upload', [form, stated, cookie], file],
    ['PUT', '/api/local/upload', [form, chunked, cookie], '5\r\n--b\r\n\r\n'],
  ] as const) {
    const request = head(method, path, [`Host: ${host}`, ...headers]) + begun
    await rawExchange(Number(port), request, { cutAfterMs: 50 })
  }
  const scraped = await fetch(`${server.address}/api/metrics`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  const counts = await scraped.text()
  expect(counts).toMatch(/route="\/api\/login",method="POST",status="400"} 4\n/)
  expect(counts).not.toMatch(/status="5\d\d"/)
  expect(server.printed()).not.toContain('failed')
  expect(await server.stop()).toBe(0)
})
