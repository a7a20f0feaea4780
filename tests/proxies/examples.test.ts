// The examples of docs/proxies, run by the programs themselves in front of a gallery.
import { describe, expect, test } from 'bun:test'
import { request } from 'node:http'
import { request as requestTls } from 'node:https'
import type { Photo, PhotoList } from '../../src/contract/photos/photos.ts'
import { openBrowser } from '../support/browser.ts'
import {
  type Gallery,
  openGallery,
  ownerPassword,
  publicPhoto,
  uploadForm,
} from '../support/gallery.ts'
import { describeWith } from '../support/needs.ts'
import { camera } from '../support/photos.ts'
import { needs, type RunningProxy } from '../support/proxies.ts'
import { caddyExample, example, nginxExample, varnishExample } from '../support/proxy-examples.ts'

const upstream = 'http://127.0.0.1:4380'
const maxUpload = 64 * 2 ** 20
const publicUrl = 'https://photos.example.org'
const settings = { publicUrl, trustedProxies: ['127.0.0.1'], sharedPages: 60 }

const programs: [
  string,
  Parameters<typeof needs>[0],
  (gallery: Gallery) => Promise<RunningProxy>,
][] = [
  ['nginx.conf', 'nginx', nginxExample('nginx.conf')],
  ['nginx-cache.conf', 'nginx', nginxExample('nginx-cache.conf')],
  ['varnish.vcl', 'varnish', varnishExample],
  ['Caddyfile', 'caddy', caddyExample],
]

const browserAt = ({ base }: RunningProxy) =>
  openBrowser(base, { tls: { rejectUnauthorized: false } })

test('nginx can create the folder of its cache, because the one above is on every system', () => {
  // In the tests below it is another one.
  expect(example('nginx-cache.conf', {})).toContain('\nproxy_cache_path /var/cache/nginx-vitrine ')
})

test('an example with changed ports keeps a new port that begins with the old one', () => {
  const ports = { 'listen 443': 'listen 127.0.0.1:43801', '127.0.0.1:4380': '127.0.0.1:42153' }
  const text = example('nginx.conf', ports)
  expect(text).toContain('listen 127.0.0.1:43801 ssl')
  expect(text).toContain('proxy_pass http://127.0.0.1:42153;')
})

for (const [file, program, startProxy] of programs) {
  describeWith(needs(program))(file, () => {
    test('the example lets the owner sign in, upload the largest photo and sign out', async () => {
      await using gallery = await openGallery(settings)
      const { photo } = await publicPhoto(gallery)
      await using proxy = await startProxy(gallery)
      const owner = browserAt(proxy)
      const headers = { origin: publicUrl, 'sec-fetch-site': 'same-origin' }
      const body = { password: ownerPassword }
      const login = await owner.request('/api/login', { method: 'POST', body, headers })
      expect(login.status).toBe(200)
      expect([...owner.cookies.keys()]).toContain('__Host-vitrine_owner')

      const send = async (bytes: number) => {
        const file = new Uint8Array(bytes)
        file.set(await camera())
        return owner.request('/api/local/upload', {
          method: 'PUT',
          body: uploadForm(file),
          headers,
        })
      }
      const answer = await send(maxUpload)
      const { data } = (await answer.json()) as { data: Photo }
      expect(answer.status).toBe(200)
      expect((await owner.get(`/api/thumbs/${data.fileName}?f=avif`)).status).toBe(200)
      const refused = await send(maxUpload + 1)
      expect(refused.status).toBe(413)
      const { error } = (await refused.json()) as { error: { message: string } }
      expect(error.message).toContain('64 MiB')

      const visitor = browserAt(proxy)
      expect((await visitor.get(`/api/thumbs/${data.fileName}?f=avif`)).status).toBe(404)
      const range = { range: 'bytes=2-9' }
      const part = await visitor.get(`/api/images/${photo.fileName}`, range)
      expect([part.status, (await part.bytes()).length]).toEqual([206, 8])
      // Without a limit, the list is streamed.
      const all = await owner.data<PhotoList>('/api/photos')
      expect(all.photos.length).toBe(2)
      expect((await owner.request('/api/logout', { headers })).status).toBe(200)
      expect((await owner.get('/api/photos/x/original')).status).toBe(401)
    }, 60_000)

    test('the example counts attempts by the visitor’s address, whatever the visitor claims', async () => {
      await using gallery = await openGallery(settings)
      await publicPhoto(gallery)
      await using proxy = await startProxy(gallery)
      const statuses: number[] = []
      for (let attempt = 1; attempt <= 11; attempt++) {
        const path = `/album/${crypto.randomUUID()}?code=wrong${attempt}`
        statuses.push(await statusFrom('127.0.0.2', proxy.base + path, `203.0.113.${attempt}`))
      }
      expect(statuses).toEqual([...Array(10).fill(404), 429])
      const elsewhere = `${proxy.base}/album/${crypto.randomUUID()}?code=wrong`
      expect(await statusFrom('127.0.0.3', elsewhere, '203.0.113.1')).toBe(404)
    }, 60_000)
  })
}

/** Asks from another address of this machine, with the header that a proxy would send. */
function statusFrom(localAddress: string, address: string, forwardedFor: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const send = address.startsWith('https:') ? requestTls : request
  const headers = { 'X-Forwarded-For': forwardedFor }
  send(address, { localAddress, headers, rejectUnauthorized: false }, (answer) => {
    answer.resume()
    answer.on('end', () => resolve(answer.statusCode!))
  })
    .on('error', reject)
    .end()
  return promise
}

describe.each([
  ['traefik.yml', { entryPoints: { websecure: { address: ':443' } } }],
  [
    'traefik-vitrine.yml',
    { http: { services: { vitrine: { loadBalancer: { servers: [{ url: upstream }] } } } } },
  ],
  ['cloudflared.yml', { ingress: [{ service: upstream }, { service: 'http_status:404' }] }],
])('%s', (file, expected) => {
  test('the example is YAML that names the same addresses', () => {
    expect(Bun.YAML.parse(example(file, {}))).toMatchObject(expected)
  })
})
