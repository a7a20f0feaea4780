import type { Page } from 'playwright/test'
import { cameraId } from '../../src/contract/cameras/camera-id.ts'
import { clearAway, type RunningVitrine } from '../support/executable.ts'
import type { OwnerClient } from '../support/owner-client.ts'
import { expect, test } from './gallery.ts'
import { reload } from './go-to.ts'
import { guestCookie } from './guest.ts'
import { longGallery } from './long-gallery.ts'
import { expectInterface, expectPhoto, open, signInBrowser } from './screen.ts'
import type { Shown } from './screen-state.ts'
import { expectOnly, settled, watch } from './watch.ts'

/** Placeholders in the server's page for parts loaded later, and the link to the next page. */
const placeholders = [
  '.tile.is-awaited',
  '.photo-grids > :not(.photo-grid)',
  '.page-links > [rel=next]',
  '[data-waiting]',
  '.owner-tools > :first-child',
  'noscript',
  'noscript + p',
].join()

let server: RunningVitrine
let owner: OwnerClient
let shown: Shown
let paths: readonly string[]
const cookies: Record<string, string | undefined> = {}

test.beforeAll(async () => {
  const gallery = await longGallery()
  server = gallery.server
  owner = gallery.owner
  shown = gallery.shown
  cookies.owner = owner.cookie
  cookies.guest = await guestCookie(server, 'Ben', 'ben@example.org')
  paths = allPaths(shown)
})
test.afterAll(clearAway)
test.use({ trace: 'off' })

/** Every route in every state that the server renders. */
function allPaths({ photos, albums }: Shown): string[] {
  const [open, coded, empty] = albums.map(({ id }) => `/album/${id}`)
  const model = encodeURIComponent(photos[0]!.cameraModel!)
  const unknown = crypto.randomUUID()
  return [
    '/',
    '/?offset=12',
    '/?offset=9996',
    '/?show=photostream',
    '/photo',
    `/photo/${photos[0]!.id}`,
    // The last photo of a list's page, and the first of the next page.
    `/photo/${photos[11]!.id}`,
    `/photo/${photos[12]!.id}`,
    `/photo/${photos[0]!.id}?cameraModel=${model}`,
    `/photo?cameraModel=${model}`,
    '/photo?cameraModel=Nothing',
    '/photo?q=photo',
    '/photo?camera=e-10&-keyword=lakes',
    `${open}?orientation=landscape`,
    '/photo?q=nothing',
    // The home page has no filter.
    '/?q=nothing&cameraModel=nothing',
    `/photo/${photos[1]!.id}?q=photo`,
    '/album',
    open!,
    `${open}?offset=12`,
    `${open}/${photos[3]!.id}`,
    `${open}/${unknown}`,
    coded!,
    `${coded}?code=${albums[1]!.code}`,
    empty!,
    `/album/${unknown}`,
    '/camera',
    `/camera/${encodeURIComponent(cameraId(photos[1]!.cameraModel!))}`,
    '/lens',
    `/lens/${encodeURIComponent(cameraId(photos[1]!.lensName!))}`,
    '/keyword',
    '/keyword/lakes',
    '/keyword/nothing',
    '/archive',
    '/map',
    '/map?at=48.85%2C2.35',
    `/map?album=${albums[0]!.id}`,
    `/map?album=${unknown}`,
    '/about',
    '/resume',
    '/guest',
    '/setup',
    '/account',
    '/user/uxconfig',
    '/account/resume',
    '/account/sharing',
    '/account/rules',
    '/account/sources',
    '/account/places',
    '/account/trash',
    '/account/status',
    '/account/safety',
    `/photo/${unknown}`,
    '/nowhere/at/all',
  ]
}

type Seen = {
  nodes: [Node, string, string | null][]
  /** Layout shifts and what moved in each. */
  shifts: { at: number; value: number; moved: string[] }[]
  /** When the whole document had been shown, before the interface's code was loaded. */
  shownAt: number
  title: string
  /** The server has only rendered the message that JavaScript is needed. */
  isBare: boolean
}

type LayoutShift = PerformanceEntry & {
  value: number
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
}

/** Runs before the page's JavaScript: records the server's nodes and layout shifts. */
function watchServerNodes(placeholders: string): void {
  const seen: Seen = { nodes: [], shifts: [], shownAt: 0, title: '', isBare: false }
  Object.assign(window, { seen })
  new PerformanceObserver((list) => {
    for (const { startTime, value, sources } of list.getEntries() as LayoutShift[]) {
      const moved: string[] = []
      seen.shifts.push({ at: startTime, value, moved })
      for (const { node, previousRect, currentRect } of sources) {
        const element = node instanceof Element ? node : node?.parentElement
        const was = `${previousRect.x},${previousRect.y}`
        const name = element?.outerHTML.slice(0, 80)
        moved.push(`${name} from ${was} to ${currentRect.x},${currentRect.y}`)
      }
    }
  }).observe({ type: 'layout-shift', buffered: true })
  // The interface is loaded after the first pictures, so it has not run yet.
  document.addEventListener('DOMContentLoaded', () => {
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        seen.shownAt = performance.now()
      }),
    )
    seen.title = document.title
    seen.isBare = document.querySelector('#content > noscript') !== null
    const root = document.getElementById('root')!
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node instanceof Element ? node : node.parentElement!
      if (element.closest(placeholders)) continue
      const text = node instanceof Text ? node.data : null
      seen.nodes.push([node, element.outerHTML.slice(0, 160), text])
    }
  })
}

/** Changes that hydration has made to the server's page. */
function changesOf(): string[] {
  const { seen } = window as unknown as { seen: Seen }
  const changes: string[] = []
  for (const [node, was, text] of seen.nodes) {
    if (!node.isConnected) changes.push(`replaced: ${was}`)
    else if (text !== null && (node as Text).data !== text) changes.push(`changed: ${text}`)
  }
  if (seen.nodes.length === 0) changes.push('the server rendered nothing')
  // A screen that needs JavaScript has its own title.
  if (document.title !== seen.title && !seen.isBare)
    changes.push(`title: ${seen.title} → ${document.title}`)
  // On a busy machine the browser shows the first part of a document before it has read the rest.
  for (const { at, value, moved } of seen.shifts) {
    if (at > seen.shownAt) changes.push(`layout shift of ${value} at ${at}`, ...moved)
  }
  return changes
}

/** The offset of the list's page in the document's initial data. */
function initialOffset(): string {
  const data = JSON.parse(document.getElementById('initial-data')!.textContent!)
  return String(data.photos?.offset ?? 0)
}

/** Requests for data that the page already had (not likes, comments or other pages of a list). */
function requestedAgain(path: string, requests: readonly string[], offset: string): string[] {
  // The settings load their own data.
  if (/^\/(account|user)/.test(path)) return []
  return requests.filter((address) => {
    const url = new URL(address)
    const [, , resource, id, part] = url.pathname.split('/')
    const isList = (resource === 'photos' && (!id || id === 'search')) || part === 'photos'
    if (isList) return url.searchParams.has('around') || url.searchParams.get('offset') === offset
    // The page of a map has the photos of one town only.
    return !['likes', 'comments', 'guest', 'places'].includes(resource!)
  })
}

/** Pictures loaded in more than one format or size, or in a format that the browser did not need. */
function loadedTwice(addresses: readonly string[]): string[] {
  const renditions = addresses
    .map((address) => new URL(address))
    .filter(({ pathname }) =>
      /^\/api\/(thumbs|squares|portraits|landscapes|resizes)\//.test(pathname),
    )
  const paths = renditions.map(({ pathname }) => pathname)
  return renditions
    .filter(({ pathname, searchParams }, index) => {
      const format = searchParams.get('f')
      return paths.indexOf(pathname) < index || (format !== 'avif' && format !== 'webp')
    })
    .map(({ href }) => href)
}

/** Opens these paths one after another and expects that hydration changes nothing. */
async function expectNoChanges(page: Page, paths: Iterable<string>): Promise<void> {
  await page.addInitScript(watchServerNodes, placeholders)
  const requests: string[] = []
  const pictures: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.resourceType() === 'image') pictures.push(request.url())
    if (pathname.startsWith('/api/') && request.resourceType() === 'fetch') {
      requests.push(request.url())
    }
  })
  for (const path of paths) {
    requests.length = 0
    pictures.length = 0
    await page.goto(server.address + path)
    await expectInterface(page)
    await page.waitForLoadState('networkidle')
    const changes = await page.evaluate(changesOf)
    const offset = await page.evaluate(initialOffset)
    const again = requestedAgain(path, requests, offset)
    const twice = loadedTwice(pictures)
    const seen = { path, changes, again, twice }
    expect.soft(seen).toEqual({ path, changes: [], again: [], twice: [] })
  }
}

/** Each viewer at both widths, and each theme at both; the theme changes colours only. */
const variants = [
  ['visitor', 'light', 390],
  ['visitor', 'dark', 1440],
  ['guest', 'dark', 390],
  ['guest', 'light', 1440],
  ['owner', 'light', 390],
  ['owner', 'dark', 1440],
] as const

/** Unknown addresses, and albums that this viewer may not see. */
const refused = /^(answer 404|console.* 404)/

for (const [viewer, theme, width] of variants) {
  test.describe(() => {
    test.use({ viewport: { width, height: 900 }, allowed: refused })

    test(`hydration changes nothing: ${viewer}, ${theme}, ${width} px`, async ({ page }) => {
      await owner.send('POST', '/api/user/config', { colorTheme: theme })
      const cookie = cookies[viewer]
      if (cookie) await signInBrowser(page, server, cookie)
      // While one page waits for its network to be idle, another one is loaded.
      const second = await page.context().newPage()
      const problems = watch(second)
      const left = paths.values()
      await Promise.all([page, second].map((each) => expectNoChanges(each, left)))
      expectOnly(problems, refused)
    })
  })
}

/** Delays the interface's code until released. */
async function delayInterface(page: Page) {
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/client-*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  return held
}

test.describe('early input', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test('hydration keeps text and focus in the search box', async ({ page }) => {
    const held = await delayInterface(page)
    await page.goto(server.address)
    const search = page.getByLabel('Search photos')
    await search.pressSequentially('Pho')
    held.resolve()
    await search.pressSequentially('to')
    await expectInterface(page)
    await settled(page)
    await expect(search).toHaveValue('Photo')
    await expect(search).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${server.address}/photo?q=Photo`)
  })

  test('hydration keeps a focused tile and the scroll position', async ({ page }) => {
    const held = await delayInterface(page)
    await page.goto(server.address)
    const tile = page.locator('a.tile').nth(7)
    await tile.focus()
    await page.evaluate(() => window.scrollTo(0, 120))
    held.resolve()
    await expectInterface(page)
    await settled(page)
    await expect(tile).toBeFocused()
    expect(await page.evaluate(() => window.scrollY)).toBe(120)
  })

  test('hydration keeps a key press', async ({ page }) => {
    const held = await delayInterface(page)
    await page.goto(`${server.address}/photo/${shown.photos[0]!.id}`)
    await page.keyboard.press('ArrowRight')
    await expect(page).toHaveURL(`${server.address}/photo/${shown.photos[0]!.id}`)
    held.resolve()
    await expectPhoto(page, shown.photos[1]!)
  })

  test('hydration keeps a click on a button, once', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const held = await delayInterface(page)
    await page.goto(server.address)
    const button = page.getByRole('button', { name: 'Menu' })
    await button.click()
    await button.click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    held.resolve()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  })
})

test.describe(() => {
  test.use({ allowed: /^(answer 404|console.* 404)/ })

  test('an address that the router cannot match shows that there is no such page', async ({
    page,
  }) => {
    for (const path of ['/about%0A', '/album%0D%0A', '/a%E2%80%A8b', '/%ff']) {
      await page.goto(server.address + path)
      await expectInterface(page)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
    }
  })
})

test('going back before a page is hydrated shows the earlier page', async ({ page }) => {
  await open(page, `${server.address}/album`)
  await page.getByRole('link', { name: 'Cameras' }).first().click()
  await expect(page).toHaveURL(`${server.address}/camera`)
  const held = await delayInterface(page)
  await reload(page)
  await page.goBack()
  await expect(page).toHaveURL(`${server.address}/album`)
  held.resolve()
  await expectInterface(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Photo Albums')
  await expect(page.locator('a[data-album]')).toHaveCount(1)
})

test('the browser renders a page that the server could not render', async ({ page }) => {
  await page.route(`${server.address}/album`, async (route) => {
    const response = await route.fetch()
    const html = await response.text()
    const root = html.indexOf('<div id="root">')
    const data = html.indexOf('<script type="application/json"')
    const body = `${html.slice(0, root)}<div id="root"></div>${html.slice(data)}`
    await route.fulfill({ response, body })
  })
  await page.goto(`${server.address}/album`)
  await expectInterface(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Photo Albums')
  await expect(page.locator('a[data-album]')).toHaveCount(1)
})
