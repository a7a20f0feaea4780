import type { Page } from 'playwright/test'
import { colorThemes } from '../../src/contract/site/appearance.ts'
import type { Sharing } from '../../src/contract/site/sharing.ts'
import { clearAway, type RunningVitrine } from '../support/executable.ts'
import { makePhotos } from '../support/made-photos.ts'
import { claimedGallery, type OwnerClient } from '../support/owner-client.ts'
import { violations } from './axe.ts'
import { expect, test } from './gallery.ts'
import { publish } from './long-gallery.ts'
import { open, signInBrowser } from './screen.ts'

// The tests change one gallery in order.
test.describe.configure({ mode: 'serial' })

let server: RunningVitrine
let owner: OwnerClient
let photoId: string

test.beforeAll(async () => {
  ;({ server, owner } = await claimedGallery())
  for (const photo of await makePhotos(1)) await owner.upload(photo)
  const photos = await owner.photos()
  photoId = photos[0]!.id
  await publish(owner, photos)
})
test.afterAll(clearAway)

const saved = () => owner.json<Sharing>('/api/sharing')
const search = (page: Page) => page.getByRole('switch', { name: 'Allow search engines' })
const ai = (page: Page) => page.getByRole('switch', { name: 'Keep AI crawlers out' })
const licence = (page: Page) => page.getByRole('combobox', { name: 'Default licence' })
const submit = (page: Page) => page.getByRole('button', { name: 'Submit' })

async function openForm(page: Page): Promise<void> {
  await signInBrowser(page, server, owner.cookie)
  await open(page, `${server.address}/account/sharing`)
  await expect(search(page)).toBeVisible()
}

test('the sharing form shows the saved settings, which let search engines in and keep AI out', async ({
  page,
}) => {
  await signInBrowser(page, server, owner.cookie)
  await open(page, `${server.address}/account`)
  await page
    .getByRole('navigation', { name: 'Account' })
    .getByRole('link', { name: 'Sharing' })
    .click()
  await expect(page).toHaveURL(/\/account\/sharing$/)
  await expect(page).toHaveTitle('Sharing · Ann')
  await expect(search(page)).toBeChecked()
  await expect(ai(page)).toBeChecked()
  await expect(licence(page)).toHaveText('All rights reserved')
})

test('the sharing settings are changed with the keyboard alone', async ({ page }) => {
  await openForm(page)
  await search(page).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await expect(ai(page)).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page.getByText('A change also applies to photos already')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(licence(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(licence(page)).toHaveText('CC BY-SA 4.0 (Attribution, share alike)')
  await page.keyboard.press('Tab')
  const link = page.getByRole('link', { name: 'Read this licence' })
  await expect(link).toBeFocused()
  await expect(link).toHaveAttribute('href', 'https://creativecommons.org/licenses/by-sa/4.0/')
  await page.keyboard.press('Tab')
  await expect(submit(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  expect(await saved()).toEqual({
    allowSearchEngines: false,
    keepAiOut: false,
    licence: 'cc-by-sa',
  })
})

test('the licence is shown beside a photo, also right after it was changed', async ({ page }) => {
  await open(page, `${server.address}/photo/${photoId}`)
  const shown = page.getByRole('link', { name: 'CC BY-SA 4.0' })
  await expect(shown).toHaveAttribute('href', 'https://creativecommons.org/licenses/by-sa/4.0/')
  await openForm(page)
  await licence(page).click()
  await page.getByRole('option', { name: 'All rights reserved' }).click()
  await submit(page).click()
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  await page.getByRole('link', { name: 'Ann' }).first().click()
  await page.locator('a.tile').first().click()
  await expect(
    page.getByRole('definition').filter({ hasText: 'All rights reserved' }),
  ).toBeVisible()
})

test.describe('server errors', () => {
  test.use({ allowed: /\/api\/sharing/ })

  test('failures to save sharing settings say so, and unsaved changes are kept until the owner decides', async ({
    page,
  }) => {
    await openForm(page)
    await page.route('**/api/sharing', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({
            status: 503,
            json: { error: { code: 503, message: 'the disk is full' } },
          })
        : route.fallback(),
    )
    await search(page).click()
    await submit(page).click()
    await expect(page.getByRole('alert')).toContainText('The disk is full')
    const settings = page.getByRole('navigation', { name: 'Account' })
    await settings.getByRole('link', { name: 'UX Config' }).click()
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
    await question.getByRole('button', { name: 'Stay' }).click()
    await expect(search(page)).toBeChecked()
    await settings.getByRole('link', { name: 'UX Config' }).click()
    await question.getByRole('button', { name: 'Leave' }).click()
    await expect(page).toHaveURL(/\/account\/uxconfig$/)
    expect(await saved()).toMatchObject({ allowSearchEngines: false })
  })
  test('sharing settings that cannot be loaded can be loaded again', async ({ page }) => {
    await signInBrowser(page, server, owner.cookie)
    await page.route('**/api/sharing', (route) => route.abort(), { times: 1 })
    await open(page, `${server.address}/account/sharing`)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(search(page)).toBeVisible()
  })
})

for (const colorTheme of colorThemes) {
  test(`axe finds no problems on the sharing form, ${colorTheme}`, async ({ page }) => {
    expect((await owner.send('POST', '/api/user/config', { colorTheme })).status).toBe(200)
    await openForm(page)
    await ai(page).click()
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      expect([width, ...(await violations(page))]).toEqual([width])
    }
  })
}
