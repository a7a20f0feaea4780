import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import type { Camera } from '../../src/contract/cameras.ts'
import type { Photo } from '../../src/contract/photos.ts'
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

/** Where the crawl begins; it follows every link from there, so a screen that is linked is found. */
const seeds = [
  '/',
  '/photo',
  '/albums',
  '/camera',
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
/** What the pages show, as addresses of their own: somebody may be sent a link to one. */
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
/** Pages of a kind that are looked at, beside the photos' own: the payloads come one after another. */
const mostOfAKind = quickOrFull(8, 80)

/** What is not there, or malformed: the browser says so in the console. */
const expectedTroubles = /^(answer|console: Failed to load resource.*) (404|400)/

let server: RunningVitrine
let owner: OwnerClient
/** Each says one of the payloads: those of even places by their files, the others by the form. */
let photos: Photo[]

test.use({ allowed: expectedTroubles, trace: 'off' })
test.beforeAll(async () => {
  test.setTimeout(120_000)
  const data = join(temporaryFolder(), 'data')
  server = await startVitrine(data, { flags: ['--trusted-proxies', '127.0.0.1'] })
  for (const name of ['about', 'resume']) {
    const links = payloads.map((payload) => `[${payload}](${payload}) ![${payload}](<${payload}>)`)
    writeFileSync(join(data, 'pages', `${name}.md`), [...payloads, ...links].join('\n\n'))
  }
  owner = ownerClient(server, await claim(server))
  photos = await sayEverything()
  await commentAsGuests(data)
})
test.afterAll(clearAway)

async function change<T>(method: string, path: string, body: object): Promise<T> {
  const answer = await owner.send(method, path, body)
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { data: T }).data
}

/** Says a payload in every text of photos, albums, cameras and the profile. */
async function sayEverything(): Promise<Photo[]> {
  const said: Photo[] = []
  for (const [place, words] of payloads.entries()) {
    const bytes = await photoWithText(words)
    const { id } = await owner.upload({ name: `${words}.jpg`, bytes })
    const texts = { title: words, description: words, keywords: [words.slice(0, 100)] }
    said.push(
      place % 2 === 0
        ? await owner.json<Photo>(`/api/photos/${id}`)
        : await change<Photo>('PUT', `/api/photos/${id}`, { id, ...texts }),
    )
  }
  for (const [place, words] of payloads.entries()) {
    const album = { name: words.slice(0, 120), description: words, coverPic: '' }
    const { id } = await change<{ id: string }>('POST', '/api/albums', album)
    const photoIds = place === 0 ? said.map(({ id }) => id) : [said[place]!.id]
    await change('PUT', `/api/albums/${id}/photos/add`, { photoIds })
    if (place === 0) await change('POST', '/api/user/config', { photoStreamAlbumId: id })
  }
  for (const [place, { id }] of (await owner.json<Camera[]>('/api/cameras')).entries()) {
    const words = payloads[place % payloads.length]!
    const texts = Object.fromEntries(textSpecs.map((key) => [key, words]))
    await change('PUT', `/api/cameras/${encodeURIComponent(id)}`, texts)
  }
  await change('PUT', '/api/user', { name: payloads[6], bio: payloads.slice(0, 30).join('\n') })
  return said
}

const textSpecs = ['sensorSize', 'sensorType', 'iso', 'metering', 'viewFinder', 'maxAperture']

/** Guests of such names like the first photo, and write every payload below it. */
async function commentAsGuests(data: string) {
  const left = [...payloads]
  const names = payloadsWithin(40).filter((name) => name !== payloads[6])
  for (const [index, name] of names.entries()) {
    const email = `guest${index}@example.org`
    const sent = await fetch(`${server.address}/api/guest`, {
      method: 'POST',
      body: JSON.stringify({ name, email }),
      // Each from another address: twenty an hour may register from one.
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
        // The guests of one address share a limit too.
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': `198.51.100.${index}`,
          cookie,
        },
      })
    const { id } = photos[0]!
    expect((await post(`/api/likes/${id}/like`, {})).status).toBe(200)
    for (const body of left.splice(0, 2)) {
      expect((await post(`/api/comments/${id}`, { body })).status).toBe(200)
    }
  }
  expect(left).toEqual([])
}

function codeFor(outbox: string, email: string): string | undefined {
  const messages = readdirSync(outbox).map((file) => readFileSync(join(outbox, file), 'utf8'))
  const message = messages.find((text) => text.includes(email)) ?? ''
  const text = message.replace(/=\r?\n/g, '').replaceAll('=3D', '=')
  return /\/guest\?code=([\w-]{43})/.exec(text)?.[1]
}

/** Notes dialogs, which close themselves, and pages that open by themselves. */
function watchActions(page: Page): string[] {
  const actions: string[] = []
  page.on('dialog', async (dialog) => {
    actions.push(`${page.url()} opens a dialog: ${dialog.message()}`)
    await dialog.dismiss()
  })
  page.on('popup', (popup) => actions.push(`${page.url()} opens ${popup.url()}`))
  page.on('framenavigated', (frame) => {
    const isOwn = frame.url() === 'about:blank' || frame.url().startsWith(server.address)
    if (!isOwn) actions.push(`a frame goes to ${frame.url()}`)
  })
  return actions
}

/** What only markup that was taken for markup leaves behind. */
const traces = (page: Page) =>
  page.evaluate(() => {
    const found = [
      'iframe, object, embed, frame, base, math, video, details, animate',
      "meta[http-equiv], form[action]:not(.search-box[action='/photo']), [srcdoc], [autofocus]:not(input)",
      "[src*='evil.example'], link[href*='evil.example'], [href^='javascript:' i]",
    ]
      .flatMap((selector) => [...document.querySelectorAll(selector)])
      // The page's own address, spelled as an address, leads nowhere else.
      .filter((element) => !(element as HTMLLinkElement).href?.startsWith?.(location.origin))
    const acting = [...document.querySelectorAll('*')].filter((element) =>
      [...element.attributes].some(({ name }) => name.startsWith('on')),
    )
    const scripts = [...document.scripts].filter(
      ({ src, type }) => type !== 'application/json' && !src.startsWith(location.origin),
    )
    const hacked = 'hacked' in window ? ['window.hacked is set'] : []
    return [...[...found, ...acting, ...scripts].map(({ outerHTML }) => outerHTML), ...hacked]
  })

/** '/photo/:' of a photo's address: pages of one kind. */
const kindOf = (path: string) =>
  path
    .replace(/[?#].*/, '')
    .split('/')
    .map((part, index) => (index < 2 ? part : ':'))
    .join('/')

/** Every page that links lead to, each looked at once; answers how many of each kind. */
async function crawl(page: Page, mostPhotos: number): Promise<Record<string, number>> {
  const actions = watchActions(page)
  const seen = new Set(seeds)
  const kinds: Record<string, number> = {}
  // The photos first: every payload has one.
  const queue = [...photos.map(({ id }) => `/photo/${id}`), ...seeds]
  for (const path of queue) {
    seen.add(path)
    const kind = kindOf(path)
    const most = kind === '/photo/:' ? mostPhotos : mostOfAKind
    if ((kinds[kind] ?? 0) >= most && !seeds.includes(path)) continue
    kinds[kind] = (kinds[kind] ?? 0) + 1
    await page.goto(server.address + path)
    await expect(page.locator('html[data-hydrated]')).toBeAttached()
    await expect.poll(() => page.evaluate(() => document.readyState)).toBe('complete')
    expect.soft([path, ...(await traces(page)), ...actions.splice(0)]).toEqual([path])
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

test('no text acts on any page that a visitor comes to', async ({ page }) => {
  test.setTimeout(180_000)
  const kinds = await crawl(page, payloads.length)
  expect(kinds['/photo/:']).toBe(payloads.length)
})

test('no text acts on any page of the owner', async ({ page }) => {
  test.setTimeout(180_000)
  await signInBrowser(page, server, owner.cookie)
  const kinds = await crawl(page, mostOfAKind)
  expect(kinds['/account/:']).toBeGreaterThan(1)
})

test('every text is shown as it was written', async ({ page }) => {
  test.setTimeout(120_000)
  for (const [place, words] of payloads.entries()) {
    await page.goto(`${server.address}/photo/${photos[place]!.id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words)
    const title = await page.title()
    expect(title).toContain(words)
    await expect(page.locator('main')).toContainText(words)
  }
  await page.goto(server.address)
  await expect(page.getByRole('banner')).toContainText(payloads[6])
  for (const words of payloads.slice(0, 30)) {
    await expect(page.locator('main')).toContainText(words)
  }
})

test('no data acts when its own address is opened', async ({ page }) => {
  const actions = watchActions(page)
  for (const path of dataAddresses(photos[0]!)) {
    const answer = await page.goto(server.address + path)
    expect(answer!.headers()['content-type']).toMatch(/^application\/json/)
    const text = await page.locator('body').textContent()
    expect.soft([path, text?.startsWith('{"')]).toEqual([path, true])
    expect.soft([path, ...(await traces(page)), ...actions.splice(0)]).toEqual([path])
  }
})
