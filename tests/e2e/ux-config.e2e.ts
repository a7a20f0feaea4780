import type { Page, Route } from 'playwright/test'
import type { Album } from '../../src/contract/albums/albums.ts'
import type { UxConfig } from '../../src/contract/site/ux-config.ts'
import { clearAway, type RunningVitrine } from '../support/executable.ts'
import { makePhotos } from '../support/made-photos.ts'
import { claimedGallery, type OwnerClient } from '../support/owner-client.ts'
import { expect, expectPictures, test } from './gallery.ts'
import { reload } from './go-to.ts'
import { publish } from './long-gallery.ts'
import { goBack, open, publicPhotos, signInBrowser } from './screen.ts'

// The tests change one gallery in order, and the last one deletes its photos.
test.describe.configure({ mode: 'serial' })

const longName = 'Sommerfrische am Donaudampfschifffahrtsgesellschaftsbadestrand, second year'
let server: RunningVitrine
let owner: OwnerClient

test.beforeAll(async () => {
  ;({ server, owner } = await claimedGallery())
  for (const photo of await makePhotos(7)) await owner.upload(photo)
  await publish(owner, (await owner.photos()).slice(0, 5))
  await owner.send('POST', '/api/albums', { name: longName })
  const made = await owner.send('POST', '/api/albums', { name: 'For friends' })
  const { id } = ((await made.json()) as { data: Album }).data
  await owner.send('PUT', `/api/albums/${id}`, { code: 'a code' })
})
test.afterAll(clearAway)

const config = () => owner.json<UxConfig>('/api/user/config')
const html = (page: Page) => page.locator('html')
const topBar = (page: Page) => page.locator('.top-bar')
const submit = (page: Page) => page.getByRole('button', { name: 'Submit' })
const radio = (page: Page, group: string, name: string) =>
  page.getByRole('group', { name: group }).getByRole('radio', { name, exact: true })
const choose = (page: Page, group: string, name: string) =>
  page.getByRole('group', { name: group }).getByText(name, { exact: true }).click()
const album = (page: Page) => page.getByRole('combobox', { name: 'Photostream Album' })
const refuse = (status: number, message: string) => (route: Route) =>
  route.fulfill({ status, json: { error: { code: status, message } } })

async function openForm(page: Page): Promise<void> {
  await signInBrowser(page, server, owner.cookie)
  await open(page, `${server.address}/account/uxconfig`)
  await expect(page.getByRole('heading', { name: 'UX Config' })).toBeVisible()
}

test('the display form shows the ten saved settings', async ({ page }) => {
  await signInBrowser(page, server, owner.cookie)
  await open(page, `${server.address}/account`)
  const settings = page.getByRole('navigation', { name: 'Account' })
  await settings.getByRole('link', { name: 'UX Config' }).click()
  await expect(page).toHaveURL(/\/account\/uxconfig$/)
  await expect(page).toHaveTitle('UX Config · Ann')
  await expect(page.getByLabel('Grid Columns')).toHaveValue('3')
  await expect(page.getByLabel('Load Items')).toHaveValue('12')
  await expect(radio(page, 'Grid Spacing', 'None')).toBeChecked()
  await expect(radio(page, 'Photo Background', 'Light')).toBeChecked()
  await expect(radio(page, 'Photo Borders', 'All sides')).toBeChecked()
  await expect(radio(page, 'Color Theme', 'Light')).toBeChecked()
  await expect(page.getByRole('switch', { name: 'Show Bio' })).toBeChecked()
  await expect(page.getByRole('switch', { name: 'Dense Top Bar' })).not.toBeChecked()
  await expect(page.getByRole('switch', { name: 'Dense Bottom Bar' })).not.toBeChecked()
  await expect(album(page)).toHaveText('Stream')
  await expectPictures(page)
})

test('the page previews the display settings and reverts them on leaving', async ({ page }) => {
  await openForm(page)
  await choose(page, 'Color Theme', 'Dark')
  await choose(page, 'Photo Background', 'Grey')
  await choose(page, 'Photo Borders', 'Left and right')
  await page.getByRole('switch', { name: 'Dense Top Bar' }).click()
  await expect(html(page)).toHaveClass('dark')
  await expect(html(page)).toHaveAttribute('data-wall', 'grey')
  await expect(html(page)).toHaveAttribute('data-borders', 'left-right')
  await expect(topBar(page)).toHaveClass(/is-dense/)
  await page.getByRole('link', { name: 'Profile' }).click()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(page).toHaveURL(/\/account\/uxconfig$/)
  await expect(html(page)).toHaveClass('dark')
  await expect(radio(page, 'Photo Background', 'Grey')).toBeChecked()
  await page.getByRole('link', { name: 'Profile' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/account\/profile$/)
  await expect(html(page)).toHaveClass('light')
  await expect(html(page)).toHaveAttribute('data-wall', 'light')
  await expect(html(page)).toHaveAttribute('data-borders', 'all')
  await expect(topBar(page)).not.toHaveClass(/is-dense/)
  expect(await config()).toMatchObject({ colorTheme: 'light', photoBackgroundColor: 'light' })
})

test('going back and closing ask about unsaved display settings, but only if there are any', async ({
  page,
}) => {
  await signInBrowser(page, server, owner.cookie)
  await open(page, `${server.address}/account/profile`)
  const settings = page.getByRole('navigation', { name: 'Account' })
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await settings.getByRole('link', { name: 'UX Config' }).click()
  await page.getByLabel('Grid Columns').fill('9')
  await goBack(page)
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(page.getByLabel('Grid Columns')).toHaveValue('9')
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  expect((await asked).type()).toBe('beforeunload')
  await (await asked).dismiss()
  await goBack(page)
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/account\/profile$/)

  await settings.getByRole('link', { name: 'UX Config' }).click()
  await expect(page.getByLabel('Grid Columns')).toHaveValue('3')
  await choose(page, 'Color Theme', 'Dark')
  await choose(page, 'Color Theme', 'Light')
  await goBack(page)
  await expect(page).toHaveURL(/\/account\/profile$/)
  await expect(question).toHaveCount(0)
})

test('saved display settings apply everywhere at once and after a reload', async ({ page }) => {
  await openForm(page)
  await page.getByLabel('Grid Columns').fill('5')
  await page.getByLabel('Load Items').fill('2')
  await choose(page, 'Grid Spacing', 'Thick')
  await page.getByRole('switch', { name: 'Show Bio' }).click()
  await page.getByRole('switch', { name: 'Dense Bottom Bar' }).click()
  await choose(page, 'Color Theme', 'Dark')
  await choose(page, 'Photo Background', 'Black')
  await choose(page, 'Photo Borders', 'None')
  await submit(page).click()
  await expect(page.getByRole('status').getByText('Saved')).toBeVisible()
  const { photoStreamAlbumId, ...saved } = await config()
  expect(photoStreamAlbumId).not.toBe('')
  expect(saved).toEqual({
    photoGridCols: 5,
    photoGridSpacing: 15,
    photoItemsLoad: 2,
    showBio: false,
    photoBackgroundColor: 'black',
    colorTheme: 'dark',
    denseTopBar: false,
    denseBottomBar: true,
    photoBorders: 'none',
  })
  const asked = page.waitForRequest(/\/api\/photos\?/)
  await page.getByRole('link', { name: 'Home' }).click()
  expect(new URL((await asked).url()).searchParams.get('limit')).toBe('2')
  const grid = page.locator('.photo-grids')
  await expect(grid).toHaveCSS('--columns', '5')
  await expect(grid).toHaveCSS('--spacing', '15px')
  await expect(html(page)).toHaveClass('dark')
  await reload(page)
  await expect(html(page)).toHaveClass('dark')
  await expect(html(page)).toHaveAttribute('data-wall', 'black')
})

test('the display form works with the keyboard: arrows choose, Enter submits', async ({ page }) => {
  await openForm(page)
  await page.getByLabel('Grid Columns').press('Tab')
  await expect(radio(page, 'Grid Spacing', 'Thick')).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(radio(page, 'Grid Spacing', 'Normal')).toBeChecked()
  await page.getByLabel('Load Items').fill('12')
  await page.getByRole('switch', { name: 'Show Bio' }).press('Space')
  // Albums load after the form, and a list opened earlier would place its selection differently.
  await expect(album(page)).toHaveText('Stream')
  await album(page).press('Enter')
  await expect(page.getByRole('option')).toHaveText(['None', 'For friends', longName, 'Stream'])
  await expect(page.getByRole('option', { name: 'Stream' })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(album(page)).toHaveText(longName)
  await expect(album(page)).toBeFocused()
  await page.getByLabel('Load Items').press('Enter')
  await expect(page.getByRole('status').getByText('Saved')).toBeVisible()
  expect(await config()).toMatchObject({ photoGridSpacing: 10, showBio: true })
  expect(await publicPhotos(server)).toEqual([])
})

test('the display form warns that an album with a code becomes public as the photostream', async ({
  page,
}) => {
  await openForm(page)
  const coded = page.getByText('but its photos are public while it is the photostream')
  await expect(album(page)).toHaveText(longName)
  await expect(coded).toHaveCount(0)
  await album(page).click()
  await page.getByRole('option', { name: 'For friends' }).click()
  await expect(coded).toBeVisible()
  await album(page).click()
  await page.getByRole('option', { name: 'None' }).click()
  await expect(page.getByText('Without one, visitors see no photos')).toBeVisible()
  await submit(page).click()
  await expect(page.getByRole('status').getByText('Saved')).toBeVisible()
  expect((await config()).photoStreamAlbumId).toBe('')
  await expect(album(page)).toHaveText('None')
})

test('numbers out of range are refused beside their fields; an empty one becomes the default', async ({
  page,
}) => {
  await openForm(page)
  for (const wrong of ['0', '13', '2.5']) {
    await page.getByLabel('Grid Columns').fill(wrong)
    await submit(page).click()
    await expect(page.getByText('Must be a whole number from 1 to 12')).toBeVisible()
    await expect(page.getByLabel('Grid Columns')).toBeFocused()
  }
  // Every wrong field is marked, and stays so until it is changed.
  await page.getByLabel('Load Items').fill('501')
  await submit(page).click()
  await expect(page.getByLabel('Grid Columns')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Load Items')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Grid Columns').fill('')
  await expect(page.getByLabel('Grid Columns')).toHaveAttribute('aria-invalid', 'false')
  await expect(page.getByText('Must be a whole number from 1 to 500')).toBeVisible()
  await submit(page).click()
  await expect(page.getByText('Must be a whole number from 1 to 500')).toBeVisible()
  await expect(page.getByLabel('Grid Columns')).toHaveValue('4')
  await page.getByLabel('Load Items').fill('')
  await page.getByLabel('Load Items').press('Enter')
  await expect(page.getByLabel('Load Items')).toHaveValue('12')
  await expect(page.getByRole('status').getByText('Saved')).toBeVisible()
  expect(await config()).toMatchObject({ photoGridCols: 4, photoItemsLoad: 12 })
  await expect(page.getByLabel('Grid Columns')).toHaveValue('4')
})

test.describe('failures', () => {
  test.use({
    allowed: /^(answer|console.*) 503.*\/api\/(user\/config|albums|photo)|console: ApiError: 503/,
  })
  const alert = (page: Page) => page.getByRole('alert')

  test('display settings that cannot be saved stay in the form', async ({ page }) => {
    await openForm(page)
    // On a slow machine, the form may load the config only now; let that request pass.
    await page.route('**/api/user/config', (route) =>
      route.request().method() === 'POST'
        ? refuse(503, 'the disk is full')(route)
        : route.continue(),
    )
    await page.getByLabel('Grid Columns').fill('7')
    await submit(page).click()
    await expect(alert(page)).toHaveText('503: the disk is full')
    await expect(page.getByText(/the disk is full/i)).toHaveCount(1)
    await expect(page.getByLabel('Grid Columns')).toHaveValue('7')
    expect((await config()).photoGridCols).toBe(4)
  })

  test('display settings that cannot be loaded are alerted', async ({ page }) => {
    await page.route('**/api/user/config', refuse(503, 'busy'))
    await openForm(page)
    await expect(alert(page)).toHaveText('error fetching uxConfig: 503: busy')
    await expect(page.getByLabel('Grid Columns')).toHaveValue('4')
  })

  test('the current album can stay selected when the albums cannot be loaded', async ({ page }) => {
    const [{ id }] = await owner.json<[Album]>('/api/albums')
    await owner.send('POST', '/api/user/config', { photoStreamAlbumId: id })
    const logged: string[] = []
    page.on('console', (message) => logged.push(message.text()))
    await page.route('**/api/albums', refuse(503, 'busy'))
    await openForm(page)
    await expect(page.getByText('Could not load the albums')).toBeVisible()
    await expect(album(page)).toHaveText('Current album')
    await expect(alert(page)).toHaveCount(0)
    await expect.poll(() => logged.join()).toContain('503: busy')
    await page.getByLabel('Grid Columns').fill('3')
    await submit(page).click()
    await expect(page.getByRole('status').getByText('Saved')).toBeVisible()
    expect(await config()).toMatchObject({ photoGridCols: 3, photoStreamAlbumId: id })
  })

  test('photos that could not be deleted are still there', async ({ page }) => {
    await signInBrowser(page, server, owner.cookie)
    await open(page, `${server.address}/account/trash`)
    await page.route('**/api/photo', refuse(503, 'the disk is full'))
    await page.getByRole('button', { name: 'Delete all photos' }).click()
    await page.getByLabel('Number of photos').fill('7')
    await page.keyboard.press('Enter')
    await expect(alert(page)).toHaveText('could not delete photo: 503: the disk is full')
    await expect(page.getByRole('alertdialog')).toBeVisible()
    expect((await owner.photos()).length).toBe(7)
  })
})

test.describe('confirmation', () => {
  test.use({ allowed: /(answer|console).* 409/ })

  test('photos added during the confirmation stop the deletion of all photos', async ({ page }) => {
    await signInBrowser(page, server, owner.cookie)
    await open(page, `${server.address}/account/trash`)
    await page.getByRole('button', { name: 'Delete all photos' }).click()
    await page.getByLabel('Number of photos').fill('7')
    const [made] = await makePhotos(1, { width: 320, height: 200 })
    await owner.upload(made!)
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toContainText('to 8. Nothing was deleted.')
    await expect(dialog.getByRole('button', { name: 'Delete 8 photos' })).toBeVisible()
    await expect(page.getByLabel('Number of photos')).toBeFocused()
    const photos = await owner.photos()
    expect(photos.length).toBe(8)
    const newest = photos.find(({ width }) => width === 320)!
    await owner.send('DELETE', `/api/photos/${newest.id}`, { removeFiles: true })
  })
})

test('all photos are deleted, but only after their number has been entered', async ({ page }) => {
  await signInBrowser(page, server, owner.cookie)
  await open(page, server.address)
  await expect(page.locator('a.tile').first()).toBeVisible()
  await page.getByRole('link', { name: 'ACCOUNT', exact: true }).click()
  await page.getByRole('link', { name: 'Trash' }).click()
  const button = page.getByRole('button', { name: 'Delete all photos' })
  const dialog = page.getByRole('alertdialog', { name: 'Delete all photos?' })
  await button.press('Enter')
  await expect(page.getByLabel('Number of photos')).toBeFocused()
  await expect(dialog).toContainText('All 7 photos')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(button).toBeFocused()

  await button.click()
  await page.getByLabel('Number of photos').fill('6')
  await dialog.getByRole('button', { name: 'Delete 7 photos' }).click()
  await expect(dialog).toContainText('Enter exactly 7')
  expect((await owner.photos()).length).toBe(7)

  const held = Promise.withResolvers<void>()
  await page.route('**/api/photo', async (route) => {
    expect(route.request().postDataJSON()).toEqual({ removeFiles: true, count: 7 })
    await held.promise
    await route.continue()
  })
  await page.getByLabel('Number of photos').fill('7')
  await dialog.getByRole('button', { name: 'Delete 7 photos' }).click()
  await expect(dialog.getByRole('status')).toHaveText('Deleting photos…')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  held.resolve()
  await expect(page.getByRole('alert')).toHaveText('deleted 7 photo')
  await expect(dialog).toHaveCount(0)
  expect(await owner.photos()).toEqual([])
  await page.getByRole('link', { name: 'Home' }).click()
  await expect(page.getByRole('heading', { name: 'No photos yet' })).toBeVisible()
  await expect(page.locator('a.tile')).toHaveCount(0)

  await open(page, `${server.address}/account/trash`)
  await button.click()
  await expect(dialog).toContainText('There are no photos to delete.')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(button).toBeFocused()
})
