import { join } from 'node:path'
import type { Page } from 'playwright/test'
import type { Photo } from '../../src/contract/photos/photos.ts'
import {
  clearAway,
  type RunningVitrine,
  startVitrine,
  temporaryFolder,
} from '../support/executable.ts'
import { writeOwnPages } from '../support/own-pages.ts'
import { claim, claimedGallery, type OwnerClient, ownerClient } from '../support/owner-client.ts'
import { camera } from '../support/photos.ts'
import { expect, expectPictures, sidewaysScroll, test, withoutScripts } from './gallery.ts'
import { reload } from './go-to.ts'
import { publish } from './long-gallery.ts'
import { expectInterface, expectPhoto, open, publicPhotos, signInBrowser } from './screen.ts'

const total = 30
/** Every second photo is of a lake. */
const isLake = (number: number) => number % 2 === 0

let server: RunningVitrine
let owner: OwnerClient
let lakes: Photo[]

test.beforeAll(async () => {
  ;({ server, owner } = await claimedGallery())
  writeOwnPages(server.data)
  for (let number = 0; number < total; number++) {
    const day = String(28 - Math.floor(number / 2)).padStart(2, '0')
    const bytes = await camera({
      width: 300,
      height: 200,
      date: `2024:05:${day} ${number % 2 ? '08' : '09'}:00:00`,
      title: isLake(number) ? `Lake ${number}` : `Street ${number}`,
      model: number % 4 === 0 ? 'E-10' : 'C-70',
    })
    await owner.upload({ name: `${number}.jpg`, bytes })
  }
  // The last lake stays private.
  const photos = await owner.photos()
  await publish(
    owner,
    photos.filter(({ title }) => title !== `Lake ${total - 2}`),
  )
  lakes = (await publicPhotos(server)).filter(({ title }) => title.startsWith('Lake'))
})
test.afterAll(clearAway)

/** A combobox once it has had the focus. */
const box = (page: Page) => page.getByLabel('Search photos').filter({ visible: true })
const tiles = (page: Page) => page.locator('a.tile')

async function search(page: Page, words: string): Promise<void> {
  await box(page).fill(words)
  await page.keyboard.press('Enter')
}

test('the search box opens a grid of the matching photos', async ({ page }) => {
  await open(page, server.address)
  await expect(box(page)).toHaveAttribute('placeholder', 'Search…')
  await search(page, ' lake ')
  await expect(page).toHaveURL(`${server.address}/photo?q=lake`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Search: lake')
  await expect(page).toHaveTitle(/^Search: lake/)
  await expect(page.getByText('14 photos')).toBeVisible()
  await expect(tiles(page).first()).toHaveAttribute('href', `/photo/${lakes[0]!.id}?q=lake`)
  await expect(box(page)).toHaveValue('lake')
  await expect(tiles(page)).toHaveCount(14)

  await search(page, 'street 13')
  await expect(page.getByText('1 photo', { exact: true })).toBeVisible()
  await expect(tiles(page)).toHaveCount(1)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Search: lake')
  await expect(box(page)).toHaveValue('lake')
  await page.getByRole('link', { name: 'Clear Search' }).click()
  await expect(page).toHaveURL(`${server.address}/`)
  await expect(box(page)).toHaveValue('')
})

test('the viewer pages through the results and keeps the search; Back and Escape return to the tile', async ({
  page,
}) => {
  await open(page, `${server.address}/photo?q=lake`)
  await tiles(page).nth(7).click()
  await expectPhoto(page, lakes[7]!, '?q=lake')
  await expect(page.getByText('8 of 14')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expectPhoto(page, lakes[8]!, '?q=lake')
  await reload(page)
  await expectInterface(page)
  await expectPhoto(page, lakes[8]!, '?q=lake')
  await expect(page.getByRole('link', { name: 'Search results' })).toBeVisible()
  await expect(page.getByText('9 of 14')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(`${server.address}/photo?q=lake`)
  await expect(tiles(page).nth(8)).toBeFocused()
  await expect(tiles(page).nth(8)).toBeInViewport()
  await tiles(page).nth(2).click()
  await expectPhoto(page, lakes[2]!, '?q=lake')
  await page.goBack()
  await expect(tiles(page).nth(2)).toBeFocused()
})

test('Escape returns to the tile among the results after opening a photo by URL', async ({
  page,
}) => {
  await open(page, `${server.address}/photo?q=street`)
  await open(page, `${server.address}/photo/${lakes[13]!.id}?q=lake`)
  await expectPhoto(page, lakes[13]!, '?q=lake')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/photo\?q=lake(&offset=12)?$/)
  await expect(page.locator(`a.tile[href^='/photo/${lakes[13]!.id}']`)).toBeFocused()
})

test('Clear Search and Clear Filter each keep the photo and the rest of the filter', async ({
  page,
}) => {
  const photo = lakes.find(({ cameraModel }) => cameraModel === 'C-70')!
  const [clearSearch, clearFilter] = ['Clear Search', 'Clear Filter'].map((name) =>
    page.getByRole('link', { name }),
  )
  for (const [query, text, clear] of [
    ['?q=lake', 'Search: lake', clearSearch!],
    ['?cameraModel=C-70', 'Camera Model: C-70', clearFilter!],
  ] as const) {
    await open(page, `${server.address}/photo/${photo.id}${query}`)
    await expect(page.getByText(text)).toBeVisible()
    await expect(page.getByRole('link', { name: /^Clear/ })).toHaveCount(1)
    await clear.click()
    await expectPhoto(page, photo)
    await expect(page.getByText(text)).toHaveCount(0)
    await expect(page.getByText(/of 29$/)).toBeVisible()
  }
  for (const [clear, rest] of [
    [clearSearch!, '?cameraModel=C-70'],
    [clearFilter!, '?q=lake'],
  ] as const) {
    await open(page, `${server.address}/photo/${photo.id}?q=lake&cameraModel=C-70`)
    await clear.click()
    await expectPhoto(page, photo, rest)
  }
})

test('a filtered viewer leads back to its own list, which the link names', async ({ page }) => {
  const ofCamera = (await publicPhotos(server)).filter(({ cameraModel }) => cameraModel === 'C-70')
  const grid = `${server.address}/photo?cameraModel=C-70&show=grid`
  await open(page, `${server.address}/photo/${ofCamera[2]!.id}?cameraModel=C-70`)
  const back = page.getByRole('link', { name: 'All photos taken with Olympus C-70' })
  await expect(back).toHaveAttribute('href', '/photo?cameraModel=C-70&show=grid')
  await back.click()
  await expect(page).toHaveURL(grid)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Camera Model: C-70')
  await expect(page.getByText(`${ofCamera.length} photos`)).toBeVisible()
  await expect(tiles(page)).toHaveCount(ofCamera.length)
  await expect(tiles(page).nth(2)).toBeFocused()
  // As the server renders it, and from there into the same list again.
  await reload(page)
  await expectInterface(page)
  await tiles(page).nth(1).click()
  await expectPhoto(page, ofCamera[1]!, '?cameraModel=C-70')
  await expect(page.getByText(`2 of ${ofCamera.length}`)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(grid)
  await page.getByRole('link', { name: 'Clear Filter' }).click()
  await expect(page).toHaveURL(`${server.address}/`)
})

test('a filter without photos says so with the camera’s shown name', async ({ page }) => {
  for (const grid of ['&show=grid', '']) {
    await open(page, `${server.address}/photo?cameraModel=ILCE-7M3${grid}`)
    await expect(
      page.getByText('The photostream has no photos taken with this camera.'),
    ).toBeVisible()
    await expect(page.getByText('Camera Model: ILCE-7M3')).toBeVisible()
  }
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No photos in this collection')
})

test('search words and a camera filter can be combined', async ({ page }) => {
  const both = lakes.filter(({ cameraModel }) => cameraModel === 'C-70')
  expect(both.length).toBeGreaterThan(2)
  await open(page, `${server.address}/photo?q=lake&cameraModel=C-70`)
  await expect(page.getByText('Camera Model: C-70')).toBeVisible()
  await expect(tiles(page)).toHaveCount(both.length)
  await tiles(page).first().click()
  await expectPhoto(page, both[0]!, '?q=lake&cameraModel=C-70')
  await expect(page.getByText('Search: lake · Camera Model: C-70')).toBeVisible()
  await expect(page.getByText(`1 of ${both.length}`)).toBeVisible()
})

test('an empty result says so and links back', async ({ page }) => {
  await open(page, `${server.address}/photo?q=${encodeURIComponent('lake "volcano" <b>')}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Search: lake "volcano" <b>')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText('No photos found')
  await expect(page.getByRole('button', { name: 'Filter' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Slideshow' })).toHaveCount(0)
  await expect(page.getByText('No photos match all of these words. Try fewer words.')).toBeVisible()
  await page.getByRole('link', { name: 'Clear Search' }).click()
  await expect(tiles(page).first()).toBeVisible()
})

test('visitors find public photos, the owner finds all photos with their locks', async ({
  page,
}) => {
  const hidden = `Lake ${total - 2}`
  await open(page, `${server.address}/photo?q=lake`)
  await expect(tiles(page)).toHaveCount(14)
  await expect(page.getByRole('link', { name: hidden })).toHaveCount(0)
  await signInBrowser(page, server, owner.cookie)
  await open(page, `${server.address}/photo?q=lake`)
  await expect(page.getByText('15 photos')).toBeVisible()
  await expect(tiles(page)).toHaveCount(15)
  await expect(page.getByRole('button', { name: `Public: ${hidden}` })).toBeVisible()
})

test('the server renders search pages completely, without layout shifts or repeated requests', async ({
  page,
}) => {
  const lists: string[] = []
  page.on('request', (request) => {
    if (/\/api\/photos/.test(request.url())) lists.push(request.url())
  })
  await page.addInitScript(() => {
    window.layoutShift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.layoutShift += (entry as LayoutShift).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  for (const path of ['/photo?q=street', `/photo/${lakes[0]!.id}?q=lake`]) {
    lists.length = 0
    await open(page, server.address + path)
    await expectPictures(page)
    const offsets = lists.map((url) => new URL(url).searchParams.get('offset'))
    expect([path, offsets.includes('0') || offsets.includes(null)]).toEqual([path, false])
    expect(await page.evaluate(() => window.layoutShift)).toBeLessThan(0.001)
  }
})

test.describe('no JavaScript', () => {
  test.use(withoutScripts)

  test('the results without JavaScript link to photos and keep the search', async ({ page }) => {
    await page.goto(`${server.address}/photo?q=lake`)
    await expect(tiles(page)).toHaveCount(12)
    await page.getByRole('link', { name: 'Load more' }).click()
    await expect(tiles(page)).toHaveCount(2)
    await tiles(page).first().click()
    await expect(page).toHaveURL(`${server.address}/photo/${lakes[12]!.id}?q=lake`)
    await page.getByRole('link', { name: 'Next' }).click()
    await expect(page).toHaveURL(`${server.address}/photo/${lakes[13]!.id}?q=lake`)
  })
})

test.describe('bars without JavaScript', () => {
  test.use(withoutScripts)

  for (const width of [320, 1440]) {
    test(`the bars without JavaScript link to every screen at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 })
      const links = [
        ['Photos', /\/photo$/],
        ['Albums', /\/album$/],
        ['Cameras', /\/camera$/],
        ['Add GuestPage', /\/guest$/],
        ['ABOUT', /\/about$/],
        ['RESUME', /\/resume$/],
        ['ACCOUNT', /\/account$/],
        ['Home', /\/$/],
      ] as const
      await page.goto(server.address)
      for (const [name, address] of links) {
        await page.getByRole('link', { name, exact: true }).first().click()
        await expect(page).toHaveURL(address)
      }
      await expect(page.getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page')
    })
  }

  test('the search box in the bars works without JavaScript', async ({ page }) => {
    await page.goto(server.address)
    await page.getByLabel('Search photos').fill('lake')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${server.address}/photo?q=lake`)
    await expect(page.locator('a.tile').first()).toBeVisible()
    await expect(page.getByLabel('Search photos')).toHaveValue('lake')
  })
})

test.describe('phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the search box on a phone is in the menu, which closes when the results open', async ({
    page,
  }) => {
    await open(page, server.address)
    await expect(box(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Menu' }).tap()
    await box(page).tap()
    await search(page, 'lake')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByText('14 photos')).toBeVisible()
    expect(await sidewaysScroll(page)).toBe(0)
  })
})

test('a gallery with search disabled has no search box, and the address of a search opens the viewer', async ({
  page,
}) => {
  const silent = await startVitrine(join(temporaryFolder(), 'data'), {
    environment: { VITRINE_SEARCH: 'false' },
  })
  const own = ownerClient(silent, await claim(silent))
  const { id } = await own.upload({ name: 'a.jpg', bytes: await camera({ title: 'Lake' }) })
  await signInBrowser(page, silent, own.cookie)
  await open(page, silent.address)
  await expect(box(page)).toHaveCount(0)
  await open(page, `${silent.address}/photo?q=lake`)
  await expect(page).toHaveURL(`${silent.address}/photo/${id}?q=lake`)
  await expect(page.getByText('Search: lake')).toHaveCount(0)
})

declare global {
  interface Window {
    /** The sum of all layout shifts. */
    layoutShift: number
  }
}

type LayoutShift = PerformanceEntry & { value: number }
