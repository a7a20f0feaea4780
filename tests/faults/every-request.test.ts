// Many random requests to every address, from everyone who can send one.
import { afterAll, expect, setDefaultTimeout } from 'bun:test'
import { readFileSync } from 'node:fs'
import { inside } from '../abuse/every-route.ts'
import { clearAway, isFullRun, quickOrFull, runCommand } from '../support/executable.ts'
import {
  type Known,
  type ListedRoute,
  type RandomRequest,
  type RequestViewer,
  requestOfPage,
  requestOfRoute,
  viewers,
} from '../support/random-requests.ts'
import { chance, pick } from '../support/random-values.ts'
import { test } from '../support/seed.ts'
import { listedRoutes, openSweptGallery, type SweptGallery } from '../support/swept-gallery.ts'
import { sendOnWire, type WireResponse } from '../support/wire-client.ts'

setDefaultTimeout(isFullRun ? 7_200_000 : 240_000)
afterAll(clearAway)

const total = quickOrFull(1_500, 59_000)
/** The gallery is looked at, and filled again, after that many. */
const roundSize = 500
const lanes = 8
const mostMemory = 900 * 1024

test(`${total} requests of five viewers to all routes are answered without a fault`, async (random) => {
  const gallery = await openSweptGallery()
  const { server } = gallery
  const routes = await listedRoutes(server.address)
  expect(routes.length).toBeGreaterThan(120)
  const noted = notes()
  let sent = 0
  let ofRoutes = 0
  const next = (known: { mutable: Known; all: Known }) => {
    sent++
    const isOfRoute = chance(random, 0.7)
    // Each viewer asks for each route once before any asks again.
    const turn = isOfRoute ? ofRoutes++ : 0
    const viewer = isOfRoute
      ? viewers[Math.floor(turn / routes.length) % viewers.length]!
      : pick(random, viewers)
    const named = viewer === 'owner' ? known.mutable : known.all
    const request = isOfRoute
      ? requestOfRoute(random, viewer, routes[turn % routes.length]!, named)
      : requestOfPage(random, named)
    return { viewer, request, cookie: gallery.cookieOf(random, viewer) }
  }
  while (sent < total) {
    const known = await gallery.refresh()
    const end = Math.min(total, sent + roundSize)
    const lane = async () => {
      while (sent < end) {
        const { viewer, request, cookie } = next(known)
        const response = await send(gallery, request, cookie)
        noted.add(viewer, request, response)
        await noted.examine(gallery, viewer, request, response)
        await restoreSession(gallery, viewer, response)
      }
    }
    await Promise.all(Array.from({ length: lanes }, lane))
    if (!server.isAlive()) break
  }
  noted.print(routes)
  expect(noted.faults.slice(0, 20)).toEqual([])
  expect(server.isAlive()).toBe(true)
  expect((await fetch(`${server.address}/api/health`)).status).toBe(200)
  expect(server.printed()).not.toMatch(/\n\s+at |Request \S+ failed/)
  expect(noted.unasked(routes)).toEqual([])
  expect(noted.isEveryoneServed()).toBe(true)
  if (process.platform === 'linux') expect(residentOf(server.pid)).toBeLessThan(mostMemory)
  // What was hidden stayed hidden, or the bodies were searched for nothing.
  for (const { id } of gallery.secretsFor('anonymous')) {
    expect((await fetch(`${server.address}/api/photos/${id}`)).status).toBe(404)
  }
  expect(await server.stop()).toBe(0)
  const checked = await runCommand(['check', '--data', server.data])
  expect([checked.code, checked.text]).toEqual([0, expect.anything()])
})

function send({ server }: SweptGallery, request: RandomRequest, cookie: string) {
  const { host, port } = new URL(server.address)
  const headers = [`Host: ${host}`, ...(cookie ? [`Cookie: ${cookie}`] : []), ...request.headers]
  return sendOnWire(Number(port), { ...request, headers })
}

/** Signs in again after a sign-out. */
async function restoreSession(
  gallery: SweptGallery,
  viewer: RequestViewer,
  { headers }: WireResponse,
): Promise<void> {
  const set = headers.get('set-cookie') ?? ''
  if (viewer === 'owner' && /^vitrine_owner=;/m.test(set)) await gallery.signInAgain()
  if (viewer === 'guest' && /^vitrine_guest=;/m.test(set)) await gallery.guestAgain()
}

/** What was asked and answered, and everything about it that is wrong. */
function notes() {
  const faults: string[] = []
  const statuses = new Map<string, Map<number, number>>()
  const asked = new Set<string>()
  const served = new Set<string>()
  let busy = 0
  return {
    faults,
    add: (viewer: RequestViewer, { kind }: RandomRequest, { status }: WireResponse) => {
      asked.add(`${viewer}: ${kind}`)
      if (status >= 200 && status < 400) served.add(kind)
      const counts = statuses.get(viewer) ?? new Map<number, number>()
      statuses.set(viewer, counts.set(status, (counts.get(status) ?? 0) + 1))
    },
    examine: async (
      gallery: SweptGallery,
      viewer: RequestViewer,
      request: RandomRequest,
      response: WireResponse,
    ) => {
      const { status, body, headers } = response
      const { method, target } = request
      const label = `${viewer}: ${method} ${target.slice(0, 300)} ${request.headers.join(' | ')} ${request.body?.toString('latin1').slice(0, 600) ?? ''} -> ${status} ${body.slice(0, 300)}`
      if (isBackPressure(response)) busy++
      else if (status >= 500 && !isOtherFormat(request, response)) {
        faults.push(`${label} ${logOf(gallery, body)}`)
      }
      if (status === -1) faults.push(`${label}: no response in time`)
      if (status === 0 && !request.isCut && !isMalformed(request) && !canStop(request)) {
        faults.push(`${label}: the connection was closed`)
      }
      if (status >= 400 && inside.test(body) && !inside.test(target)) faults.push(`${label} tells`)
      for (const { id, fileName, title } of gallery.secretsFor(viewer, target)) {
        const echoed = target + (request.body?.toString() ?? '')
        const shown = [title, ...[id, fileName].filter((text) => !echoed.includes(text))]
        if (shown.some((text) => body.includes(text))) faults.push(`${label} shows ${title}`)
      }
      const etag = headers.get('etag')
      if (etag) gallery.noteEtag(etag)
      const job = /read-again|\/job/.test(request.kind) && /"id":"([\w-]{36})"/.exec(body)?.[1]
      if (job && viewer === 'owner') gallery.noteJob(job)
    },
    /** Routes that a viewer has not asked for. */
    unasked: (routes: ListedRoute[]) =>
      viewers.flatMap((viewer) =>
        routes
          .map(({ method, path }) => `${viewer}: ${method} ${path}`)
          .filter((line) => !asked.has(line)),
      ),
    /** Whether many requests of every viewer were accepted, so that they did something. */
    isEveryoneServed: () =>
      viewers.every((viewer) => (statuses.get(viewer)?.get(200) ?? 0) > total / 50),
    print: (routes: ListedRoute[]) => {
      for (const [viewer, counts] of statuses) {
        const sorted = [...counts].sort(([a], [b]) => a - b)
        console.log(
          `  ${viewer}: ${sorted.map(([status, count]) => `${status}×${count}`).join(' ')}`,
        )
      }
      const never = routes
        .map(({ method, path }) => `${method} ${path}`)
        .filter((route) => !served.has(route))
      console.log(`  ${busy} of 503 with Retry-After; never accepted: ${never.join(', ')}`)
    },
  }
}

/** A queue is full, and says when to come back. */
const isBackPressure = ({ status, headers, body }: WireResponse): boolean =>
  status === 503 && headers.has('retry-after') && /too many|is busy/.test(body)

/** oEmbed asks for 501 if a format is not available. */
const isOtherFormat = ({ target }: RandomRequest, { status }: WireResponse): boolean =>
  status === 501 && target.startsWith('/api/oembed') && target.includes('format=')

/** Bun itself closes a connection when it does not know the method or the target is no address. */
const isMalformed = ({ method, target }: RandomRequest): boolean =>
  /^(BREW|get)$/.test(method) || !/^\/[!-~]*$/.test(target)

/** A download is stopped when another request closes its album or ends the session. */
const canStop = ({ target }: RandomRequest): boolean =>
  /^\/api\/albums\/[^/]+\/download/.test(target)

/** The lines that the server printed about a failed request. */
function logOf({ server }: SweptGallery, body: string): string {
  const [id] = /(?<=log entry )[\w-]+/.exec(body) ?? []
  const printed = server.printed()
  const at = id === undefined ? -1 : printed.indexOf(id)
  return at < 0 ? printed.slice(-300) : printed.slice(at, at + 1_000)
}

/** Resident memory in kilobytes, as Linux counts it. */
const residentOf = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1])
