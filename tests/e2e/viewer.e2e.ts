import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { linkFiles, multiplyPhotos } from '../../scripts/bench/many-photos.ts'
import type { Photo } from '../../src/contract/photos/photos.ts'
import {
  clearAway,
  type RunningVitrine,
  runCommand,
  startVitrine,
  temporaryFolder,
} from '../support/executable.ts'
import { makePhotos, writePhotos } from '../support/made-photos.ts'
import { expect, expectPictures, test } from './gallery.ts'
import { reload } from './go-to.ts'
import { expectInterface, expectPhoto, goBack, open, publicPhotos } from './screen.ts'
import { settled } from './watch.ts'

const total = 20_000
const pageSize = 12

let server: RunningVitrine
/** The first photos of the photostream. */
let photos: Photo[]
let deepId: string

test.beforeAll(async () => {
  const data = join(temporaryFolder(), 'data')
  const folder = join(temporaryFolder(), 'photos')
  writePhotos(folder, await makePhotos(9))
  await runCommand(['import', folder, '--album', 'Stream', '--photostream', '--data', data])
  multiplyPhotos(data, total)
  linkFiles(data)
  const database = new Database(join(data, 'vitrine.db'), { readonly: true })
  const order = 'SELECT id FROM photo ORDER BY sort_key, row_id LIMIT 1 OFFSET 4999'
  deepId = database.query<{ id: string }, []>(order).get()!.id
  database.close()
  server = await startVitrine(data, {
    environment: { VITRINE_PASSWORD: 'a long enough password' },
  })
  photos = await publicPhotos(server, 120)
})
test.afterAll(clearAway)

const photoOf = async (id: string): Promise<Photo> =>
  ((await (await fetch(`${server.address}/api/photos/${id}`)).json()) as { data: Photo }).data

/** Records the lists that the page requests, each as its offset or 'around' a photo. */
function watchLists(page: Page): string[] {
  const requested: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (!/^\/api\/(photos|photos\/search|albums\/[^/]+\/photos)$/.test(pathname)) return
    requested.push(searchParams.get('offset') ?? `around ${searchParams.get('around')}`)
  })
  return requested
}

test('the first pictures are loaded before the scripts that hydrate them are requested', async ({
  page,
}) => {
  // Scripts wait for pictures at most this long, which may be too short on a slow machine.
  await page.addInitScript((pictureWaitMs) => {
    const { setTimeout } = window
    const wait = (work: () => void, ms?: number) =>
      setTimeout(work, ms === pictureWaitMs ? 60_000 : ms)
    window.setTimeout = wait as typeof window.setTimeout
  }, 3000)
  const steps: string[] = []
  page.on('request', (request) => {
    if (/\/assets\/(frame|app)-/.test(request.url())) steps.push('script')
  })
  page.on('requestfinished', (request) => {
    if (request.url().includes('/api/thumbs/')) steps.push('picture')
  })
  await open(page, server.address)
  const first = steps.indexOf('script')
  expect(steps.slice(0, first)).toEqual(Array(pageSize).fill('picture'))
})

test('photo 5,000 of 20,000 opens directly, reloads, and survives Back and Forward', async ({
  page,
}) => {
  const requested = watchLists(page)
  const deep = await photoOf(deepId)
  await open(page, `${server.address}/photo/${deepId}`)
  await expectPhoto(page, deep)
  await expect(page.getByText('5,000 of 20,000')).toBeVisible()
  await reload(page)
  await expectInterface(page)
  await expectPhoto(page, deep)
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('5,001 of 20,000')).toBeVisible()
  const next = await photoOf(new URL(page.url()).pathname.split('/')[2]!)
  await expectPhoto(page, next)
  await page.getByRole('link', { name: 'All photos' }).click()
  await expect(page).toHaveURL(/\/\?offset=\d+$/)
  await expect(page.locator(`a.tile[href='/photo/${next.id}']`)).toBeFocused()
  await expect(page.locator(`a.tile[href='/photo/${next.id}']`)).toBeInViewport()
  await page.goBack()
  await expectPhoto(page, next)
  await expect(page.getByText('5,001 of 20,000')).toBeVisible()
  await page.goForward()
  await expect(page.locator('a.tile').first()).toBeVisible()
  await page.goBack()
  await expectPhoto(page, next)
  await page.keyboard.press('ArrowLeft')
  await expectPhoto(page, deep)
  expect(requested.length).toBeLessThan(6)
})

test('paging through 100 photos shows no empty frame and requests no page twice', async ({
  page,
}) => {
  const quickly = { intervals: [10] }
  const requested = watchLists(page)
  await open(page, server.address)
  await page.locator('a.tile').first().click()
  await expectPhoto(page, photos[0]!)
  await page.evaluate(watchFrames)
  for (const [index, photo] of photos.slice(1, 101).entries()) {
    // On a slow machine, the next photo could be shown before a frame has shown this one.
    await expect.poll(() => page.evaluate(() => window.frameWatch.seen), quickly).toBe(index + 1)
    const picture = page.locator(
      `[data-picture='neighbour'] :has(> [srcset*='${photo.fileName}']) img`,
    )
    await expect(picture).toHaveAttribute('data-loaded', 'true')
    await page.keyboard.press('ArrowRight')
    await expect(page).toHaveURL(`${server.address}/photo/${photo.id}`)
  }
  await expect.poll(() => page.evaluate(() => window.frameWatch.seen)).toBe(101)
  const { frames, empty } = await page.evaluate(() => window.frameWatch)
  expect(empty).toEqual([])
  expect(frames).toBeGreaterThan(100)
  expect(requested).toEqual([...new Set(requested)])
  expect(requested.length).toBeLessThanOrEqual(Math.ceil(103 / pageSize))
})

test('repeated keys reach the right photo without a blank frame', async ({ page }) => {
  await open(page, `${server.address}/photo/${photos[0]!.id}`)
  await expectPhoto(page, photos[0]!)
  await page.evaluate(watchFrames)
  for (let press = 0; press < 20; press++) await page.keyboard.press('ArrowRight')
  await expectPhoto(page, photos[20]!)
  expect((await page.evaluate(() => window.frameWatch)).blank).toEqual([])
})

test('going back restores the scroll position of the grid, also after a reload', async ({
  page,
}) => {
  const requested = watchLists(page)
  await open(page, server.address)
  await scrollToAtLeast(page, 60)
  const tile = page.locator('a.tile').nth(40)
  // In the middle: at the edge, below the bar, the click would scroll the page first.
  await tile.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  await page.evaluate(() => window.scrollBy(0, 37))
  const count = await page.locator('a.tile').count()
  const scrollTop = await page.evaluate(() => window.scrollY)
  expect(scrollTop).toBeGreaterThan(1000)
  await tile.click()
  await expectPhoto(page, photos[40]!)
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await page.keyboard.press('ArrowRight')
  await expectPhoto(page, photos[41]!)
  await page.goBack()
  await expect(tile).toBeInViewport()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrollTop)
  expect(await page.locator('a.tile').count()).toBeGreaterThanOrEqual(count)
  await expectPictures(page)
  expect(requested).toEqual([...new Set(requested)])

  await reload(page)
  await expectInterface(page)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrollTop)
  await expect(tile).toBeInViewport()
})

test.describe(() => {
  test.use({ allowed: /api\/photos\?.*ERR_FAILED|ERR_FAILED.*api\/photos\?/ })

  test("'Load more' by keyboard moves the focus to the first new photo", async ({ page }) => {
    let isBlocking = true
    await page.route('**/api/photos?*', (route) => (isBlocking ? route.abort() : route.continue()))
    await open(page, server.address)
    await expect(page.getByRole('alert')).toContainText('Could not load more photos')
    isBlocking = false
    await page.getByRole('link', { name: 'Try again' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.locator(`a.tile[href='/photo/${photos[pageSize]!.id}']`)).toBeFocused()
  })
})

test('the fullscreen view shows the original, zooms, pages and restores the focus', async ({
  page,
}) => {
  await open(page, `${server.address}/photo/${photos[0]!.id}`)
  await expectPhoto(page, photos[0]!)
  const originals: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/images/')) originals.push(new URL(request.url()).pathname)
  })
  await page.keyboard.press('f')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  const shown = dialog.locator(`img[src='/api/images/${photos[0]!.fileName}']`)
  await expect(shown).toBeVisible()
  const width = async () => (await shown.boundingBox())!.width
  const fitted = await width()
  await page.keyboard.press('+')
  await expect.poll(width).toBeGreaterThan(fitted * 1.3)
  await page.keyboard.press('0')
  await expect.poll(width).toBe(fitted)
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(`${server.address}/photo/${photos[1]!.id}`)
  await expect(dialog.locator(`img[src='/api/images/${photos[1]!.fileName}']`)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expectPhoto(page, photos[1]!)
  await expect(page.getByRole('button', { name: 'Fullscreen' })).toBeFocused()
  expect(originals).toEqual(photos.slice(0, 2).map(({ fileName }) => `/api/images/${fileName}`))
})

test('Back first closes fullscreen and then leaves the photo', async ({ page }) => {
  await open(page, server.address)
  await page.locator('a.tile').first().click()
  await expectPhoto(page, photos[0]!)
  const dialog = page.getByRole('dialog', { name: 'Full-size photo' })
  for (const [pages, photo] of [
    [false, photos[0]!],
    [true, photos[1]!],
  ] as const) {
    await page.keyboard.press('f')
    await expect(dialog).toBeVisible()
    if (pages) await dialog.getByRole('button', { name: 'Next', exact: true }).click()
    await expect(page).toHaveURL(`${server.address}/photo/${photo.id}`)
    // React blocks Back only some frames after the dialog is shown.
    await settled(page)
    await goBack(page)
    await expect(dialog).toHaveCount(0)
    await expectPhoto(page, photo)
  }
  await goBack(page)
  await expect(page).toHaveURL(`${server.address}/`)
})

test('a switch in the list of shortcuts turns single-key ones off, also for the next visit', async ({
  page,
}) => {
  await open(page, `${server.address}/photo/${photos[0]!.id}`)
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await dialog.getByRole('switch').click()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await reload(page)
  await expectInterface(page)
  await page.keyboard.press('f')
  await page.keyboard.press('i')
  await page.keyboard.press('ArrowRight')
  await expectPhoto(page, photos[1]!)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.locator('aside')).not.toBeFocused()
})

test('/photo opens the first photo, and Back leaves it', async ({ page }) => {
  await open(page, `${server.address}/account`)
  await page.goto(`${server.address}/photo`)
  await expectInterface(page)
  await expectPhoto(page, photos[0]!)
  await page.goBack()
  await expect(page).toHaveURL(`${server.address}/account`)
  await expectInterface(page)
  await page.getByRole('link', { name: 'Photos' }).first().click()
  await expectPhoto(page, photos[0]!)
  await page.goBack()
  await expect(page).toHaveURL(`${server.address}/account`)
})

test.describe(() => {
  test.use({ allowed: /^(answer 404|console.* 404)/ })

  test('a missing photo or page says so', async ({ page }) => {
    for (const path of [`/photo/${crypto.randomUUID()}`, '/photo/nonsense', '/nowhere']) {
      const answer = await page.goto(server.address + path)
      expect([path, answer?.status()]).toEqual([path, 404])
      await expectInterface(page)
      await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
      await page.getByRole('link', { name: 'Go to the photos' }).click()
      await expect(page.locator('a.tile').first()).toBeVisible()
    }
  })
})

async function scrollToAtLeast(page: Page, count: number): Promise<void> {
  const scrolling = { timeout: 20_000, intervals: [100] }
  await expect
    .poll(async () => {
      await page.evaluate(() => window.scrollBy(0, 600))
      return page.locator('a.tile').count()
    }, scrolling)
    .toBeGreaterThanOrEqual(count)
}

declare global {
  interface Window {
    /** What the frames since watchFrames() have shown. */
    frameWatch: {
      frames: number
      /** The number of distinct photos. */
      seen: number
      /** The paths of frames without the complete picture, and of those without its thumbhash. */
      empty: string[]
      blank: string[]
    }
  }
}

/** Runs in the page: checks the viewer's picture in every frame. */
function watchFrames(): void {
  const photos = new Set<string>()
  const watch = { frames: 0, seen: 0, empty: [] as string[], blank: [] as string[] }
  window.frameWatch = watch
  const check = () => {
    watch.frames++
    const image = document.querySelector<HTMLImageElement>("[data-picture='current'] img")
    const canvas = document.querySelector<HTMLCanvasElement>("[data-picture='current'] canvas")
    const isWhole = Boolean(image?.complete && image.naturalWidth > 0)
    // An untouched canvas is 300 pixels wide; a thumbhash has at most 32.
    const hasHash = Boolean(canvas && canvas.width <= 32)
    if (!isWhole) watch.empty.push(location.pathname)
    if (!isWhole && !hasHash) watch.blank.push(location.pathname)
    if (image) photos.add(image.currentSrc)
    watch.seen = photos.size
    requestAnimationFrame(check)
  }
  requestAnimationFrame(check)
}
