// Every request for hidden pictures and pages, through shared caches that people with access have
// looked through before.
import { expect } from 'bun:test'
import { spread, unknownId } from '../abuse/every-route.ts'
import type { Gallery, openGallery } from './gallery.ts'
import {
  cookieOf,
  embedsOf,
  jsonOf,
  mapsOf,
  minuteMs,
  paths,
  queries,
  questions,
  right,
  unknownName,
  withHidden,
} from './hidden.ts'
import type { RunningProxy } from './proxies.ts'

/** How a gallery is started: the same sweep is for every kind. */
export type GallerySettings = Parameters<typeof openGallery>[0]

type Cache = {
  readonly name: string
  readonly start: (gallery: Gallery) => Promise<RunningProxy>
}

/** Something that happens to a gallery while its private pictures are asked for. */
export type Incident = {
  readonly name: string
  readonly begin?: (gallery: Gallery) => Promise<void>
  readonly end?: () => Promise<void>
}

const tls = { rejectUnauthorized: false }
const lanes = 4

type Answer = { readonly status: number; readonly type: string; readonly body: string }

async function ask(
  address: string,
  method: string,
  headers: readonly string[],
  cookie: string,
): Promise<Answer> {
  const pairs = headers.map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string])
  if (cookie !== '') pairs.push(['Cookie', cookie])
  const answer = await fetch(address, { method, headers: pairs, tls, redirect: 'manual' })
  return {
    status: answer.status,
    type: answer.headers.get('content-type') ?? '',
    // Varnish names the request on its own error pages, such as for several ranges with a cookie.
    body: Buffer.from(await answer.bytes())
      .toString('latin1')
      .replace(/XID: \d+/, ''),
  }
}

/** People with access load everything twice, so that a careless cache would have it. */
async function lookThrough(
  base: string,
  { concealed, albums, owner, gallery }: Awaited<ReturnType<typeof withHidden>>,
) {
  const cookie = cookieOf(owner)
  const seen = Object.entries(concealed).filter(([reason]) => reason !== 'deleted')
  for (const [reason, { id, fileName }] of seen) {
    for (const path of paths) {
      for (const query of ['', '?w=400', '?f=avif']) {
        for (let time = 0; time < 2; time++) {
          const answer = await ask(`${base}/api/${path}/${fileName}${query}`, 'GET', [], cookie)
          expect([reason, path, query, answer.status]).toEqual([reason, path, query, 200])
        }
      }
    }
    for (const address of jsonOf(id)) {
      expect((await ask(base + address, 'GET', [], cookie)).status).toBe(200)
    }
  }
  for (const address of albums.flatMap(({ id }) => mapsOf(id))) {
    expect((await ask(base + address, 'GET', [], cookie)).status).toBe(200)
  }
  for (const path of paths) {
    gallery.clock.advance(minuteMs)
    const address = `${base}/api/${path}/${concealed.coded.fileName}`
    const opened = await ask(`${address}?code=${encodeURIComponent(right)}`, 'GET', [], '')
    expect(opened.status).toBe(200)
  }
}

/**
 * Sends a `share` of all requests through each cache, during each incident. @returns how many, and
 * which of them were answered otherwise than one for what has never existed.
 */
export async function sweepThrough(
  caches: readonly Cache[],
  settings: GallerySettings,
  share: number,
  incidents: readonly Incident[] = [{ name: '' }],
): Promise<{ requests: number; leaks: string[] }> {
  const hidden = await withHidden(settings)
  const { gallery, shown } = hidden
  await using _ = gallery
  const leaks: string[] = []
  let requests = 0
  for (const { name, start } of caches) {
    await using cache = await start(gallery)
    const { base } = cache
    await lookThrough(base, hidden)
    const compare = async (label: string, one: string, other: string, ...how: How) => {
      const [answer, never] = [await ask(base + one, ...how), await ask(base + other, ...how)]
      requests++
      const isSame = JSON.stringify(answer) === JSON.stringify(never)
      if (answer.status >= 400 && isSame) return
      leaks.push(`${name} ${label}: ${answer.status} ${answer.type} ${answer.body.length} B`)
    }
    const all = questionsFor(hidden)
    const chosen = spread(all, share)
    for (const incident of incidents) {
      await incident.begin?.(gallery)
      let next = 0
      const lane = async () => {
        for (let index = next++; index < chosen.length; index = next++) {
          // Ten wrong codes a minute are allowed.
          gallery.clock.advance(minuteMs / 2)
          const { label, address, method, headers, cookie } = chosen[index]!
          const when = `${incident.name} ${label}`
          await compare(when, address.one, address.never, method, headers, cookie)
        }
      }
      await Promise.all(Array.from({ length: lanes }, lane))
      await incident.end?.()
    }
    // Otherwise nothing would be tested.
    for (const path of paths) {
      expect((await ask(`${base}/api/${path}/${shown.fileName}`, 'GET', [], '')).status).toBe(200)
    }
  }
  return { requests, leaks }
}

type How = [method: string, headers: readonly string[], cookie: string]
type Address = { readonly one: string; readonly never: string; readonly etag: string }
type Hidden = Awaited<ReturnType<typeof withHidden>>

function questionsFor({ gallery, concealed, albums, etags, visitors }: Hidden) {
  const cookies = visitors.map(cookieOf)
  const ask = (reason: string, addresses: readonly Address[]) =>
    addresses.flatMap((address) =>
      questions(address.etag).flatMap(([method, headers]) =>
        cookies.map((cookie) => ({
          label: `${reason}: ${method} ${address.one} ${headers} ${cookie.slice(0, 20)}`,
          ...{ address, method, headers, cookie },
        })),
      ),
    )
  const naming = (id: string, addresses: readonly string[]) =>
    addresses.map((one) => ({ one, never: one.replace(id, unknownId), etag: '"x"' }))
  return [
    ...Object.entries(concealed).flatMap(([reason, { id, fileName }]) => {
      const pictures = paths.flatMap((path) =>
        queries.map((query) => ({
          one: `/api/${path}/${fileName}${query}`,
          never: `/api/${path}/${unknownName}${query}`,
          etag: etags.get(`${path}/${fileName}`)!,
        })),
      )
      return ask(reason, [...pictures, ...naming(id, [...jsonOf(id), ...embedsOf(gallery, id)])])
    }),
    ...albums.flatMap(({ id, name }) => ask(`map of ${name}`, naming(id, mapsOf(id)))),
  ]
}
