import type { Page } from 'playwright/test'
import type { TrashList } from '../../src/contract/photos/trash.ts'
import { colorThemes } from '../../src/contract/site/appearance.ts'
import { clearAway, type RunningVitrine } from '../support/executable.ts'
import { makePhotos } from '../support/made-photos.ts'
import { claimedGallery, type OwnerClient } from '../support/owner-client.ts'
import { violations } from './axe.ts'
import { finished, mockDrive, running } from './drive-mock.ts'
import { expect, expectPictures, sidewaysScroll, test } from './gallery.ts'
import { publish } from './long-gallery.ts'
import { open, signInBrowser } from './screen.ts'

// The tests change one gallery in order.
test.describe.configure({ mode: 'serial' })

let server: RunningVitrine
let owner: OwnerClient

test.beforeAll(async () => {
  ;({ server, owner } = await claimedGallery())
  for (const photo of await makePhotos(4)) await owner.upload(photo)
  await publish(owner, await owner.photos())
})
test.afterAll(clearAway)
test.beforeEach(({ page }) => signInBrowser(page, server, owner.cookie))

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const dialog = (page: Page) => page.getByRole('alertdialog')
const rows = (page: Page) =>
  page.getByRole('list', { name: 'Photos in the trash' }).getByRole('listitem')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const trashed = async () =>
  (await owner.json<TrashList>('/api/trash')).photos.map(({ title }) => title)
const titles = async () => (await owner.photos()).map(({ title }) => title)

async function openPhoto(page: Page, title: string): Promise<void> {
  await open(page, server.address)
  await page.getByRole('link', { name: title }).click()
  await expect(heading(page)).toHaveText(title)
  // A request of the photo's after its deletion would fail.
  await expect(page.getByText('Be the first to like this picture')).toBeVisible()
  await expectPictures(page)
}

test('a photo moves to the trash, and Undo brings it back to where it was', async ({ page }) => {
  await openPhoto(page, 'Made photo 2')
  const address = page.url()
  await button(page, 'Delete Photo').click()
  await expect(dialog(page)).toContainText(
    'The photo is moved to the trash. You can restore it from there for 30 days.',
  )
  expect(await violations(page)).toEqual([])
  await button(page, 'Move to trash').click()
  await expect(page.getByRole('alert')).toHaveText('The photo is in the trash.')
  await expect(heading(page)).toHaveText('Made photo 1')
  expect(await trashed()).toEqual(['Made photo 2'])
  await button(page, 'Undo').click()
  await expect(heading(page)).toHaveText('Made photo 2')
  expect(page.url()).toBe(address)
  await expect(page.getByText('2 of 4')).toBeVisible()
  expect(await trashed()).toEqual([])
  await page.getByRole('link', { name: 'All photos' }).click()
  await expect(page.locator('a.tile')).toHaveCount(4)
  await expectPictures(page)
})

test('the Undo of a deletion remains when an import ends, which is announced afterwards', async ({
  page,
}) => {
  await mockDrive(page, { job: running })
  const known = page.waitForResponse((response) => response.url().endsWith('/api/drive/job'))
  await open(page, `${server.address}/account/drive`)
  await known
  let job = running
  await page.route(/\/api\/drive\/job/, (route) => route.fulfill({ json: { data: job } }))
  await page.getByRole('link', { name: 'Home' }).click()
  const progress = page.getByRole('link', { name: 'Import: 683 of 1,234' })
  await expect(progress).toBeVisible()
  await page.getByRole('link', { name: 'Made photo 2' }).click()
  await expect(page.getByText('Be the first to like this picture')).toBeVisible()
  await button(page, 'Delete Photo').click()
  await button(page, 'Move to trash').click()
  await expect(page.getByRole('alert')).toHaveText('The photo is in the trash.')
  job = finished
  await expect(progress).toHaveCount(0)
  await expect(page.getByRole('alert')).toHaveText('The photo is in the trash.')
  await button(page, 'Undo').click()
  await expect(page.getByRole('alert')).toHaveText('1,200 imported, 31 skipped, 3 failed')
  await expect.poll(trashed).toEqual([])
})

test('a photo is deleted for good from the dialog, with the keyboard', async ({ page }) => {
  await openPhoto(page, 'Made photo 0')
  await page.keyboard.press('Delete')
  await expect(button(page, 'Cancel')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(button(page, 'Delete now')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Made photo 1')
  await expect(dialog(page)).toHaveCount(0)
  expect(await trashed()).toEqual([])
  expect(await titles()).toEqual(['Made photo 3', 'Made photo 2', 'Made photo 1'])
})

test('the trash shows its photos, which are restored by mouse', async ({ page }) => {
  for (const { id } of await owner.photos()) {
    await owner.send('DELETE', `/api/photos/${id}`, { removeFiles: true })
  }
  await open(page, `${server.address}/account`)
  await page
    .getByRole('navigation', { name: 'Account' })
    .getByRole('link', { name: 'Trash' })
    .click()
  await expect(page).toHaveTitle('Trash · Ann')
  await expect(rows(page)).toHaveCount(3)
  await expect(rows(page).first()).toContainText('Made photo 1')
  await expect(rows(page).first()).toContainText(/Will be deleted for good on \w+ \d+, \d{4}/)
  await expect(rows(page).first()).toContainText('In ')
  await expect(page.getByText(/^3 photos, \d/)).toBeVisible()
  await expectPictures(page)
  await button(page, 'Restore: Made photo 2').click()
  await expect(page.getByRole('alert')).toHaveText('The photo is back in the gallery.')
  await expect(rows(page)).toHaveCount(2)
  await expect(button(page, 'Restore: Made photo 3')).toBeFocused()
  expect(await titles()).toEqual(['Made photo 2'])
  await button(page, 'Show photo').click()
  await expect(heading(page)).toHaveText('Made photo 2')
})

test('the trash has no accessibility problems, even on phones', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  for (const theme of colorThemes) {
    await owner.send('POST', '/api/user/config', { colorTheme: theme })
    await open(page, `${server.address}/account/trash`)
    await expect(rows(page)).toHaveCount(2)
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      expect([theme, width, ...(await violations(page))]).toEqual([theme, width])
      expect(await sidewaysScroll(page)).toBe(0)
    }
  }
})

test('photos are deleted for good after a question, with the keyboard', async ({ page }) => {
  await open(page, `${server.address}/account/trash`)
  await button(page, 'Delete now: Made photo 1').focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText('“Made photo 1” will be deleted')
  await expect(button(page, 'Cancel')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  expect(await trashed()).toHaveLength(2)
  await expect(button(page, 'Delete now: Made photo 1')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(button(page, 'Cancel')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveCount(1)
  await expect(button(page, 'Restore: Made photo 3')).toBeFocused()
  expect(await trashed()).toEqual(['Made photo 3'])
})

test('all photos are restored at once', async ({ page }) => {
  const [photo] = await owner.photos()
  await owner.send('DELETE', `/api/photos/${photo!.id}`, { removeFiles: true })
  await open(page, `${server.address}/account/trash`)
  await expect(rows(page)).toHaveCount(2)
  await button(page, 'Restore all').click()
  await expect(page.getByRole('alert')).toHaveText('2 photos are back in the gallery.')
  await expect(page.getByRole('heading', { name: 'The trash is empty' })).toBeVisible()
  await expect(heading(page)).toBeFocused()
  expect(await titles()).toEqual(['Made photo 3', 'Made photo 2'])
})

test('the trash is emptied after a question', async ({ page }) => {
  for (const { id } of await owner.photos()) {
    await owner.send('DELETE', `/api/photos/${id}`, { removeFiles: true })
  }
  await open(page, `${server.address}/account/trash`)
  await button(page, 'Empty trash').click()
  await expect(dialog(page)).toContainText('All 2 photos in the trash will be deleted')
  await dialog(page).getByRole('button', { name: 'Empty trash' }).click()
  await expect(page.getByRole('heading', { name: 'The trash is empty' })).toBeVisible()
  expect(await trashed()).toEqual([])
})

test.describe('server errors', () => {
  test.use({ allowed: /\/api\/trash/ })

  test('a trash that the server refuses to load shows the reason and can be loaded again', async ({
    page,
  }) => {
    const error = { code: 503, message: 'the server has too much to do; try again in a minute' }
    await page.route('**/api/trash?*', (route) => route.fulfill({ status: 503, json: { error } }), {
      times: 1,
    })
    await open(page, `${server.address}/account/trash`)
    await expect(page.getByRole('alert')).toContainText('The server has too much to do')
    await button(page, 'Try again').click()
    await expect(page.getByRole('heading', { name: 'The trash is empty' })).toBeVisible()
  })
})
