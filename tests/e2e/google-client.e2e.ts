import type { Page } from 'playwright/test'
import { clearAway, type RunningVitrine } from '../support/executable.ts'
import { claimedGallery, type OwnerClient } from '../support/owner-client.ts'
import { expect, test } from './gallery.ts'
import { open, signInBrowser } from './screen.ts'

// The tests change one gallery, one after another.
test.describe.configure({ mode: 'serial' })

let server: RunningVitrine
let owner: OwnerClient
const id = '1234567890-made.apps.googleusercontent.com'
const secret = 'GOCSPX-a-made-up-secret'

test.beforeAll(async () => {
  ;({ server, owner } = await claimedGallery())
})
test.afterAll(clearAway)

const part = (page: Page) => page.getByRole('region', { name: 'Client ID and secret' })
const idField = (page: Page) => part(page).getByLabel('Client ID')
const secretField = (page: Page) => part(page).getByLabel('Client secret', { exact: true })
const button = (page: Page, name: string) => part(page).getByRole('button', { name })

async function openDrive(page: Page) {
  await signInBrowser(page, server, owner.cookie)
  await open(page, `${server.address}/account/drive`)
}

test.describe('unset', () => {
  test.use({ allowed: /^(answer|console.*) 400.*\/api\/drive\/client|status of 400/ })

  test('the form without a Google client says what is missing or wrong, and takes effect without a restart', async ({
    page,
  }) => {
    await openDrive(page)
    await expect(page.getByRole('heading', { name: 'Set up access' })).toBeVisible()
    await button(page, 'Save').press('Enter')
    await expect(idField(page)).toHaveAccessibleDescription('Enter the client ID')
    await expect(idField(page)).toBeFocused()
    await idField(page).fill(secret)
    await secretField(page).fill(secret)
    await page.keyboard.press('Enter')
    await expect(idField(page)).toHaveAccessibleDescription(
      'Is a client secret; enter the client ID here',
    )
    await idField(page).fill(id)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('link', { name: 'Connect Google Drive' })).toBeVisible()
    await expect(part(page)).toContainText(id)
    await expect(part(page).getByText('Set', { exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Client ID and secret' })).toBeFocused()
    expect(await page.content()).not.toContain(secret)
  })
})

test('the Google client is replaced only after a question, and the secret is not shown again', async ({
  page,
}) => {
  await openDrive(page)
  await button(page, 'Replace').press('Enter')
  await expect(idField(page)).toBeFocused()
  await expect(idField(page)).toHaveValue(id)
  await expect(secretField(page)).toHaveValue('')
  await expect(secretField(page)).toHaveAccessibleDescription(/keep the current secret/)
  await idField(page).fill(`2-${id}`)
  await button(page, 'Save').click()
  await expect(secretField(page)).toHaveAccessibleDescription('Enter the client secret')
  await secretField(page).fill(`${secret}-2`)
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Replace the client?' })
  await expect(question).not.toContainText('disconnected')
  await question.getByRole('button', { name: 'Replace' }).press('Enter')
  await expect(part(page)).toContainText(`2-${id}`)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
})

test('an unsaved secret is not discarded without a question', async ({ page }) => {
  await openDrive(page)
  await button(page, 'Replace').click()
  await secretField(page).fill('GOCSPX-unsaved')
  await page.getByRole('link', { name: 'Profile' }).click()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Stay' }).click()
  await button(page, 'Cancel').click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(part(page)).toContainText(`2-${id}`)
})

test('the Google client is removed after a question, which warns of the connection if there is one', async ({
  page,
}) => {
  await page.route('**/api/drive/authenticated', (route) =>
    route.fulfill({
      json: {
        data: { authenticated: true, isConfigured: true, reason: null, account: 'ann@example.org' },
      },
    }),
  )
  await openDrive(page)
  await button(page, 'Remove').press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Remove the client?' })
  await expect(question).toContainText('Google Drive will be disconnected')
  await page.unrouteAll()
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('heading', { name: 'Set up access' })).toBeVisible()
  await expect(idField(page)).toHaveValue('')
})

test('a Google client set by the configuration is shown but cannot be changed', async ({
  page,
}) => {
  await page.route('**/api/drive/client', (route) =>
    route.fulfill({
      json: { data: { source: 'configuration', clientId: id, hasSecret: true, problem: null } },
    }),
  )
  await openDrive(page)
  await expect(part(page)).toContainText('Set by the configuration of this gallery')
  await expect(part(page)).toContainText(id)
  await expect(part(page).getByRole('button')).toHaveCount(0)
})
