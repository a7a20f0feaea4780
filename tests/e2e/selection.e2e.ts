import type { Page } from 'playwright/test'
import type { Album } from '../../src/contract/albums/albums.ts'
import type { Photo, PhotoList } from '../../src/contract/photos/photos.ts'
import type { TrashList } from '../../src/contract/photos/trash.ts'
import { clearAway, type RunningVitrine } from '../support/executable.ts'
import { claimedGallery, type OwnerClient } from '../support/owner-client.ts'
import { camera } from '../support/photos.ts'
import { violations } from './axe.ts'
import { expect, expectPictures, test } from './gallery.ts'
import { publish } from './long-gallery.ts'
import { goBack, open, publicPhotos, scrollToTiles, signInBrowser } from './screen.ts'

// They share the photos, and each leaves them as it found them.
test.describe.configure({ mode: 'serial' })

const count = 26
let server: RunningVitrine
let owner: OwnerClient
let photos: Photo[]

test.beforeAll(async () => {
  ;({ server, owner } = await claimedGallery())
  for (let number = 0; number < count; number++) {
    const bytes = await camera({
      title: `Photo ${number}`,
      date: `2024:05:${String(28 - number).padStart(2, '0')} 07:08:09`,
      keywords: number < 3 ? ['harbour', 'evening'] : ['harbour'],
      creator: number < 3 ? 'Ann' : 'Ben',
    })
    await owner.upload({ name: `${number}.jpg`, bytes })
  }
  photos = await owner.photos()
  await publish(owner, photos.slice(0, 4))
})
test.afterAll(clearAway)
test.use({ reducedMotion: 'reduce' })
test.beforeEach(({ page }) => signInBrowser(page, server, owner.cookie))

const bar = (page: Page) => page.getByRole('region', { name: 'Selected photos' })
const tile = (page: Page, number: number) => page.locator('.photo-grid a.tile').nth(number)
const box = (page: Page, number: number) =>
  page.getByRole('checkbox', { name: `Select: Photo ${number}`, exact: true })
const expectCount = (page: Page, selected: number) =>
  expect(bar(page).getByRole('status')).toHaveText(`${selected} selected`)
const checked = (page: Page) => page.locator('[role=checkbox][aria-checked=true]').count()
const notice = (page: Page) => page.getByRole('region', { name: 'Notification' })
const now = (photo: Photo) => owner.json<Photo>(`/api/photos/${photo.id}`)
const orderOf = async ({ id }: { id: string }) =>
  (await owner.json<PhotoList>(`/api/albums/${id}/photos?limit=100`)).photos.map(
    ({ title }) => title,
  )

async function openGrid(page: Page, path = '/'): Promise<void> {
  await open(page, server.address + path)
  await expect(page.getByRole('button', { name: 'Select photos' })).toBeVisible()
}

async function choose(page: Page, menu: string, item: string): Promise<void> {
  await bar(page).getByRole('button', { name: menu, exact: true }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

async function undo(page: Page, text: string): Promise<void> {
  await expect(notice(page)).toContainText(text)
  await notice(page).getByRole('button', { name: 'Undo' }).click()
  await expect(notice(page)).toContainText('Undone')
  await notice(page).getByRole('button', { name: 'Close' }).click()
}

async function select(page: Page, ...numbers: number[]): Promise<void> {
  for (const number of numbers) await box(page, number).click()
  await expectCount(page, numbers.length)
}

async function makeAlbum(name: string, contents: readonly Photo[]): Promise<Album> {
  const made = await owner.send('POST', '/api/albums', { name })
  const { data } = (await made.json()) as { data: Album }
  const photoIds = contents.map(({ id }) => id)
  await owner.send('PUT', `/api/albums/${data.id}/photos/add`, { photoIds })
  return data
}

test('photos are selected with the mouse, also a range, and opened again afterwards', async ({
  page,
}) => {
  await openGrid(page)
  await expect(box(page, 1)).toHaveCSS('opacity', '0')
  await tile(page, 1).hover()
  await expect(box(page, 1)).toHaveCSS('opacity', '1')
  await box(page, 1).click()
  await expectCount(page, 1)
  await expect(box(page, 5)).toHaveCSS('opacity', '1')

  await tile(page, 4).click({ modifiers: ['Shift'] })
  await expectCount(page, 4)
  await tile(page, 2).click()
  await expectCount(page, 3)
  await box(page, 0).click({ modifiers: ['Shift'] })
  await expectCount(page, 5)
  await expect(page).toHaveURL(`${server.address}/`)
  expect(await violations(page)).toEqual([])

  await bar(page).getByRole('button', { name: 'Stop selecting' }).click()
  await expect(bar(page)).toBeHidden()
  expect(await checked(page)).toBe(0)
  await tile(page, 2).click()
  await expect(page).toHaveURL(new RegExp(`/photo/${photos[2]!.id}$`))
})

test('photos are selected with the keyboard, and the number is announced', async ({ page }) => {
  await openGrid(page)
  await tile(page, 0).focus()
  await page.keyboard.press('x')
  await expectCount(page, 1)
  await page.keyboard.press('Shift+ArrowRight')
  await expectCount(page, 2)
  await expect(tile(page, 1)).toBeFocused()
  const inRow = await page
    .locator('.photo-grid')
    .first()
    .evaluate((grid) => getComputedStyle(grid).gridTemplateColumns.split(' ').length)
  await page.keyboard.press('Shift+ArrowDown')
  await expectCount(page, inRow + 2)
  await expect(tile(page, 1 + inRow)).toBeFocused()
  await page.keyboard.press('Space')
  await expectCount(page, inRow + 1)
  await page.keyboard.press('Enter')
  await expectCount(page, inRow + 2)
  await page.keyboard.press('ControlOrMeta+a')
  await expectCount(page, await page.locator('a.tile').count())
  await page.keyboard.press('Escape')
  await expect(bar(page)).toBeHidden()
  await expect(tile(page, 1 + inRow)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/photo\//)
})

test('the selection is kept while more photos are loaded, and its tool starts it', async ({
  page,
}) => {
  await openGrid(page)
  await page.getByRole('button', { name: 'Select photos' }).click()
  await expect(bar(page).getByRole('status')).toContainText('Select photos')
  await expect(bar(page).getByRole('button', { name: 'Album' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await tile(page, 1).click()
  await scrollToTiles(page, count)
  await tile(page, 25).click({ modifiers: ['Shift'] })
  await expectCount(page, 25)
  await tile(page, 0).scrollIntoViewIfNeeded()
  await expect(box(page, 1)).toHaveAttribute('aria-checked', 'true')
  await expect(box(page, 0)).toHaveAttribute('aria-checked', 'false')
  await bar(page).getByRole('button', { name: 'Select all loaded photos' }).click()
  await expectCount(page, count)
})

test('photos are added to a new album, and undoing it removes the album', async ({ page }) => {
  await openGrid(page)
  await select(page, 5, 6)
  await choose(page, 'Album', 'Add to an album…')
  const dialog = page.getByRole('dialog', { name: 'Add 2 photos to an album' })
  await expect(dialog.getByRole('button', { name: /^Stream/ })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await dialog.getByLabel('Album', { exact: true }).fill('Quays')
  await expect(dialog.getByRole('button', { name: /^Stream/ })).toBeHidden()
  await dialog.getByRole('button', { name: 'Create “Quays”' }).click()
  await expect(dialog).toBeHidden()
  const album = (await owner.json<Album[]>('/api/albums')).find(({ name }) => name === 'Quays')!
  expect(await orderOf(album)).toEqual(['Photo 5', 'Photo 6'])
  await undo(page, '2 photos added to Quays')
  expect(await owner.json<Album[]>('/api/albums')).toHaveLength(1)
  await expectCount(page, 2)
})

test('photos that are removed from an album return to their places', async ({ page }) => {
  const album = await makeAlbum('Walk', photos.slice(6, 12))
  const order = [9, 6, 11, 7, 10, 8].map((number) => photos[number]!.id)
  await owner.send('PUT', `/api/albums/${album.id}/order`, { photos: order })
  const before = await orderOf(album)
  await openGrid(page, `/album/${album.id}`)
  await select(page, 9, 7)
  await choose(page, 'Album', 'Remove from this album')
  await expect(page.locator('a.tile')).toHaveCount(4)
  await expect(page.getByText('4 photos', { exact: true })).toBeVisible()
  expect(await orderOf(album)).toEqual(['Photo 6', 'Photo 11', 'Photo 10', 'Photo 8'])
  await expect(bar(page).getByRole('status')).toContainText('Select photos')
  await undo(page, '2 photos removed from Walk')
  await expect(page.locator('a.tile')).toHaveCount(6)
  expect(await orderOf(album)).toEqual(before)

  await openGrid(page)
  await select(page, 5, 6)
  await choose(page, 'Album', 'Remove from an album…')
  const dialog = page.getByRole('dialog', { name: 'Remove 2 photos from an album' })
  await expect(dialog.getByRole('button')).toHaveText([/^Walkcontains 1 of them$/, ''])
  await dialog.getByRole('button', { name: /^Walk/ }).click()
  await undo(page, '1 photo removed from Walk')
  expect(await orderOf(album)).toEqual(before)
  await owner.send('DELETE', `/api/albums/${album.id}`, {})
})

test('photos are made private and public together, and other albums that show them are named', async ({
  page,
}) => {
  const album = await makeAlbum('Open', photos.slice(1, 2))
  await openGrid(page)
  await select(page, 0, 1, 5)
  await choose(page, 'Visibility', 'Make private')
  await undo(page, '2 photos are private now.')
  await expect(notice(page)).toBeHidden()
  expect((await publicPhotos(server)).map(({ id }) => id)).toEqual(
    photos.slice(0, 4).map(({ id }) => id),
  )

  await choose(page, 'Visibility', 'Make private')
  await expect(notice(page)).toContainText('2 photos are private now.')
  await notice(page).getByRole('button', { name: 'Close' }).click()
  await expect(notice(page)).toContainText('Some are still visible in Open')
  await notice(page).getByRole('button', { name: 'Remove there too' }).click()
  await undo(page, '1 photo removed from Open')
  expect(await orderOf(album)).toEqual(['Photo 1'])

  await expectCount(page, 3)
  await bar(page).getByRole('button', { name: 'Make public' }).click()
  await expect(page.getByRole('button', { name: 'Public: Photo 5' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(page.getByText('26 photos (21 not in the photostream)')).toBeVisible()
  await undo(page, '3 photos are public now.')
  await bar(page).getByRole('button', { name: 'Make public' }).click()
  await expect(notice(page)).toContainText('3 photos are public now.')
  await page.keyboard.press('Escape')
  await box(page, 0).click()
  await box(page, 1).click()
  await bar(page).getByRole('button', { name: 'Make private' }).click()
  await expect(notice(page)).toContainText('1 photo is private now.')
  await owner.send('DELETE', `/api/albums/${album.id}`, {})
})

test('keywords are added and removed, and creator and copyright replaced', async ({ page }) => {
  await openGrid(page)
  await select(page, 1, 2, 3)
  await choose(page, 'Details', 'Keywords…')
  const keywords = page.getByRole('dialog', { name: 'Keywords of 3 photos' })
  await keywords.getByRole('button', { name: 'Save' }).click()
  await expect(keywords.getByRole('alert')).toHaveText('no changes')
  await keywords.getByLabel('Add keywords').fill('"boats, small",, evening')
  await keywords.getByRole('button', { name: 'harbour all' }).click()
  await expect(keywords.getByRole('button', { name: 'evening 2' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await keywords.getByLabel('Add keywords').press('Enter')
  await expect(notice(page)).toContainText('3 photos changed')
  expect((await now(photos[1]!)).keywords).toEqual(['evening', 'boats, small'])
  expect((await now(photos[3]!)).keywords).toEqual(['boats, small', 'evening'])
  await undo(page, '3 photos changed')
  expect((await now(photos[1]!)).keywords).toEqual(['harbour', 'evening'])
  expect((await now(photos[3]!)).keywords).toEqual(['harbour'])

  await choose(page, 'Details', 'Creator and copyright…')
  const rights = page.getByRole('dialog', { name: 'Creator and copyright of 3 photos' })
  await expect(rights.getByText('The photos have different values.')).toBeVisible()
  await rights.getByLabel('Creator').fill('Cleo')
  await rights.getByRole('button', { name: 'Replace' }).click()
  await expect(notice(page)).toContainText('3 photos changed')
  expect([(await now(photos[1]!)).creator, (await now(photos[1]!)).copyright]).toEqual([
    'Cleo',
    photos[1]!.copyright,
  ])
  // Pictures with the new credits have new addresses, which undoing would take away while they load.
  await expectPictures(page)
  await undo(page, '3 photos changed')
  expect([(await now(photos[1]!)).creator, (await now(photos[3]!)).creator]).toEqual(['Ann', 'Ben'])
})

test('photos are moved to the trash, and undoing it brings them back', async ({ page }) => {
  await openGrid(page)
  await select(page, 0, 4)
  await bar(page).getByRole('button', { name: 'Move to trash' }).focus()
  await page.keyboard.press('Enter')
  await expect(box(page, 0)).toBeHidden()
  await expect(box(page, 1)).toBeVisible()
  await expect(bar(page).getByRole('status')).toContainText('Select photos')
  expect((await owner.json<TrashList>('/api/trash')).total).toBe(2)
  await undo(page, '2 photos are in the trash.')
  await expect(box(page, 0)).toBeVisible()
  expect((await owner.photos()).map(({ id }) => id)).toEqual(photos.map(({ id }) => id))
  expect((await publicPhotos(server)).map(({ id }) => id)).toEqual(
    photos.slice(0, 4).map(({ id }) => id),
  )
})

test('the files of photos are read again, and the focus returns to the bar', async ({ page }) => {
  await openGrid(page)
  await select(page, 1, 2)
  await choose(page, 'Details', 'Read the file again…')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('status')).toContainText('The files have no new metadata')
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(bar(page).getByRole('button', { name: 'Stop selecting' })).toBeFocused()
  await expectCount(page, 2)
})

test.describe('deleted photos', () => {
  test.use({ allowed: /400/ })
  test('a photo deleted meanwhile stops a change, a notice says why, and the photo leaves the selection', async ({
    page,
  }) => {
    const bytes = await camera({ title: 'Photo 99', date: '2024:05:30 07:08:09' })
    const { id } = await owner.upload({ name: '99.jpg', bytes })
    await openGrid(page)
    await box(page, 99).hover()
    await box(page, 99).click()
    await box(page, 5).click()
    await owner.send('DELETE', `/api/photos/${id}`, { removeFiles: true })
    await bar(page).getByRole('button', { name: 'Make public' }).click()
    await expect(notice(page)).toContainText('one of these photos no longer exists')
    await expectCount(page, 1)
    expect((await now(photos[5]!)).isPublic).toBe(false)
  })
})

for (const width of [390, 1440]) {
  test(`dialogs about a selection start in their field, and Back asks before it is lost, ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    const back = () => goBack(page)
    await openGrid(page)
    await tile(page, 0).focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('Shift+ArrowRight')
    await expectCount(page, 2)

    // Typing is not lost while the photos' keywords are loading.
    const { promise: summary, resolve: send } = Promise.withResolvers<void>()
    await page.route('**/batch/summary', (route) => summary.then(() => route.continue()))
    const dialog = page.getByRole('dialog')
    await choose(page, 'Details', 'Keywords…')
    const keywords = dialog.getByLabel('Add keywords')
    await expect(keywords).toBeFocused()
    await page.keyboard.type('du')
    send()
    await expect(dialog.getByRole('button', { name: /^harbour/ })).toBeVisible()
    await page.keyboard.type('sk')
    await expect(keywords).toHaveValue('dusk')
    await back()
    await expect(dialog).toHaveCount(0)
    await expectCount(page, 2)
    for (const [menu, item, field] of [
      ['Details', 'Creator and copyright…', 'Creator'],
      ['Album', 'Add to an album…', 'Album'],
    ] as const) {
      await choose(page, menu, item)
      await expect(dialog.getByLabel(field, { exact: true })).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
    }

    const details = bar(page).getByRole('button', { name: 'Details', exact: true })
    await details.press('Enter')
    await expect(page.getByRole('menu')).toBeVisible()
    await back()
    await expect(page.getByRole('menu')).toHaveCount(0)
    const question = page.getByRole('alertdialog', { name: 'Stop selecting?' })
    for (const leave of [
      back,
      back,
      () => page.getByRole('link', { name: 'ABOUT' }).press('Enter'),
    ]) {
      await leave()
      await expect(question).toContainText('2 photos are selected.')
      await question.getByRole('button', { name: 'Keep selection' }).press('Enter')
      await expect(question).toHaveCount(0)
      await expectCount(page, 2)
      await expect(page).toHaveURL(`${server.address}/`)
    }
    await back()
    await question.getByRole('button', { name: 'Stop selecting' }).click()
    await expect(bar(page)).toBeHidden()
    expect(await checked(page)).toBe(0)
    // An empty selection is not worth a question.
    await page.getByRole('button', { name: 'Select photos' }).press('Enter')
    await expect(bar(page)).toBeVisible()
    await back()
    await expect(bar(page)).toBeHidden()
    await expect(page).toHaveURL(`${server.address}/`)
  })
}

test('visitors get neither the selection tool nor its code', async ({ page }) => {
  await page.context().clearCookies()
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  await open(page, server.address)
  await tile(page, 0).focus()
  await page.keyboard.press('x')
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  expect(scripts.filter((url) => /owner-grid|selection/.test(url))).toEqual([])
})

test.describe('touch', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('a long press starts selecting, taps continue, and the bar fits a phone', async ({
    page,
  }) => {
    await openGrid(page)
    await expect(box(page, 1)).toBeHidden()
    const client = await page.context().newCDPSession(page)
    const place = (await tile(page, 1).boundingBox())!
    const touchPoints = [{ x: place.x + 40, y: place.y + 40 }]
    await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
    await expectCount(page, 1)
    await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await expectCount(page, 1)
    await tile(page, 2).tap()
    await expectCount(page, 2)
    await tile(page, 1).tap()
    await expectCount(page, 1)
    await expect(page).toHaveURL(`${server.address}/`)

    const edges = await bar(page)
      .getByRole('button')
      .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().toJSON()))
    for (const { left, right, width, height } of edges) {
      expect([left >= 0, right <= 390, width >= 44, height >= 44]).toEqual([true, true, true, true])
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    expect(await violations(page)).toEqual([])
    await bar(page).getByRole('button', { name: 'Stop selecting' }).tap()
    await tile(page, 2).tap()
    await expect(page).toHaveURL(new RegExp(`/photo/${photos[2]!.id}$`))
  })
})
