import { join } from 'node:path'
import type { Page } from 'playwright/test'
import type { Photo } from '../../src/contract/photos/photos.ts'
import {
  clearAway,
  type RunningVitrine,
  startVitrine,
  temporaryFolder,
} from '../support/executable.ts'
import { makePhotos, writePhotos } from '../support/made-photos.ts'
import { hasRealPhotos, realPhotos } from '../support/real-photos.ts'
import { expect, expectPictures, test } from './gallery.ts'
import { reload } from './go-to.ts'
import {
  dropFiles,
  expectInterface,
  expectPhoto,
  open,
  publicPhotos,
  scrollToTiles,
  swipe,
} from './screen.ts'

const password = 'a long enough password'

// From an empty data folder to visitors who page: each test depends on the previous one.
test.describe.configure({ mode: 'serial' })

let server: RunningVitrine
let files: string[]
let photos: Photo[]

test.beforeAll(async () => {
  files = hasRealPhotos
    ? realPhotos('cameras/*.jpg')
    : writePhotos(join(temporaryFolder(), 'photos'), await makePhotos(27))
  server = await startVitrine(join(temporaryFolder(), 'data'))
})
test.afterAll(clearAway)

const locks = (page: Page) => page.getByRole('button', { name: /^Public: / })

test('the owner sets up the gallery, drops files and sees each upload', async ({ page }) => {
  const [, path] = await server.untilPrinted(/(\/setup#\S+)\n/)
  await open(page, server.address + path)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Name').fill('Ann Example')
  await page.getByRole('button', { name: 'Finish setup' }).click()
  await expect(page).toHaveTitle('Ann Example')
  await expectInterface(page)
  await page.getByRole('link', { name: 'ACCOUNT', exact: true }).click()
  await page.getByRole('link', { name: 'Local Drive' }).click()
  await expect(page.getByRole('heading', { name: 'Local Drive' })).toBeVisible()

  await dropFiles(page, files)
  const rows = page.getByRole('region', { name: 'Uploads' }).getByRole('listitem')
  await expect(rows).toHaveCount(files.length)
  await expect(page.getByText(`${files.length} uploaded, 0 duplicates, 0 failed`)).toBeVisible({
    timeout: 80_000,
  })
  for (const [index, file] of files.entries()) {
    await expect(rows.nth(index)).toContainText(file.split('/').at(-1)!)
    await expect(rows.nth(index)).toContainText('In the gallery')
  }
  expect(await publicPhotos(server)).toEqual([])
})

test('the owner makes the photos public with their locks, the first of which creates the photostream', async ({
  page,
}) => {
  await open(page, `${server.address}/account`)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
  await page.getByRole('link', { name: 'Ann Example' }).first().click()
  await scrollToTiles(page, files.length)
  await expect(page.locator('a.tile.is-private')).toHaveCount(files.length)

  await locks(page).first().click()
  await expect(page.getByRole('alert')).toHaveText('No PhotoStream album set')
  await page.getByRole('button', { name: 'Create one' }).click()
  await expect(locks(page).first()).toHaveAttribute('aria-pressed', 'true')
  for (const lock of await locks(page).all()) {
    if ((await lock.getAttribute('aria-pressed')) === 'false') await lock.click()
    await expect(lock).toHaveAttribute('aria-pressed', 'true')
  }
  await expect(page.locator('a.tile.is-private')).toHaveCount(0)
  await expect.poll(async () => (await publicPhotos(server)).length).toBe(files.length)
  photos = await publicPhotos(server)
})

test('a visitor pages through the photos with the mouse', async ({ page }) => {
  await open(page, server.address)
  await scrollToTiles(page, photos.length)
  const tiles = page.locator('a.tile')
  for (const [index, photo] of photos.entries()) {
    await expect(tiles.nth(index)).toHaveAttribute('href', `/photo/${photo.id}`)
    await expect(tiles.nth(index).locator('source').first()).toHaveAttribute(
      'srcset',
      new RegExp(`/${photo.fileName}`),
    )
  }
  await tiles.first().click()
  for (const [index, photo] of photos.entries()) {
    await expectPhoto(page, photo)
    const next = page.getByRole('link', { name: 'Next' })
    if (index + 1 < photos.length) await next.click()
    else await expect(next).toHaveAttribute('aria-disabled', 'true')
  }
  await page.getByRole('link', { name: 'Previous' }).click()
  await expectPhoto(page, photos.at(-2)!)
  await page.getByRole('link', { name: 'All photos' }).click()
  await expect(page).toHaveURL(`${server.address}/`)
  await expect(tiles).toHaveCount(photos.length)
  await expectPictures(page)
})

test('a visitor pages through the photos with the keyboard', async ({ page }) => {
  await open(page, server.address)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  for (const tool of ['Filter', 'Slideshow']) {
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: tool, exact: true })).toBeFocused()
  }
  await page.keyboard.press('Tab')
  await expect(page.locator('a.tile').first()).toBeFocused()
  await page.keyboard.press('Enter')
  for (const [index, photo] of photos.entries()) {
    await expectPhoto(page, photo)
    if (index + 1 < photos.length) await page.keyboard.press('ArrowRight')
  }
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowLeft')
  const last = photos.at(-2)!
  await expectPhoto(page, last)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(({ pathname }) => pathname === '/')
  await expect(page.locator(`a.tile[href='/photo/${last.id}']`)).toBeFocused()
})

test.describe(() => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a visitor pages on a phone with horizontal swipes of one finger', async ({ page }) => {
    await open(page, server.address)
    await page.locator('a.tile').first().tap()
    await expectPhoto(page, photos[0]!)
    // Touches do not reach the picture during its view transition.
    const isInTransition = () =>
      page.evaluate(() => document.documentElement.matches(':active-view-transition'))
    await expect.poll(isInTransition).toBe(false)
    const box = (await page.locator('figure').boundingBox())!
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    const by = (x: number, y = 0) => ({
      from: { x: middle.x - x / 2, y: middle.y - y / 2 },
      to: { x: middle.x + x / 2, y: middle.y + y / 2 },
    })
    for (const ignored of [by(-28), by(-120, 60)]) await swipe(page, ignored)
    await swipe(page, by(-120), { from: middle, to: { x: middle.x - 90, y: middle.y } })
    await expectPhoto(page, photos[0]!)
    for (const photo of photos.slice(1)) {
      await swipe(page, by(-40, 20))
      await expectPhoto(page, photo)
    }
    await swipe(page, by(40))
    await expectPhoto(page, photos.at(-2)!)
  })
})

test('a camera filter limits paging to its photos and can be cleared', async ({ page }) => {
  const model = photos[0]!.cameraModel!
  const ofCamera = photos.filter(({ cameraModel }) => cameraModel === model)
  const query = `?cameraModel=${encodeURIComponent(model)}`
  await open(page, `${server.address}/photo/${photos[0]!.id}`)
  await page.locator('aside').getByRole('link').first().click()
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Photos/ })
    .click()
  await expect(page.getByText(`Camera Model: ${model}`)).toBeVisible()
  await expectPhoto(page, ofCamera[0]!, query)
  for (const photo of ofCamera.slice(1, 4)) {
    await page.keyboard.press('ArrowRight')
    await expectPhoto(page, photo, query)
  }
  await reload(page)
  await expectInterface(page)
  await expect(page.getByText(`Camera Model: ${model}`)).toBeVisible()
  await page.getByRole('link', { name: 'Clear Filter' }).click()
  await expect(page.getByText(/^Camera Model:/)).toHaveCount(0)
  await expectPhoto(page, ofCamera.slice(0, 4).at(-1)!)
})
