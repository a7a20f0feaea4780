import type { Page } from 'playwright/test'
import { clearAway, type RunningVitrine } from '../support/executable.ts'
import { makePhotos } from '../support/made-photos.ts'
import { claimedGallery } from '../support/owner-client.ts'
import { expect, test } from './gallery.ts'
import { publish } from './long-gallery.ts'
import { expectInterface, open, publicPhotos, signInBrowser } from './screen.ts'
import { settled } from './watch.ts'

// Tracing fetches the page's files again in ways that its policy forbids.
test.use({ trace: 'off', allowed: /ERR_FAILED|TypeError: Failed to fetch dynamically/ })

let server: RunningVitrine
let cookie: string
let album: string

test.beforeAll(async () => {
  const gallery = await claimedGallery()
  server = gallery.server
  cookie = gallery.owner.cookie
  for (const photo of await makePhotos(3)) await gallery.owner.upload(photo)
  const photos = await gallery.owner.photos()
  await publish(gallery.owner, photos)
  const added = await gallery.owner.send('POST', '/api/albums', { name: 'By the sea' })
  const { data } = (await added.json()) as { data: { id: string } }
  const photoIds = photos.map(({ id }) => id)
  await gallery.owner.send('PUT', `/api/albums/${data.id}/photos/add`, { photoIds })
  album = `/album/${data.id}`
})
test.afterAll(clearAway)

/**
 * The scripts that a page loads by itself and when the visitor becomes active: those of single features,
 * and one of those that features share, since any of them fails in the same way.
 */
async function scriptsOf(page: Page, path: string): Promise<string[]> {
  const scripts = new Set<string>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/assets\/.*\.js$/.test(pathname)) scripts.add(pathname)
  })
  await open(page, server.address + path)
  await page.waitForLoadState('networkidle')
  // What follows is loaded in advance, and shared only with what has not been opened yet.
  const loaded = [...scripts]
  await page.mouse.move(5, 5)
  await page.waitForLoadState('networkidle')
  const texts = await Promise.all(
    [...scripts].map(async (script) => (await fetch(server.address + script)).text()),
  )
  const features = new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/import\([`"']\.\/([^`"']+)/g)].map(([, name]) => `/assets/${name}`),
    ),
  )
  const isFeature = (script: string) => features.has(script) || /\/(client|frame)-/.test(script)
  const [shared] = loaded.filter((script) => !isFeature(script) && !isEntry(script)).reverse()
  return [...scripts].filter((script) => isFeature(script) || script === shared)
}

/** Without it, the page is as for a browser without JavaScript. */
const isEntry = (script: string) => /\/index-[^/]*$/.test(script)

const photosOf = (page: Page) => page.locator("a.tile img, [data-picture='current'] img")
const alerts = (page: Page) => page.getByRole('alert')

/** Makes requests for a script fail, also those that ask why it could not be loaded. */
const block = (page: Page, script: string) => page.route(`**${script}*`, (route) => route.abort())

test('any blocked script of a page disables only its own feature', async ({ browser }) => {
  test.setTimeout(300_000)
  const [photo] = await publicPhotos(server)
  const blocked = new Set<string>()
  for (const [path, isOwner] of [
    ['/', false],
    [album, false],
    [`/photo/${photo!.id}`, false],
    [album, true],
    [`/photo/${photo!.id}`, true],
  ] as const) {
    const context = await browser.newContext()
    const first = await context.newPage()
    if (isOwner) await signInBrowser(first, server, cookie)
    for (const script of await scriptsOf(first, path)) {
      if (blocked.has(script)) continue
      blocked.add(script)
      const page = await context.newPage()
      const exceptions: string[] = []
      page.on('pageerror', (error) => exceptions.push(error.message))
      await block(page, script)
      await page.goto(server.address + path)
      await expect(
        page.locator('html[data-hydrated], html[data-incomplete]').first(),
      ).toBeAttached()
      // Scripts that are loaded in advance may fail unnoticed: the viewer's, and that for translators.
      const isHydrated = (await page.locator('html[data-hydrated]').count()) > 0
      const isAhead = isHydrated && (path === '/' || /translated-text/.test(script))
      if (!isAhead) await expect(alerts(page).first()).toContainText(/^(Could not load|Some feat)/)
      await expect(photosOf(page).first()).toBeVisible()
      await expect(page.getByText('The server is not responding')).toHaveCount(0)
      await expect(page.getByText('Something went wrong')).toHaveCount(0)
      if (!isAhead) {
        await page.unroute(`**${script}*`)
        await page.getByRole('button', { name: 'Try again' }).first().click()
        await expectInterface(page)
        await expect(alerts(page)).toHaveCount(0)
      }
      await expect(photosOf(page).first()).toBeVisible()
      expect([script, exceptions]).toEqual([script, []])
      await page.close()
    }
    await context.close()
  }
  expect(blocked.size).toBeGreaterThan(10)
})

test('a screen whose script is blocked is shown as the server rendered it', async ({ page }) => {
  await open(page, server.address)
  const isBlocked = { value: true }
  await page.route('**/assets/albums-route-*.js', (route) =>
    isBlocked.value ? route.abort() : route.continue(),
  )
  await page.getByRole('link', { name: 'Albums' }).click()
  await expect(page).toHaveURL(/\/album$/)
  await expect(page.locator(`a[href="${album}"]`).first()).toBeVisible()
  await expect(alerts(page)).toContainText('Some features of this page could not be loaded.')
  isBlocked.value = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectInterface(page)
  await expect(alerts(page)).toHaveCount(0)
})

test('features that are blocked when they are first used say so, and load on retry', async ({
  page,
}) => {
  await signInBrowser(page, server, cookie)
  const [photo] = await publicPhotos(server)
  const uses: [string, string, RegExp, (page: Page) => Promise<void>, string][] = [
    [
      '/',
      'filter-panel',
      /the filter/,
      (page) => page.getByRole('button', { name: 'Filter' }).click(),
      '[data-filter-side], [role=dialog]',
    ],
    [
      '/',
      'slideshow-',
      /the slideshow/,
      (page) => page.getByRole('button', { name: 'Slideshow' }).click(),
      '[role=dialog]',
    ],
    [
      `/photo/${photo!.id}`,
      'fullscreen',
      /the full-size view/,
      (page) => page.keyboard.press('f'),
      '.pswp',
    ],
    [
      `/photo/${photo!.id}`,
      'crop-dialog',
      /the crop tools/,
      (page) => page.keyboard.press('r'),
      '[role=dialog]',
    ],
    [
      `/photo/${photo!.id}`,
      'edit-dialog',
      /the form/,
      (page) => page.keyboard.press('e'),
      '[role=dialog]',
    ],
    [
      '/account/profile',
      'status-screen',
      /this page/,
      (page) => page.getByRole('link', { name: 'Status' }).click(),
      '#status-overview',
    ],
    [
      '/account/profile',
      'rules-screen',
      /this page/,
      (page) => page.getByRole('link', { name: 'Rules' }).click(),
      'form, [data-add]',
    ],
  ]
  for (const [path, script, part, use, shown] of uses) {
    await open(page, server.address + path)
    await page.waitForLoadState('networkidle')
    await page.route(`**/assets/${script}*.js`, (route) => route.abort())
    await use(page)
    await expect(alerts(page)).toContainText('Could not load')
    await expect(alerts(page)).toContainText(part)
    await page.unroute(`**/assets/${script}*.js`)
    await settled(page)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.locator(shown).first()).toBeVisible()
    await expect(alerts(page)).toHaveCount(0)
  }
})
