// PUT /api/cameras/{id}/image fetches only from the public Internet. Names and redirects are tested
// in tests/server/fetch-image.test.ts; this tests the endpoint.
import { expect, spyOn, test } from 'bun:test'
import http from 'node:http'
import https from 'node:https'
import net from 'node:net'
import { hostname, networkInterfaces } from 'node:os'
import { errorOf } from '../support/browser.ts'
import { openGallery, upload } from '../support/gallery.ts'
import { inside } from './every-route.ts'

/** A server on every address of this machine that notices each connection. */
async function openCanary() {
  let connections = 0
  const server = net.createServer((socket) => {
    connections++
    socket.destroy()
  })
  await new Promise<void>((listening) => server.listen(0, listening))
  const { port } = server.address() as net.AddressInfo
  return {
    port,
    connections: () => connections,
    [Symbol.asyncDispose]: () => new Promise<void>((closed) => server.close(() => closed())),
  }
}

const hosts = [
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '0',
  'localhost',
  'LOCALHOST',
  'localhost.',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '[fe80::1]',
  '[fc00::1]',
  '[ff02::1]',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '100.64.0.1',
  '169.254.169.254',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '017700000001',
  '127.1',
  '127.0.1',
  '１２７.０.０.１',
  '①②⑦.⓪.⓪.①',
  '127。0。0。1',
  '127%2e0%2e0%2e1',
  '127.0.0.1%00.example.org',
  'example.org@127.0.0.1',
  '127.0.0.1#@example.org',
  '127.0.0.1\\@example.org',
]
const others = [
  '',
  'x',
  'file:///etc/passwd',
  'ftp://127.0.0.1/a.png',
  'gopher://127.0.0.1/',
  'dict://127.0.0.1/',
  'ldap://127.0.0.1/',
  'data:image/png;base64,iVBORw0KGgo=',
  'blob:http://127.0.0.1/x',
  'javascript:alert(1)',
  'unix:/var/run/docker.sock',
  'http+unix://%2Fvar%2Frun%2Fdocker.sock/',
  '//127.0.0.1/',
  '/api/photos',
  'http://',
  'http:///etc/passwd',
  'HTTP:\\\\127.0.0.1\\',
  ' http://127.0.0.1/',
  'http://127.0.0.1/\r\nHost: x',
  `http://${'a.'.repeat(1000)}example/`,
]

test('no internal address is fetched, and the canary receives nothing', async () => {
  await using canary = await openCanary()
  await using gallery = await openGallery()
  const owner = await gallery.asOwner()
  await upload(gallery, owner)
  const asked = [spyOn(http, 'request'), spyOn(https, 'request')]
  const own = Object.values(networkInterfaces()).flatMap((all) =>
    (all ?? []).map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address)),
  )
  const addresses = [
    ...[...hosts, hostname(), ...own.filter((address) => !isPublic(address))].flatMap((host) => [
      `http://${host}/a.png`,
      `https://${host}/a.png`,
      `http://${host}:${canary.port}/a.png`,
    ]),
    `http://localhost:${gallery.port}/api/health`,
    ...others,
  ]
  try {
    for (const url of addresses) {
      const answer = await owner.put('/api/cameras/e-10/image', { url })
      expect([url, answer.status]).toEqual([url, 400])
      const { message, details } = await errorOf(answer)
      expect(details).toEqual({ field: 'url' })
      expect(message).not.toMatch(inside)
    }
    expect(asked.map(({ mock }) => mock.calls)).toEqual([[], []])
  } finally {
    for (const spy of asked) spy.mockRestore()
  }
  expect(canary.connections()).toBe(0)
  expect((await gallery.asVisitor().get('/api/cameras/e-10/image')).status).toBe(404)
}, 120_000)

/** A public machine can be asked for a picture of its own. */
const isPublic = (address: string) =>
  !/^(\[(::1|fe80|f[cd])|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.)/.test(
    address,
  )

test('only the owner can make the server fetch anything', async () => {
  await using gallery = await openGallery()
  await upload(gallery, await gallery.asOwner())
  const guest = await gallery.asGuest('Gus')
  const request = spyOn(http, 'request')
  try {
    const body = { url: 'http://example.org/a.png' }
    for (const [browser, status] of [
      [gallery.asVisitor(), 401],
      [guest, 403],
    ] as const) {
      expect((await browser.put('/api/cameras/e-10/image', body)).status).toBe(status)
    }
    expect(request.mock.calls).toEqual([])
  } finally {
    request.mockRestore()
  }
})
