import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import type { Album } from '../../src/contract/albums/albums.ts'
import { altText } from '../../src/contract/photos/photo-facts.ts'
import type { Photo } from '../../src/contract/photos/photos.ts'
import { clearAway, type RunningVitrine } from '../support/executable.ts'
import { makePhotos } from '../support/made-photos.ts'
import { claimedGallery, type OwnerClient } from '../support/owner-client.ts'
import { violations } from './axe.ts'
import { expect, sidewaysScroll, test } from './gallery.ts'
import { publish } from './long-gallery.ts'
import { open, pollOverTime, publicPhotos, signInBrowser, stopClock, swipe } from './screen.ts'

let server: RunningVitrine
let owner: OwnerClient
let photos: Photo[]
let album: Album

test.beforeAll(async () => {
  ;({ server, owner } = await claimedGallery())
  for (const photo of await makePhotos(7)) await owner.upload(photo)
  await publish(owner, await owner.photos())
  // So that the slideshow needs a second page of the list.
  await owner.send('POST', '/api/user/config', { photoItemsLoad: 4 })
  photos = await publicPhotos(server)
  const added = await owner.send('POST', '/api/albums', { name: 'By the sea' })
  album = ((await added.json()) as { data: Album }).data
  const photoIds = photos.slice(0, 3).map(({ id }) => id)
  await owner.send('PUT', `/api/albums/${album.id}/photos/add`, { photoIds })
})
test.afterAll(clearAway)

const show = (page: Page) => page.getByRole('dialog', { name: 'Slideshow' })
const control = (page: Page, name: string) => show(page).getByRole('button', { name })
const start = (page: Page) => page.getByRole('button', { name: 'Slideshow' }).click()

/** Expects this photo to be shown and announced. */
async function expectShown(page: Page, index: number, total = photos.length) {
  const shown = show(page).locator('[data-slide=shown] img')
  await expect(shown).toHaveCount(1)
  await expect
    .poll(() => shown.evaluate((image: HTMLImageElement) => image.currentSrc))
    .toContain(photos[index]!.fileName)
  await expect(show(page).getByText(`${index + 1} of ${total}`, { exact: true })).toBeAttached()
  const announced = `${altText(photos[index]!)}, ${index + 1} of ${total}`
  await expect(show(page).getByText(announced, { exact: true })).toBeAttached()
}

test('a slideshow goes beyond the loaded page by keyboard, and returns to the photo seen last', async ({
  page,
}) => {
  await open(page, server.address)
  await start(page)
  await expectShown(page, 0)
  await page.keyboard.press('Space')
  await expect(control(page, 'Play')).toBeVisible()
  for (let index = 1; index < 6; index++) {
    await page.keyboard.press('ArrowRight')
    await expectShown(page, index)
  }
  await page.keyboard.press('ArrowLeft')
  await expectShown(page, 4)
  // Five seconds are the default; the keys keep within 3 and 20.
  for (let press = 0; press < 4; press++) await page.keyboard.press('-')
  await expect(show(page).getByText('3 seconds per photo')).toBeAttached()
  await expect(control(page, 'Less time per photo')).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('+')
  await expect(show(page).getByText('4 seconds per photo')).toBeAttached()
  await page.keyboard.press('Escape')
  await expect(show(page)).toHaveCount(0)
  const tile = page.locator(`a.tile[href*='${photos[4]!.id}']`)
  await expect(tile).toBeFocused()
  await expect(tile).toBeInViewport()
  // The browser leaves full screen in its own time.
  await expect.poll(() => page.evaluate(() => document.fullscreenElement === null)).toBe(true)
})

test('a slideshow advances by itself, from the last photo to the first, and not while paused', async ({
  page,
}) => {
  await page.clock.install()
  await open(page, `${server.address}/album/${album.id}`)
  await stopClock(page)
  await start(page)
  await expect(show(page)).toBeVisible()
  const counter = () =>
    show(page)
      .getByText(/^\d of 3$/)
      .textContent()
  for (const position of ['1 of 3', '2 of 3', '3 of 3', '1 of 3', '2 of 3']) {
    await pollOverTime(page, counter).toBe(position)
  }
  await page.keyboard.press('Space')
  await page.clock.runFor(60_000)
  expect(await counter()).toBe('2 of 3')
  await page.keyboard.press('Space')
  await pollOverTime(page, counter).toBe('3 of 3')
})

test('the controls of a slideshow hide when nothing happens, and return', async ({ page }) => {
  await page.clock.install()
  await open(page, server.address)
  await stopClock(page)
  await start(page)
  await expect(show(page)).toBeVisible()
  const isIdle = () => page.locator('[data-idle]').getAttribute('data-idle')
  await pollOverTime(page, isIdle).toBe('true')
  await page.mouse.move(200, 200)
  await page.mouse.move(220, 220)
  await expect.poll(isIdle).toBe('false')
  await expect(control(page, 'Pause')).toBeVisible()
})

test('a slideshow in the viewer starts and ends at the photo shown', async ({ page }) => {
  await open(page, `${server.address}/photo/${photos[1]!.id}`)
  await expect(page.getByRole('button', { name: 'Slideshow' })).toBeVisible()
  await page.keyboard.press('s')
  await expectShown(page, 1)
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await expectShown(page, 2)
  await control(page, 'Close slideshow').click()
  await expect(page).toHaveURL(`${server.address}/photo/${photos[2]!.id}`)
  await expect(page.getByText('3 of 7')).toBeVisible()
})

test('a slideshow fills the window where fullscreen is refused, and keeps the screen on', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Element.prototype.requestFullscreen = () => Promise.reject(new TypeError('refused'))
    const requests: string[] = []
    const wakeLock = {
      request: async (type: string) => {
        requests.push(type)
        return { release: async () => void requests.push('released') }
      },
    }
    Object.defineProperty(navigator, 'wakeLock', { value: wakeLock })
    Object.assign(window, { wakeLockRequests: requests })
  })
  const requests = () =>
    page.evaluate(() => (window as unknown as { wakeLockRequests: string[] }).wakeLockRequests)
  await open(page, server.address)
  await start(page)
  await expectShown(page, 0)
  const { width, height } = page.viewportSize()!
  expect(await page.locator('[data-idle]').boundingBox()).toEqual({ x: 0, y: 0, width, height })
  expect(await requests()).toEqual(['screen'])
  // The browser has ended the lock while the page was hidden.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect.poll(requests).toEqual(['screen', 'screen'])
  await page.keyboard.press('Escape')
  await expect.poll(requests).toEqual(['screen', 'screen', 'released'])
})

test.describe('phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('swipes on a phone lead to the next and previous photo, and every control can be reached', async ({
    page,
  }) => {
    await open(page, server.address)
    await start(page)
    await expectShown(page, 0)
    await control(page, 'Pause').click()
    // From the screen's edge, it is the browser's.
    await swipe(page, { from: { x: 380, y: 300 }, to: { x: 100, y: 310 } })
    await expectShown(page, 0)
    await swipe(page, { from: { x: 300, y: 300 }, to: { x: 100, y: 310 } })
    await expectShown(page, 1)
    await swipe(page, { from: { x: 100, y: 300 }, to: { x: 300, y: 310 } })
    await expectShown(page, 0)
    expect(await sidewaysScroll(page)).toBe(0)
    for (const button of await show(page).getByRole('button').all()) {
      await expect(button).toBeInViewport({ ratio: 1 })
    }
  })
})

test('nothing in a slideshow fades with reduced motion', async ({ page }) => {
  const transitions = () =>
    page
      .locator('[data-slide=shown]')
      .evaluate((slide) => getComputedStyle(slide).transitionDuration)
  await open(page, server.address)
  await start(page)
  await expectShown(page, 0)
  expect(await transitions()).toBe('0.9s')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(Number.parseFloat(await transitions())).toBeLessThan(0.01)
})

test('titles can stay in a slideshow, which has no accessibility problems', async ({ page }) => {
  for (const colorTheme of ['light', 'dark']) {
    await owner.send('POST', '/api/user/config', { colorTheme })
    await open(page, server.address)
    await start(page)
    await expectShown(page, 0)
    await control(page, 'Pause').click()
    const titles = control(page, 'Show titles')
    if (colorTheme === 'light') await titles.click()
    // It is remembered.
    await expect(titles).toHaveAttribute('aria-pressed', 'true')
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(show(page)).toHaveCount(0)
  }
})

test('the owner allows the download of an album, and a visitor gets the zip file', async ({
  page,
  browser,
}) => {
  const visitor = await browser.newPage()
  const address = `${server.address}/album/${album.id}`
  await open(visitor, address)
  const button = visitor.getByRole('button', { name: 'Download' })
  await expect(button).toHaveCount(0)

  await signInBrowser(page, server, owner.cookie)
  await open(page, address)
  await expect(page.getByRole('button', { name: 'Download' })).toBeVisible()
  await page.getByRole('button', { name: 'Edit album' }).click()
  await page.getByRole('checkbox', { name: 'Visitors can download this album' }).check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await open(visitor, address)
  await button.click()
  const question = visitor.getByRole('alertdialog', { name: 'Download this album?' })
  await expect(question).toContainText('3 photos in full size')
  expect(await violations(visitor)).toEqual([])
  const downloading = visitor.waitForEvent('download')
  await question.getByRole('button', { name: 'Download' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('By the sea.zip')
  const bytes = await readFile(await download.path())
  expect(bytes.subarray(0, 4).toString('latin1')).toBe('PK\x03\x04')
  await expect(question).toHaveCount(0)
  await expect(button).toBeFocused()
  await visitor.close()
})
