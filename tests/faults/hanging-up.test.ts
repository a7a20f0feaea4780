// Clients that close the connection before a response is complete.
import { afterEach, expect, test } from 'bun:test'
import { clearAway } from '../support/executable.ts'
import { claimedGallery } from '../support/owner-client.ts'
import { camera } from '../support/photos.ts'

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
