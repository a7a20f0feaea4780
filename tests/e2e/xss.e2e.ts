import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import type { Camera } from '../../src/contract/cameras/cameras.ts'
import type { Photo } from '../../src/contract/photos/photos.ts'
import { payloads, payloadsWithin, photoWithText } from '../abuse/payloads.ts'
import {
  clearAway,
  quickOrFull,
  type RunningVitrine,
  startVitrine,
  temporaryFolder,
} from '../support/executable.ts'
import { claim, type OwnerClient, ownerClient } from '../support/owner-client.ts'
import { expect, test } from './gallery.ts'
import { signInBrowser } from './screen.ts'

/** Where the crawl starts; it follows every link from there. */
const seeds = [
  '/',
  '/photo',
  '/albums',
  '/camera',
  '/lens',
  '/keyword',
  '/archive',
  '/about',
  '/resume',
  '/account',
  '/account/profile',
  '/setup',
  '/nowhere',
  `/${encodeURIComponent(payloads[0])}`,
  `/photo?q=${encodeURIComponent(payloads[6])}`,
  `/photo?cameraModel=${encodeURIComponent(payloads[6])}`,
  `/?offset=${encodeURIComponent(payloads[11])}#${encodeURIComponent(payloads[6])}`,
]
/** Addresses of the data itself, which could be sent to someone as a link. */
const dataAddresses = (photo: Photo) => [
  '/api/photos?limit=100',
  `/api/photos/${photo.id}`,
  `/api/photos/${photo.id}/albums`,
  '/api/photos/search?q=script&limit=50',
  '/api/albums',
  '/api/cameras',
  '/api/user',
  '/api/user/config',
  `/api/comments/${photo.id}`,
  `/api/likes/${photo.id}`,
  '/api/pages/about',
  '/api/nothing?x=%3Cscript%3Ealert(1)%3C/script%3E',
  '/api/photos?limit=%3Cscript%3Ealert(1)%3C/script%3E',
]
/** The maximum number of pages of a kind, other than photo pages, that are visited. */
const maxPerKind = quickOrFull(8, 80)

/** Expected console messages about missing and malformed addresses. */
const expectedProblems = /^(answer|console: Failed to load resource.*) (404|400)/

let server: RunningVitrine
let owner: OwnerClient
/** Each contains one payload: even ones in their files, odd ones entered in the form. */
let photos: Photo[]

test.use({ allowed: expectedProblems, trace: 'off' })
test.beforeAll(async () => {
  const data = join(temporaryFolder(), 'data')
  server = await startVitrine(data, { flags: ['--trusted-proxies', '127.0.0.1'] })
  for (const name of ['about', 'resume']) {
    const links = payloads.map((payload) => `[${payload}](${payload}) ![${payload}](<${payload}>)`)
    writeFileSync(join(data, 'pages', `${name}.md`), [...payloads, ...links].join('\n\n'))
  }
  owner = ownerClient(server, await claim(server))
  photos = await fillWithPayloads()
  await commentAsGuests(data)
})
test.afterAll(clearAway)

async function change<T>(method: string, path: string, body: object): Promise<T> {
  const response = await owner.send(method, path, body)
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return ((await response.json()) as { data: T }).data
}

/** Puts payloads into every text of photos, albums, cameras and the profile. */
async function fillWithPayloads(): Promise<Photo[]> {
  const created: Photo[] = []
  for (const [index, payload] of payloads.entries()) {
    const bytes = await photoWithText(payload)
    const { id } = await owner.upload({ name: `${payload}.jpg`, bytes })
    const texts = { title: payload, description: payload, keywords: [payload.slice(0, 100)] }
    created.push(
      index % 2 === 0
        ? await owner.json<Photo>(`/api/photos/${id}`)
        : await change<Photo>('PUT', `/api/photos/${id}`, { id, ...texts }),
    )
  }
  for (const [index, payload] of payloads.entries()) {
    const album = { name: payload.slice(0, 120), description: payload, coverPic: '' }
    const { id } = await change<{ id: string }>('POST', '/api/albums', album)
    const photoIds = index === 0 ? created.map(({ id }) => id) : [created[index]!.id]
    await change('PUT', `/api/albums/${id}/photos/add`, { photoIds })
    if (index === 0) await change('POST', '/api/user/config', { photoStreamAlbumId: id })
  }
  for (const [index, { id }] of (await owner.json<Camera[]>('/api/cameras')).entries()) {
    const payload = payloads[index % payloads.length]!
    const texts = Object.fromEntries(textSpecs.map((key) => [key, payload]))
    await change('PUT', `/api/cameras/${encodeURIComponent(id)}`, texts)
  }
  await change('PUT', '/api/user', { name: payloads[6], bio: payloads.slice(0, 30).join('\n') })
  return created
}

const textSpecs = ['sensorSize', 'sensorType', 'iso', 'metering', 'viewFinder', 'maxAperture']

/** Guests with payloads as names like the first photo and post every payload below it. */
async function commentAsGuests(data: string) {
  const remaining = [...payloads]
  const names = payloadsWithin(40).filter((name) => name !== payloads[6])
  for (const [index, name] of names.entries()) {
    const email = `guest${index}@example.org`
    const sent = await fetch(`${server.address}/api/guest`, {
      method: 'POST',
      body: JSON.stringify({ name, email }),
      // Different addresses, since only 20 guests per hour can register from one.
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.51.100.${index}` },
    })
    expect(sent.status).toBe(200)
    let code: string | undefined
    await expect.poll(() => (code = codeFor(join(data, 'outbox'), email))).toBeTruthy()
    const verified = await fetch(`${server.address}/api/guest/verify`, {
      method: 'POST',
      body: JSON.stringify({ code }),
      headers: { 'content-type': 'application/json' },
    })
    const cookie = verified.headers.get('set-cookie')!.split(';')[0]!
    const post = (path: string, body: object) =>
      fetch(server.address + path, {
        method: 'POST',
        body: JSON.stringify(body),
        // Guests at one address share a limit too.
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': `198.51.100.${index}`,
          cookie,
        },
      })
    const { id } = photos[0]!
    expect((await post(`/api/likes/${id}/like`, {})).status).toBe(200)
    for (const body of remaining.splice(0, 2)) {
      expect((await post(`/api/comments/${id}`, { body })).status).toBe(200)
    }
  }
  expect(remaining).toEqual([])
}

function codeFor(outbox: string, email: string): string | undefined {
  const messages = readdirSync(outbox).map((file) => readFileSync(join(outbox, file), 'utf8'))
  const message = messages.find((text) => text.includes(email)) ?? ''
  const text = message.replace(/=\r?\n/g, '').replaceAll('=3D', '=')
  return /\/guest\?code=([\w-]{43})/.exec(text)?.[1]
}

/** Records dialogs, which it closes, and opened pages. */
function watchActions(page: Page): string[] {
  const actions: string[] = []
  page.on('dialog', async (dialog) => {
    actions.push(`${page.url()} opens a dialog: ${dialog.message()}`)
    await dialog.dismiss()
  })
  page.on('popup', (popup) => actions.push(`${page.url()} opens ${popup.url()}`))
  page.on('framenavigated', (frame) => {
    const isOwn = frame.url() === 'about:blank' || frame.url().startsWith(server.address)
    if (!isOwn) actions.push(`a frame navigated to ${frame.url()}`)
  })
  return actions
}

/** Traces that payloads leave only if they are parsed as markup. */
const traces = (page: Page) =>
  page.evaluate(() => {
    const found = [
      'iframe, object, embed, frame, base, math, video, details, animate',
      "meta[http-equiv], form[action]:not([action='/photo']), [srcdoc], [autofocus]:not(input)",
      "[src*='evil.example'], link[href*='evil.example'], [href^='javascript:' i]",
    ]
      .flatMap((selector) => [...document.querySelectorAll(selector)])
      // The page's own address, which contains the payload, is harmless.
      .filter((element) => !(element as HTMLLinkElement).href?.startsWith?.(location.origin))
    const acting = [...document.querySelectorAll('*')].filter((element) =>
      [...element.attributes].some(({ name }) => name.startsWith('on')),
    )
    const scripts = [...document.scripts].filter(
      ({ src, type }) =>
        !/^application\/(ld\+)?json$/.test(type) && !src.startsWith(location.origin),
    )
    const hacked = 'hacked' in window ? ['window.hacked is set'] : []
    return [...[...found, ...acting, ...scripts].map(({ outerHTML }) => outerHTML), ...hacked]
  })

/** The kind of a page, such as '/photo/:'. */
const kindOf = (path: string) =>
  path
    .replace(/[?#].*/, '')
    .split('/')
    .map((part, index) => (index < 2 ? part : ':'))
    .join('/')

/**
 * Visits every linked page once.
 * @param look at each page when it is loaded
 * @returns how many of each kind
 */
async function crawl(
  page: Page,
  maxPhotos: number,
  look: (path: string) => Promise<void> = () => Promise.resolve(),
): Promise<Record<string, number>> {
  const actions = watchActions(page)
  const seen = new Set(seeds)
  const kinds: Record<string, number> = {}
  // Photos first, since every payload is in one.
  const queue = [...photos.map(({ id }) => `/photo/${id}`), ...seeds]
  for (const path of queue) {
    seen.add(path)
    const kind = kindOf(path)
    const limit = kind === '/photo/:' ? maxPhotos : maxPerKind
    if ((kinds[kind] ?? 0) >= limit && !seeds.includes(path)) continue
    kinds[kind] = (kinds[kind] ?? 0) + 1
    await page.goto(server.address + path)
    await expect(page.locator('html[data-hydrated]')).toBeAttached()
    await expect.poll(() => page.evaluate(() => document.readyState)).toBe('complete')
    expect.soft([path, ...(await traces(page)), ...actions.splice(0)]).toEqual([path])
    await look(path)
    const links = await page.locator('a[href]').evaluateAll((all) =>
      all
        .map((link) => new URL((link as HTMLAnchorElement).href))
        .filter(
          ({ origin, pathname }) => origin === location.origin && !pathname.startsWith('/api'),
        )
        .map(({ pathname, search }) => pathname + search),
    )
    queue.push(...new Set(links).difference(seen))
    for (const link of links) seen.add(link)
  }
  return kinds
}

test('visitors see every text exactly as entered, and none runs as markup', async ({ page }) => {
  test.setTimeout(300_000)
  const payloadsOf = new Map(photos.map(({ id }, index) => [`/photo/${id}`, payloads[index]!]))
  const kinds = await crawl(page, payloads.length, async (path) => {
    const payload = payloadsOf.get(path)
    if (payload === undefined) return
    payloadsOf.delete(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(payload)
    expect(await page.title()).toContain(payload)
    await expect(page.locator('main')).toContainText(payload)
  })
  expect(kinds['/photo/:']).toBe(payloads.length)
  expect([...payloadsOf.keys()]).toEqual([])

  await page.goto(server.address)
  await expect(page.getByRole('banner')).toContainText(payloads[6])
  for (const payload of payloads.slice(0, 30)) {
    await expect(page.locator('main')).toContainText(payload)
  }
})

test('no text runs as markup on any page of the owner', async ({ page }) => {
  test.setTimeout(300_000)
  await signInBrowser(page, server, owner.cookie)
  const kinds = await crawl(page, maxPerKind)
  expect(kinds['/account/:']).toBeGreaterThan(1)
})

test('no data runs when its own address is opened', async ({ page }) => {
  const actions = watchActions(page)
  for (const path of dataAddresses(photos[0]!)) {
    const response = await page.goto(server.address + path)
    expect(response!.headers()['content-type']).toMatch(/^application\/json/)
    const text = await page.locator('body').textContent()
    expect.soft([path, text?.startsWith('{"')]).toEqual([path, true])
    expect.soft([path, ...(await traces(page)), ...actions.splice(0)]).toEqual([path])
  }
})
