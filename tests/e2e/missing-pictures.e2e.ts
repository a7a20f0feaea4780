import type { Page } from 'playwright/test'
import type { Photo } from '../../src/contract/photos.ts'
import { clearAway, type RunningVitrine } from '../support/executable.ts'
import { makePhotos } from '../support/made-photos.ts'
import { claimedGallery, type OwnerClient } from '../support/owner-client.ts'
import { expect, expectPictures, missingPictures, settled, test } from './gallery.ts'
import { publish } from './long-gallery.ts'
import {
  expectInterface,
  open,
  pollOverTime,
  publicPhotos,
  signInBrowser,
  stopClock,
} from './screen.ts'

const total = 24

let server: RunningVitrine
let owner: OwnerClient
let photos: Photo[]

test.beforeAll(async () => {
  test.setTimeout(120_000)
  ;({ server, owner } = await claimedGallery())
  for (const photo of await makePhotos(total)) await owner.upload(photo)
  await publish(owner, await owner.photos())
  photos = await publicPhotos(server)
  const made = await owner.send('POST', '/api/albums', { name: 'Covered', description: '' })
  const { id } = ((await made.json()) as { data: { id: string } }).data
  const coverPic = `/api/landscapes/${photos[0]!.fileName}`
  await owner.send('PUT', `/api/albums/${id}`, { coverPic })
})
test.afterAll(clearAway)

// Six rows of tiles are more than two screens of this height. A trace would ask for pictures, too.
test.use({ viewport: { width: 390, height: 300 }, allowed: /ERR_FAILED/, trace: 'off' })

const tile = (page: Page, place: number) => page.locator('a.tile').nth(place)
const isLoaded = (page: Page, place: number) =>
  tile(page, place)
    .locator('img')
    .evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)
/** What was asked for last is refused, and so counted. */
const hasFailed = (page: Page, place: number) =>
  tile(page, place)
    .locator('img')
    .evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth === 0)
const words = (page: Page, place: number) => tile(page, place).locator('span')

/** Lets no picture of these photos come until it is told to; counts how often each was asked for. */
async function holdPictures(page: Page, isHeld: (fileName: string) => boolean = () => true) {
  const asked = new Map<string, number>()
  let isDown = true
  await page.route(/\/api\/(thumbs|squares|landscapes)\//, (route) => {
    const fileName = new URL(route.request().url()).pathname.split('/').at(-1)!
    asked.set(fileName, (asked.get(fileName) ?? 0) + 1)
    return isDown && isHeld(fileName) ? route.abort() : route.continue()
  })
  return {
    timesAsked: (place: number) => asked.get(photos[place]!.fileName) ?? 0,
    letThrough: () => {
      isDown = false
    },
  }
}

/** The page has been told what is on the screen; its stopped clock is no part of that. */
const seen = (page: Page) =>
  page.evaluate(
    () => new Promise((resolve) => new IntersectionObserver(resolve).observe(document.body)),
  )

/** The home grid, with a clock that stands still, once the pictures have failed. */
async function openWithout(page: Page, missing: number[]): Promise<void> {
  await page.clock.install()
  await open(page, server.address)
  for (const place of missing) await expect(words(page, place)).toBeVisible()
  await stopClock(page)
}

test('a picture that failed is asked for again, each time after twice as long, until it comes', async ({
  page,
}) => {
  const missing = photos[1]!.fileName
  const pictures = await holdPictures(page, (fileName) => fileName === missing)
  // It fails for the first time when the clock stands still, however slow the page was to come.
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
  await expect(words(page, 1)).toHaveText('Made photo 22')
  await settled(page)
  await seen(page)
  const others = pictures.timesAsked(0)

  // In steps between which the page does what is due; when it asks is known to a step.
  const stepMs = 500
  let elapsedMs = 0
  const goOn = async () => {
    await page.clock.runFor(stepMs)
    await settled(page)
    elapsedMs += stepMs
  }
  // With another element, which has no such mark; the server hears of it a while later.
  const image = tile(page, 1).locator('img')
  const mark = () => image.evaluate((element) => element.setAttribute('data-failed', ''))
  const isAskedAgain = async () => (await image.getAttribute('data-failed')) === null
  let failedAtMs = 0
  for (const pauseMs of [2000, 4000, 8000, 16_000, 30_000, 30_000]) {
    const times = pictures.timesAsked(1)
    await mark()
    while (!(await isAskedAgain()) && elapsedMs - failedAtMs < 2 * pauseMs) await goOn()
    const waitedMs = elapsedMs - failedAtMs
    expect([pauseMs, Math.abs(waitedMs - pauseMs) <= stepMs]).toEqual([pauseMs, true])
    await expect.poll(() => pictures.timesAsked(1)).toBe(times + 1)
    failedAtMs = elapsedMs
    // The next pause begins when the page has taken the failure in.
    await expect.poll(() => hasFailed(page, 1)).toBe(true)
    await settled(page)
    await seen(page)
    await expect(words(page, 1)).toBeVisible()
  }

  pictures.letThrough()
  const times = pictures.timesAsked(1)
  await mark()
  while (!(await isAskedAgain()) && elapsedMs - failedAtMs < 60_000) await goOn()
  await expect.poll(() => isLoaded(page, 1)).toBe(true)
  await expect(words(page, 1)).toHaveCount(0)
  await expect(tile(page, 1).locator('img')).toHaveCSS('opacity', '1')
  await page.clock.runFor(120_000)
  expect(pictures.timesAsked(1)).toBe(times + 1)
  expect(pictures.timesAsked(0)).toBe(others)
})

test('it comes at once when the browser is online again or the page is looked at again', async ({
  page,
}) => {
  const pictures = await holdPictures(page)
  await openWithout(page, [0, 1])
  const before = pictures.timesAsked(0)
  // Said again until it is heard: a slow page may not have taken in yet that a picture failed. In
  // so few ms no pause between two tries ends.
  await expect
    .poll(async () => {
      await page.evaluate(() => dispatchEvent(new Event('online')))
      await page.clock.runFor(1)
      return pictures.timesAsked(0)
    })
    .toBeGreaterThan(before)
  await expect(words(page, 0)).toBeVisible()

  const lookAway = (isAway: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden })
      document.dispatchEvent(new Event('visibilitychange'))
    }, isAway)
  await lookAway(true)
  // One more may have been asked for, which is not drawn yet.
  await settled(page)
  await expect.poll(() => hasFailed(page, 0)).toBe(true)
  const whenAway = pictures.timesAsked(0)
  await page.clock.runFor(120_000)
  expect(pictures.timesAsked(0)).toBe(whenAway)
  pictures.letThrough()
  await expect
    .poll(async () => {
      await lookAway(false)
      await page.clock.runFor(1)
      return missingPictures(page)
    })
    .toEqual([])
  expect(pictures.timesAsked(0)).toBe(whenAway + 1)
})

test('far from the screen nothing is asked for again, until it comes near', async ({ page }) => {
  const pictures = await holdPictures(page)
  const last = total - 1
  await page.clock.install()
  await open(page, server.address)
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  await expect(words(page, last)).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect(words(page, 0)).toBeVisible()
  await stopClock(page)
  await seen(page)
  await settled(page)
  await expect.poll(() => hasFailed(page, last)).toBe(true)
  const before = pictures.timesAsked(last)
  await expect
    .poll(async () => {
      for (let second = 0; second < 40; second++) await page.clock.runFor(1000)
      return pictures.timesAsked(0)
    })
    .toBeGreaterThan(2)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await page.clock.runFor(1)
  expect(pictures.timesAsked(last)).toBe(before)
  pictures.letThrough()
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  await pollOverTime(page, () => isLoaded(page, last)).toBe(true)
  expect(pictures.timesAsked(last)).toBe(before + 1)
})

test('while it is missing its words are read on any colour, within its tile', async ({ page }) => {
  await holdPictures(page)
  await openWithout(page, [0])
  const picture = tile(page, 0).locator('img')
  await expect(picture).toHaveCSS('opacity', '0')
  await tile(page, 0).hover()
  await expect(picture).toHaveCSS('opacity', '0')
  await expect(tile(page, 0)).toHaveAccessibleName('Made photo 23')
  await expect(words(page, 0)).toHaveCSS('color', 'rgb(255, 255, 255)')
  expect(await words(page, 0).evaluate((span) => getComputedStyle(span).textShadow)).toContain(
    'rgb(0, 0, 0)',
  )
  await words(page, 0).evaluate((span) => {
    span.textContent = 'A title of many words that has no room here. '.repeat(9)
  })
  const inner = (await words(page, 0).boundingBox())!
  const outer = (await tile(page, 0).boundingBox())!
  expect(inner.x).toBeGreaterThanOrEqual(outer.x)
  expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width)
  expect(inner.y + inner.height).toBeLessThanOrEqual(outer.y + outer.height)
})

test('the cover of an album gives way to the default cover, and comes after all', async ({
  page,
}) => {
  const pictures = await holdPictures(page)
  await page.clock.install()
  await open(page, `${server.address}/album`)
  const cover = page.locator("a.album-card:has-text('Covered') img")
  const shown = () => cover.evaluate((image: HTMLImageElement) => image.currentSrc)
  await expect.poll(shown).toContain('/photo-album.jpg')
  await stopClock(page)
  const before = pictures.timesAsked(0)
  await pollOverTime(page, () => pictures.timesAsked(0)).toBe(before + 1)
  expect(await shown()).toContain('/photo-album.jpg')
  pictures.letThrough()
  await pollOverTime(page, shown).toContain('/api/landscapes/')
  await expectPictures(page)
})

test('so do the pictures to choose from and to put in order', async ({ page }) => {
  const made = await owner.send('POST', '/api/albums', { name: 'Two', description: '' })
  const { id } = ((await made.json()) as { data: { id: string } }).data
  const two = photos.slice(0, 2).map((photo) => photo.id)
  await owner.send('PUT', `/api/albums/${id}/photos/add`, { photoIds: two })
  await signInBrowser(page, server, owner.cookie)
  const ofTwo = page.locator('section')
  for (const [tool, place] of [
    ['Remove photos', ofTwo.locator('label')],
    ['Order photos', ofTwo.getByRole('listitem')],
    ['Add photos to the album', page.getByRole('dialog').locator('label')],
  ] as const) {
    const pictures = await holdPictures(page)
    await page.clock.install()
    await open(page, `${server.address}/album/${id}`)
    await page.getByRole('button', { name: tool }).click()
    const image = place.first().locator('img')
    const words = place.first().locator('span', { hasText: (await image.getAttribute('alt'))! })
    await expect(words).toBeVisible()
    await expect(image).toHaveCSS('opacity', '0')
    await expect(words).toHaveCSS('color', 'rgb(255, 255, 255)')
    pictures.letThrough()
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(words).toHaveCount(0)
    await expect(image).toHaveCSS('opacity', '1')
    await page.unrouteAll({ behavior: 'wait' })
  }
})
