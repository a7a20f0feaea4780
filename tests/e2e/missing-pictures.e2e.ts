import type { Page } from 'playwright/test'
import type { Photo } from '../../src/contract/photos/photos.ts'
import { clearAway, type RunningVitrine } from '../support/executable.ts'
import { makePhotos } from '../support/made-photos.ts'
import { claimedGallery, type OwnerClient } from '../support/owner-client.ts'
import { expect, expectPictures, missingPictures, test } from './gallery.ts'
import { publish } from './long-gallery.ts'
import {
  expectInterface,
  open,
  pollOverTime,
  publicPhotos,
  signInBrowser,
  stopClock,
} from './screen.ts'
import { settled } from './watch.ts'

const total = 24

let server: RunningVitrine
let owner: OwnerClient
let photos: Photo[]

test.beforeAll(async () => {
  ;({ server, owner } = await claimedGallery())
  for (const photo of await makePhotos(total)) await owner.upload(photo)
  await publish(owner, await owner.photos())
  photos = await publicPhotos(server)
  const made = await owner.send('POST', '/api/albums', { name: 'Covered', description: '' })
  const { id } = ((await made.json()) as { data: { id: string } }).data
  await owner.send('PUT', `/api/albums/${id}/photos/add`, { photoIds: [photos[0]!.id] })
})
test.afterAll(clearAway)

// Six rows of tiles are higher than two screens. Traces are off, as they also request pictures.
test.use({ viewport: { width: 390, height: 300 }, allowed: /ERR_FAILED/, trace: 'off' })

const tile = (page: Page, index: number) => page.locator('a.tile').nth(index)
const isLoaded = (page: Page, index: number) =>
  tile(page, index)
    .locator('img')
    .evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)
/** Whether the latest request has failed. */
const hasFailed = (page: Page, index: number) =>
  tile(page, index)
    .locator('img')
    .evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth === 0)
const altTextOf = (page: Page, index: number) => tile(page, index).locator('span')

/** Blocks the pictures of these photos until `unblock`, and counts the requests for each. */
async function blockPictures(page: Page, isBlocked: (fileName: string) => boolean = () => true) {
  const requests = new Map<string, number>()
  let isBlocking = true
  await page.route(/\/api\/(thumbs|squares|landscapes)\//, (route) => {
    const fileName = new URL(route.request().url()).pathname.split('/').at(-1)!
    requests.set(fileName, (requests.get(fileName) ?? 0) + 1)
    return isBlocking && isBlocked(fileName) ? route.abort() : route.continue()
  })
  return {
    requestsOf: (index: number) => requests.get(photos[index]!.fileName) ?? 0,
    unblock: () => {
      isBlocking = false
    },
  }
}

/** Waits until intersection observers have reported, which a stopped clock does not prevent. */
const observed = (page: Page) =>
  page.evaluate(
    () => new Promise((resolve) => new IntersectionObserver(resolve).observe(document.body)),
  )

/** Opens the home grid and stops the clock once these pictures have failed. */
async function openWithout(page: Page, missing: number[]): Promise<void> {
  await page.clock.install()
  await open(page, server.address)
  for (const index of missing) await expect(altTextOf(page, index)).toBeVisible()
  await stopClock(page)
}

test('a failed picture is retried with doubling delays until it loads', async ({ page }) => {
  const missing = photos[1]!.fileName
  const pictures = await blockPictures(page, (fileName) => fileName === missing)
  // The first request fails only after the clock has stopped, however slowly the page loads.
  const isStopped = Promise.withResolvers<void>()
  await page.route(`**/api/thumbs/${missing}*`, async (route) => {
    await isStopped.promise
    await route.fallback()
  })
  await page.clock.install()
  await page.goto(server.address, { waitUntil: 'commit' })
  await expectInterface(page)
  await expect.poll(() => isLoaded(page, 0)).toBe(true)
  await stopClock(page)
  isStopped.resolve()
  await expect(altTextOf(page, 1)).toHaveText('Made photo 22')
  await settled(page)
  await observed(page)
  const others = pictures.requestsOf(0)

  // The time of a retry is known to within one step.
  const stepMs = 500
  let elapsedMs = 0
  const advance = async () => {
    await page.clock.runFor(stepMs)
    await settled(page)
    elapsedMs += stepMs
  }
  // A retry replaces the element, and with it the mark; its request follows a little later.
  const image = tile(page, 1).locator('img')
  const mark = () => image.evaluate((element) => element.setAttribute('data-failed', ''))
  const isRetried = async () => (await image.getAttribute('data-failed')) === null
  let failedAtMs = 0
  for (const pauseMs of [2000, 4000, 8000, 16_000, 30_000, 30_000]) {
    const times = pictures.requestsOf(1)
    await mark()
    while (!(await isRetried()) && elapsedMs - failedAtMs < 2 * pauseMs) await advance()
    const waitedMs = elapsedMs - failedAtMs
    expect([pauseMs, Math.abs(waitedMs - pauseMs) <= stepMs]).toEqual([pauseMs, true])
    await expect.poll(() => pictures.requestsOf(1)).toBe(times + 1)
    failedAtMs = elapsedMs
    // The next delay starts when the page has handled the failure.
    await expect.poll(() => hasFailed(page, 1)).toBe(true)
    await settled(page)
    await observed(page)
    await expect(altTextOf(page, 1)).toBeVisible()
  }

  pictures.unblock()
  const times = pictures.requestsOf(1)
  await mark()
  while (!(await isRetried()) && elapsedMs - failedAtMs < 60_000) await advance()
  await expect.poll(() => isLoaded(page, 1)).toBe(true)
  await expect(altTextOf(page, 1)).toHaveCount(0)
  await expect(tile(page, 1).locator('img')).toHaveCSS('opacity', '1')
  await page.clock.runFor(120_000)
  expect(pictures.requestsOf(1)).toBe(times + 1)
  expect(pictures.requestsOf(0)).toBe(others)
})

test('a failed picture is retried at once when the browser is online or the page visible again', async ({
  page,
}) => {
  const pictures = await blockPictures(page)
  await openWithout(page, [0, 1])
  const before = pictures.requestsOf(0)
  // Repeated, since a slow page may not have handled the failure yet. The clock advances too little
  // for a regular retry.
  await expect
    .poll(async () => {
      await page.evaluate(() => dispatchEvent(new Event('online')))
      await page.clock.runFor(1)
      return pictures.requestsOf(0)
    })
    .toBeGreaterThan(before)
  await expect(altTextOf(page, 0)).toBeVisible()

  const setHidden = (isHidden: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden })
      document.dispatchEvent(new Event('visibilitychange'))
    }, isHidden)
  await setHidden(true)
  // One more request may be pending.
  await settled(page)
  await expect.poll(() => hasFailed(page, 0)).toBe(true)
  const whileHidden = pictures.requestsOf(0)
  await page.clock.runFor(120_000)
  expect(pictures.requestsOf(0)).toBe(whileHidden)
  pictures.unblock()
  await expect
    .poll(async () => {
      await setHidden(false)
      await page.clock.runFor(1)
      return missingPictures(page)
    })
    .toEqual([])
  expect(pictures.requestsOf(0)).toBe(whileHidden + 1)
})

test('pictures far from the viewport are retried only when they come near', async ({ page }) => {
  const pictures = await blockPictures(page)
  const last = total - 1
  await page.clock.install()
  await open(page, server.address)
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  await expect(altTextOf(page, last)).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect(altTextOf(page, 0)).toBeVisible()
  await stopClock(page)
  await observed(page)
  await settled(page)
  await expect.poll(() => hasFailed(page, last)).toBe(true)
  const before = pictures.requestsOf(last)
  await expect
    .poll(async () => {
      for (let second = 0; second < 40; second++) await page.clock.runFor(1000)
      return pictures.requestsOf(0)
    })
    .toBeGreaterThan(2)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await page.clock.runFor(1)
  expect(pictures.requestsOf(last)).toBe(before)
  pictures.unblock()
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  await pollOverTime(page, () => isLoaded(page, last)).toBe(true)
  expect(pictures.requestsOf(last)).toBe(before + 1)
})

test('the alt text of a missing picture is readable on any colour and stays within the tile', async ({
  page,
}) => {
  await blockPictures(page)
  await openWithout(page, [0])
  const picture = tile(page, 0).locator('img')
  await expect(picture).toHaveCSS('opacity', '0')
  await tile(page, 0).hover()
  await expect(picture).toHaveCSS('opacity', '0')
  await expect(tile(page, 0)).toHaveAccessibleName('Made photo 23')
  await expect(altTextOf(page, 0)).toHaveCSS('color', 'rgb(255, 255, 255)')
  expect(await altTextOf(page, 0).evaluate((span) => getComputedStyle(span).textShadow)).toContain(
    'rgb(0, 0, 0)',
  )
  await altTextOf(page, 0).evaluate((span) => {
    span.textContent = 'A title of many words that does not fit here. '.repeat(9)
  })
  const inner = (await altTextOf(page, 0).boundingBox())!
  const outer = (await tile(page, 0).boundingBox())!
  expect(inner.x).toBeGreaterThanOrEqual(outer.x)
  expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width)
  expect(inner.y + inner.height).toBeLessThanOrEqual(outer.y + outer.height)
})

test('a missing album cover is replaced by the default cover until a retry succeeds', async ({
  page,
}) => {
  const pictures = await blockPictures(page)
  await page.clock.install()
  await open(page, `${server.address}/album`)
  const cover = page.locator("a[data-album]:has-text('Covered') img")
  const shown = () => cover.evaluate((image: HTMLImageElement) => image.currentSrc)
  await expect.poll(shown).toContain('/photo-album.jpg')
  await stopClock(page)
  const before = pictures.requestsOf(0)
  await pollOverTime(page, () => pictures.requestsOf(0)).toBe(before + 1)
  expect(await shown()).toContain('/photo-album.jpg')
  pictures.unblock()
  await pollOverTime(page, shown).toContain('/api/landscapes/')
  await expectPictures(page)
})

test('pictures in the photo picker and the ordering list are retried too', async ({ page }) => {
  const made = await owner.send('POST', '/api/albums', { name: 'Two', description: '' })
  const { id } = ((await made.json()) as { data: { id: string } }).data
  const two = photos.slice(0, 2).map((photo) => photo.id)
  await owner.send('PUT', `/api/albums/${id}/photos/add`, { photoIds: two })
  await signInBrowser(page, server, owner.cookie)
  const ofTwo = page.locator('section')
  for (const [tool, index] of [
    ['Remove photos', ofTwo.locator('label')],
    ['Order photos', ofTwo.getByRole('listitem')],
    ['Add photos to the album', page.getByRole('dialog').locator('label:has(img)')],
  ] as const) {
    const pictures = await blockPictures(page)
    await page.clock.install()
    await open(page, `${server.address}/album/${id}`)
    await page.getByRole('button', { name: tool }).click()
    const image = index.first().locator('img')
    const altTextOf = index.first().locator('span', { hasText: (await image.getAttribute('alt'))! })
    await expect(altTextOf).toBeVisible()
    await expect(image).toHaveCSS('opacity', '0')
    await expect(altTextOf).toHaveCSS('color', 'rgb(255, 255, 255)')
    // In this low window, what is above the pictures of a dialog can fill it.
    await image.scrollIntoViewIfNeeded()
    pictures.unblock()
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(altTextOf).toHaveCount(0)
    await expect(image).toHaveCSS('opacity', '1')
    await page.unrouteAll({ behavior: 'wait' })
  }
})
