// The executable has each file of the interface in few forms and derives the others.
import { afterEach, expect, test } from 'bun:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { clearAway, startVitrine, temporaryFolder } from '../support/executable.ts'

afterEach(clearAway)

const decoders = {
  br: (body: Uint8Array<ArrayBuffer>) => brotliDecompressSync(body),
  gzip: (body: Uint8Array<ArrayBuffer>) => gunzipSync(body),
  identity: (body: Uint8Array<ArrayBuffer>) => body,
}

test('every file of the interface is the same in each encoding, and again', async () => {
  const { address, stop } = await startVitrine(temporaryFolder())
  const paths = await filesFrom(address)
  expect(paths.length).toBeGreaterThan(20)
  for (const path of paths) {
    const seen = new Set<string>()
    for (const encoding of [
      ...(['identity', 'gzip', 'br'] as const),
      'gzip',
      'identity',
    ] as const) {
      const options = { headers: { 'Accept-Encoding': encoding }, decompress: false }
      const answer = await fetch(address + path, options)
      const body = await answer.bytes()
      expect([path, answer.status]).toEqual([path, 200])
      const sent = answer.headers.get('content-encoding')
      if (/\.(js|mjs|css|svg|json)$/.test(path) && body.length > 1000) {
        expect([path, sent ?? 'identity']).toEqual([path, encoding])
      }
      const decoded = decoders[(sent ?? 'identity') as keyof typeof decoders](body)
      seen.add(Bun.hash(decoded).toString(36))
      const head = await fetch(address + path, { method: 'HEAD', ...options })
      expect([path, head.headers.get('content-length')]).toEqual([path, String(body.length)])
      expect(head.headers.get('etag')).toBe(answer.headers.get('etag'))
    }
    expect([path, seen.size]).toEqual([path, 1])
  }
  expect(await stop()).toBe(0)
}, 60_000)

/** The files that the start page names, and those that they name in turn. */
async function filesFrom(address: string): Promise<string[]> {
  const found = new Set<string>(['/favicon.svg'])
  const collect = (text: string) => {
    // A chunk names others relative to itself.
    for (const [, name] of text.matchAll(
      /(?:\bassets|["'`]\.)\/([\w-]+-[\w-]{8}\.(?:m?js|css|json))\b/g,
    ))
      found.add(`/assets/${name}`)
  }
  collect(await (await fetch(address)).text())
  for (const path of found) collect(await (await fetch(address + path)).text())
  return [...found]
}
