import type { Page } from 'playwright/test'
import type { Album } from '../../src/contract/albums/albums.ts'
import type { Photo } from '../../src/contract/photos/photos.ts'
import type { HomeZone, PlaceSettings } from '../../src/contract/places/places.ts'
import { colorThemes } from '../../src/contract/site/appearance.ts'
import { clearAway, type RunningVitrine } from '../support/executable.ts'
import { claimedGallery, type OwnerClient } from '../support/owner-client.ts'
import { camera } from '../support/photos.ts'
import { violations } from './axe.ts'
import { expect, expectPictures, sidewaysScroll, test, withoutScripts } from './gallery.ts'
import { reload } from './go-to.ts'
import { publish } from './long-gallery.ts'
import { expectInterface, expectPhoto, open, signInBrowser, stopClock } from './screen.ts'

const spots: [title: string, gps: [number, number]][] = [
  ['Tower', [48.85837, 2.29448]],
  ['River', [48.85912, 2.3402]],
  ['Castle', [49.41063, 8.71539]],
  ['Forum', [41.89249, 12.48527]],
]

let server: RunningVitrine
let owner: OwnerClient
let photos: Record<string, Photo>
/** Albums of one photo, and of two in the same town. */
let rome: string
let paris: string

test.beforeAll(async () => {
  ;({ server, owner } = await claimedGallery())
  for (const [title, gps] of spots) {
    await owner.upload({ name: `${title}.jpg`, bytes: await camera({ title, gps }) })
  }
  const all = await owner.photos()
  photos = Object.fromEntries(all.map((photo) => [photo.title, photo]))
  await publish(owner, all)
  rome = await makeAlbum('Rome in May', ['Forum'])
  paris = await makeAlbum('Paris', ['Tower', 'River'])
  await show('exact')
})
test.afterAll(clearAway)

async function makeAlbum(name: string, titles: string[]): Promise<string> {
  const made = await owner.send('POST', '/api/albums', { name })
  const { id } = ((await made.json()) as { data: Album }).data
  const photoIds = titles.map((title) => photos[title]!.id)
  await owner.send('PUT', `/api/albums/${id}/photos/add`, { photoIds })
  return id
}

async function show(whoSees: PlaceSettings['whoSees'], homeZones: HomeZone[] = []) {
  const settings = { whoSees, homeZones }
  expect((await owner.send('PUT', '/api/places/settings', settings)).status).toBe(200)
}

const canvas = (page: Page) => page.locator('canvas.maplibregl-canvas')
const towns = (page: Page) => page.getByRole('navigation', { name: 'Places' })
const town = (page: Page, name: string) => towns(page).getByRole('link', { name })
const inTown = (page: Page, name: string) => page.getByRole('region', { name: `Photos: ${name}` })
const popup = (page: Page) => page.locator('.maplibregl-popup').getByRole('link')

/** Clicks the middle of the map, which is drawn at some time, until something happens. */
const clickMiddle = (page: Page, happened: () => Promise<void>) =>
  expect(async () => {
    await canvas(page).click()
    await happened()
  }).toPass()

test('a photo on the map is opened with the mouse', async ({ page }) => {
  await open(page, `${server.address}/album/${rome}`)
  await page.getByRole('link', { name: 'Map', exact: true }).click()
  await expect(page).toHaveURL(`${server.address}/map?album=${rome}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Map of Rome in May')
  await clickMiddle(page, () => expect(popup(page)).toBeVisible({ timeout: 1000 }))
  await expect(popup(page)).toBeFocused()
  await expectPictures(page)
  await page.keyboard.press('Escape')
  await expect(popup(page)).toHaveCount(0)
  await expect(canvas(page)).toBeFocused()
  await clickMiddle(page, () => expect(popup(page)).toBeVisible({ timeout: 1000 }))
  await popup(page).click()
  await expect(page).toHaveURL(`${server.address}/album/${rome}/${photos.Forum!.id}`)
  await page.goBack()
  await expect(canvas(page)).toBeVisible()
})

test('the whole map is used with the keyboard, and Back leaves a town', async ({ page }) => {
  await open(page, server.address)
  await page.getByRole('link', { name: 'Map', exact: true }).press('Enter')
  await expect(page).toHaveURL(`${server.address}/map`)
  await expect(page).toHaveTitle('Map · Ann')
  await expect(towns(page).getByRole('listitem')).toHaveText([
    /^Paris\s*France\s*2$/,
    /^Heidelberg\s*Germany\s*1$/,
    /^Rome\s*Italy\s*1$/,
  ])
  await town(page, 'Paris').press('Enter')
  await expect(page).toHaveURL(/\/map\?at=48\.85%2C2\.35$/)
  const list = inTown(page, 'Paris, France')
  await expect(list.getByRole('img')).toHaveCount(2)
  await reload(page)
  await expectInterface(page)
  await expect(list.getByRole('img')).toHaveCount(2)
  await page.goBack()
  await expect(town(page, 'Rome')).toBeVisible()
  await page.goForward()
  await list.getByRole('link', { name: 'All places' }).press('Enter')
  await town(page, 'Heidelberg').press('Enter')
  await inTown(page, 'Heidelberg, Germany').getByRole('link', { name: 'Castle' }).press('Enter')
  await expectPhoto(page, photos.Castle!)
  await expect(page.locator('aside').getByRole('link', { name: 'Heidelberg' })).toBeVisible()
  await page.goBack()
  await expect(inTown(page, 'Heidelberg, Germany')).toBeVisible()
})

test('the map is zoomed and moved with the keyboard', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(page, `${server.address}/map`)
  await expectStill(page)
  const pictures = [await picture(page)]
  await page.getByRole('button', { name: 'Zoom in' }).press('Enter')
  pictures.push(await picture(page))
  await canvas(page).focus()
  await page.keyboard.press('ArrowLeft')
  pictures.push(await picture(page))
  await page.keyboard.press('-')
  pictures.push(await picture(page))
  expect(new Set(pictures).size).toBe(4)
})

/** What the map looks like once nothing has been drawn for a while. */
async function picture(page: Page): Promise<string> {
  await page.waitForTimeout(700)
  return (await canvas(page).screenshot()).toString('base64')
}

/** Waits until the map is drawn. */
async function expectStill(page: Page): Promise<void> {
  await expect(canvas(page)).toBeVisible()
  let last = ''
  await expect(async () => {
    const before = last
    last = await picture(page)
    expect(last === before).toBe(true)
  }).toPass()
}

for (const reducedMotion of ['reduce', 'no-preference'] as const) {
  const isStill = reducedMotion === 'reduce'
  test(`the map ${isStill ? 'jumps' : 'flies'} to a town: ${reducedMotion}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion })
    await page.clock.install()
    await open(page, `${server.address}/map`)
    await expectStill(page)
    await stopClock(page)
    const before = await picture(page)
    await town(page, 'Heidelberg').evaluate((link: HTMLElement) => link.click())
    await expect(inTown(page, 'Heidelberg, Germany')).toBeVisible()
    // A tenth of a second, in which the worker has the time that it needs.
    for (let step = 0; step < 10; step++) {
      await page.clock.runFor(10)
      await page.waitForTimeout(60)
    }
    const early = await picture(page)
    await page.clock.runFor(5000)
    await page.waitForTimeout(500)
    await page.clock.runFor(100)
    const late = await picture(page)
    expect([early === before, early === late]).toEqual([false, isStill])
  })
}

test('photos at one spot open the list of their town', async ({ page }) => {
  await show('town')
  await open(page, `${server.address}/map?album=${paris}`)
  const list = inTown(page, 'Paris, France')
  await clickMiddle(page, () => expect(list).toBeVisible({ timeout: 1000 }))
  await expect(list.getByRole('img')).toHaveCount(2)
  // Chosen again, they do not draw the map anew.
  await expectStill(page)
  const drawn = await canvas(page).elementHandle()
  await canvas(page).click()
  await expectStill(page)
  expect(await drawn!.evaluate((element) => element.isConnected)).toBe(true)
  await show('exact')
})

test('a photo on the map is shown as a whole on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, `${server.address}/map?album=${rome}`)
  await clickMiddle(page, () => expect(popup(page)).toBeVisible({ timeout: 1000 }))
  await expect(async () => {
    const [map, shown] = [await canvas(page).boundingBox(), await popup(page).boundingBox()]
    expect(shown!.y).toBeGreaterThanOrEqual(map!.y)
    expect(shown!.y + shown!.height).toBeLessThanOrEqual(map!.y + map!.height)
  }).toPass()
})

test('the map is never higher than wide, so that the whole world fits', async ({ page }) => {
  for (const [width, height] of [
    [390, 844],
    [820, 1180],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    await open(page, `${server.address}/map`)
    const box = await canvas(page).boundingBox()
    expect([width, box!.width >= box!.height]).toEqual([width, true])
  }
})

for (const theme of colorThemes) {
  test(`axe finds no problems on the map and its settings, ${theme}`, async ({ page }) => {
    await owner.send('POST', '/api/user/config', { colorTheme: theme })
    await signInBrowser(page, server, owner.cookie)
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await open(page, `${server.address}/map`)
      await expect(canvas(page)).toBeVisible()
      expect([width, ...(await violations(page))]).toEqual([width])
      expect(await sidewaysScroll(page)).toBe(0)
      await town(page, 'Paris').click()
      await expectPictures(page)
      expect([width, ...(await violations(page))]).toEqual([width])
      await open(page, `${server.address}/map?album=${rome}`)
      await clickMiddle(page, () => expect(popup(page)).toBeVisible({ timeout: 1000 }))
      await expectPictures(page)
      expect([width, ...(await violations(page))]).toEqual([width])
      await openZone(page)
      await expect(canvas(page)).toBeVisible()
      expect([width, ...(await violations(page))]).toEqual([width])
      expect(await sidewaysScroll(page)).toBe(0)
    }
  })
}

/** A new zone in the settings, with its map open. */
async function openZone(page: Page): Promise<void> {
  await open(page, `${server.address}/account/places`)
  await page.getByRole('button', { name: 'Add a zone' }).click()
  await page.getByText('Choose on a map').click()
}

test('a home zone is set on the map, and hides the photos in it', async ({ page }) => {
  await signInBrowser(page, server, owner.cookie)
  await open(page, `${server.address}/account`)
  const account = page.getByRole('navigation', { name: 'Account' })
  await account.getByRole('link', { name: 'Places' }).click()
  await expect(page.getByText('4 photos with a location, 0 of them in a home zone.')).toBeVisible()
  await page.getByRole('button', { name: 'Add a zone' }).click()
  const zone = page.getByRole('group', { name: 'Zone 1' })
  await zone.getByText('Choose on a map').click()
  const position = zone.getByLabel('Latitude, longitude')
  await clickMiddle(page, () => expect(position).not.toHaveValue('', { timeout: 1000 }))
  // The middle of all four photos.
  const [latitude, longitude] = (await position.inputValue()).split(', ').map(Number)
  expect(latitude).toBeCloseTo(45.8, 0)
  expect(longitude).toBeCloseTo(7.4, 0)
  await zone.getByLabel('Radius in metres').fill('100000')
  await expect(zone.getByRole('status')).toHaveText('0 photos in this zone')
  // A photo's place, which the map then shows.
  await zone.getByText('Choose a photo taken there').click()
  await zone.getByRole('button', { name: /^Castle/ }).click()
  await expect(position).toHaveValue(/^49\.41\d+, 8\.71\d+$/)
  await expect(zone.getByRole('status')).toHaveText('1 photo in this zone')
  await zone.getByLabel('Name').fill('Home')
  await page.getByRole('button', { name: 'Submit' }).press('Enter')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect(page.getByText('4 photos with a location, 1 of them in a home zone.')).toBeVisible()
  const saved = await owner.json<PlaceSettings>('/api/places/settings')
  expect(saved.homeZones).toMatchObject([{ name: 'Home', radius: 100_000 }])

  await page.context().clearCookies()
  await open(page, `${server.address}/map`)
  await expect(town(page, 'Paris')).toBeVisible()
  await expect(page.getByText('Heidelberg')).toHaveCount(0)
  await show('exact')
})

test('the visibility of places is changed with the keyboard, and wrong zones are explained', async ({
  page,
}) => {
  await show('exact', [{ name: 'Home', latitude: 49.41, longitude: 8.7, radius: 2000 }])
  await signInBrowser(page, server, owner.cookie)
  await open(page, `${server.address}/account/places`)
  const choice = page.getByRole('group', { name: 'Who sees places' })
  await choice.getByRole('radio', { name: 'Exact' }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(choice.getByRole('radio', { name: 'Town' })).toBeChecked()
  await expect(page.getByText('Others see the name of the nearest town.')).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(choice.getByRole('radio', { name: 'Nobody' })).toBeChecked()
  const zone = page.getByRole('group', { name: 'Home' })
  await zone.getByLabel('Latitude, longitude').fill('95, 8')
  await page.keyboard.press('Enter')
  await expect(zone.getByText('Enter two numbers: −90 to 90, and −180 to 180')).toBeVisible()
  await expect(zone.getByLabel('Latitude, longitude')).toBeFocused()
  await page.getByRole('button', { name: 'Remove Home' }).press('Enter')
  await page.getByRole('button', { name: 'Submit' }).press('Enter')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  expect(await owner.json<PlaceSettings>('/api/places/settings')).toMatchObject({
    whoSees: 'nobody',
    homeZones: [],
  })

  await page.context().clearCookies()
  await open(page, server.address)
  await expect(page.getByRole('link', { name: 'Map', exact: true })).toHaveCount(0)
  await open(page, `${server.address}/map`)
  await expect(page.getByRole('heading', { name: 'Nothing on the map' })).toBeVisible()
  await show('exact')
})

test('a browser without WebGL has the list, and accepts a typed position', async ({ page }) => {
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null
  })
  await open(page, `${server.address}/map`)
  await expect(page.getByText('This browser cannot draw the map.')).toBeVisible()
  await town(page, 'Rome').click()
  await inTown(page, 'Rome, Italy').getByRole('link', { name: 'Forum' }).click()
  await expectPhoto(page, photos.Forum!)
  await signInBrowser(page, server, owner.cookie)
  await openZone(page)
  await expect(page.getByText('Type the position instead.')).toBeVisible()
})

test('the map says that it is being loaded', async ({ page }) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/countries-50m*', async (route) => {
    await promise
    await route.continue()
  })
  await open(page, `${server.address}/map`)
  await expect(page.getByText('Loading the map…')).toBeVisible()
  resolve()
  await expect(canvas(page)).toBeVisible()
  await expect(page.getByText('Loading the map…')).toHaveCount(0)
})

test.describe('failure', () => {
  test.use({ allowed: /ERR_FAILED/ })

  test('the list of towns remains when the world cannot be loaded', async ({ page }) => {
    await page.route('**/assets/countries-50m*', (route) => route.abort())
    await open(page, `${server.address}/map`)
    await expect(page.getByText('Could not load the map.')).toBeVisible()
    await expect(town(page, 'Rome')).toBeVisible()
  })
})

test.describe('no JavaScript', () => {
  test.use(withoutScripts)

  test('the list of towns leads to the photos without JavaScript', async ({ page }) => {
    await page.goto(`${server.address}/map`)
    await town(page, 'Rome').click()
    await inTown(page, 'Rome, Italy').getByRole('link', { name: 'Forum' }).click()
    await expect(page).toHaveURL(`${server.address}/photo/${photos.Forum!.id}`)
  })
})
