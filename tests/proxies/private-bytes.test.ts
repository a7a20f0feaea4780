// The documented nginx and Varnish in front of a gallery: what is private never comes out of them.
import { expect } from 'bun:test'
import { configFor } from '../support/bucket-media.ts'
import { needsCeph, startCeph } from '../support/ceph.ts'
import { evictAll } from '../support/evict-all.ts'
import { isFullRun, quickOrFull } from '../support/executable.ts'
import { testWith } from '../support/needs.ts'
import { type GallerySettings, type Incident, sweepThrough } from '../support/private-sweep.ts'
import { needs } from '../support/proxies.ts'
import { nginxExample, varnishExample } from '../support/proxy-examples.ts'

/** As the examples say. */
const settings: GallerySettings = { trustedProxies: ['127.0.0.1'], sharedPages: 60 }
const caches = [
  { name: 'nginx', start: nginxExample('nginx-cache.conf') },
  { name: 'Varnish', start: varnishExample },
]
const share = quickOrFull(0.03, 1)
const bucketShare = quickOrFull(0.01, 1)
const least = quickOrFull(900, 24_000)
const limitMs = isFullRun ? 900_000 : 60_000

testWith(needs('nginx'), needs('varnish'))(
  `${least} requests for private data get nothing out of the caches of the examples`,
  async () => {
    const { requests, leaks } = await sweepThrough(caches, settings, share)
    expect(requests).toBeGreaterThan(least)
    expect(leaks.slice(0, 10)).toEqual([])
  },
  limitMs,
)

testWith(needs('nginx'), needs('varnish'), needsCeph)(
  'no private data leaves the caches with photos in a bucket: cached, evicted, or while it is down',
  async () => {
    await using ceph = await startCeph()
    const inBucket = { ...settings, ...configFor(ceph, await ceph.makeBucket()) }
    const incidents: Incident[] = [
      { name: 'kept' },
      { name: 'evicted', begin: evictAll },
      { name: 'down', begin: ceph.gateway.kill, end: ceph.gateway.start },
    ]
    const { requests, leaks } = await sweepThrough(caches, inBucket, bucketShare, incidents)
    console.log(`${requests} requests for what is private, ${leaks.length} leaks`)
    expect(requests).toBeGreaterThan(quickOrFull(900, 72_000))
    expect(leaks.slice(0, 10)).toEqual([])
  },
  limitMs,
)

testWith(needs('nginx'))(
  'the same requests expose a cache that keeps everything',
  async () => {
    const careless = (text: string) =>
      text
        .replace('proxy_cache vitrine;', 'proxy_cache vitrine; proxy_cache_valid 200 1m;')
        .replace('proxy_cache_bypass', 'proxy_ignore_headers Cache-Control Vary; #')
        .replace('proxy_no_cache', '#')
    const start = nginxExample('nginx-cache.conf', careless)
    const { leaks } = await sweepThrough([{ name: 'careless', start }], settings, 0.03)
    expect(leaks.length).toBeGreaterThan(50)
  },
  limitMs,
)
