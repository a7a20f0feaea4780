import { join } from 'node:path'
import type { Page } from 'playwright/test'
import {
  clearAway,
  type RunningVitrine,
  startVitrine,
  temporaryFolder,
} from '../support/executable.ts'
import { type FakeDrive, openFakeDrive } from '../support/fake-drive.ts'
import { type MadePhoto, makePhotos } from '../support/made-photos.ts'
import { claim, type OwnerClient, ownerClient } from '../support/owner-client.ts'
import { expect, test } from './gallery.ts'
import { reload } from './go-to.ts'
import { expectInterface, open, signInBrowser } from './screen.ts'

// What can go wrong while an import runs, and what remains after it. Each test continues where the
// previous one ended.
test.describe.configure({ mode: 'serial' })

let fake: FakeDrive
let server: RunningVitrine
let owner: OwnerClient
let made: MadePhoto[]
let folder: string
let other: string

test.beforeAll(async () => {
  fake = await openFakeDrive()
  fake.oauth.program.consent = 'ask'
  server = await startVitrine(join(temporaryFolder(), 'data'), {
    environment: {
      VITRINE_GOOGLE_CLIENT_ID: fake.clientId,
      VITRINE_GOOGLE_CLIENT_SECRET: fake.clientSecret,
      VITRINE_GOOGLE_URL: fake.url,
    },
  })
  owner = ownerClient(server, await claim(server))
  made = await makePhotos(12)
  folder = fake.addFolder('Photos')
  other = fake.addFolder('Other')
  addPhotos(other, 1)
})
test.afterAll(async () => {
  await clearAway()
  await fake[Symbol.asyncDispose]()
})

const visitsGoogle = 'another host: http://127\\.0\\.0\\.1:'
test.use({
  allowed: new RegExp(`^(${visitsGoogle}|(answer|console.*) 409.*/api/(drive|user/gdrive))`),
})

const addPhotos = (parent: string, count: number) =>
  made.splice(0, count).map(({ name, bytes }) => fake.addFile(parent, { name, bytes }))

async function openDrive(page: Page): Promise<void> {
  await signInBrowser(page, server, owner.cookie)
  await open(page, `${server.address}/account/drive`)
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Import from Google Drive' })
const question = (page: Page) => page.getByRole('alertdialog')
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const lastImport = (page: Page) => page.getByRole('region', { name: 'Last import' })

async function allowAtGoogle(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Allow' }).click()
  await expectInterface(page)
}

/** Starts an import that waits in the middle of each file. */
async function startImport(page: Page, count: number) {
  const gates = addPhotos(folder, count).map(({ id }) => fake.gate(id))
  await openDrive(page)
  await button(page, /^Import \d/).click()
  await gates[0]!.reached
  await dialog(page).getByRole('button', { name: 'Ok' }).click()
  await expect(dialog(page)).toHaveCount(0)
  return () => {
    for (const gate of gates) gate.release()
  }
}

test('another folder during an import is set only if the owner lets it stop the import', async ({
  page,
}) => {
  await openDrive(page)
  await page.getByRole('link', { name: 'Connect Google Drive' }).click()
  await allowAtGoogle(page)
  await page.getByLabel('Folder name').fill('Photos')
  await button(page, /^Set$/).click()
  await expect(page.getByText('There are no JPEG files in “Photos”.')).toBeVisible()

  const release = await startImport(page, 2)
  const counts = page.getByText('In “Photos”: 2 photos, 2 left to import')
  await expect(counts).toBeVisible()
  const field = page.getByLabel('Folder name')
  await field.fill('Other')
  await button(page, /^Set$/).click()
  await expect(question(page)).toContainText(
    'The import from “Photos” is running. Stop it and choose “Other” instead?',
  )
  await question(page).getByRole('button', { name: 'Keep importing' }).click()
  await expect(question(page)).toHaveCount(0)
  await expect(button(page, /^Set$/)).toBeFocused()
  await expect(counts).toBeVisible()

  // From the chooser, too.
  await button(page, 'Browse…').click()
  await button(page, 'My Drive').click()
  await button(page, 'Other').click()
  await button(page, 'Choose “Other”').click()
  await question(page).getByRole('button', { name: 'Stop import' }).click()
  await expect(page.getByText('In “Other”: 1 photo, 1 new')).toBeVisible()
  await expect(field).toHaveValue('Other')
  await expect(lastImport(page)).toContainText('From “Photos”: 0 imported, 0 skipped, 0 failed')
  await expect(lastImport(page)).toContainText('Not finished: another folder was chosen.')
  await expect(page.getByText(/left to import/)).toHaveCount(0)
  release()
})

test('connecting again during an import says what happens to it', async ({ page }) => {
  await owner.send('PUT', '/api/user/gdrive', { driveFolderName: 'Photos' })
  const release = await startImport(page, 1)
  await page.getByRole('link', { name: 'Reconnect' }).click()
  await expect(question(page)).toContainText(
    'The import from “Photos” is running. It continues if you sign in as ann@example.org again, and stops if you choose another account.',
  )
  await question(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('link', { name: 'Reconnect' })).toBeFocused()

  // Without the question, for example from a bookmark, nothing changes.
  await page.goto(`${server.address}/api/drive/auth?redir=/user/drive`)
  await expect(page.getByRole('alert')).toContainText('An import is running')
  await page.getByRole('link', { name: 'Reconnect' }).click()
  fake.oauth.program.account = 'ben@example.org'
  await question(page).getByRole('button', { name: 'Continue to Google' }).click()
  await allowAtGoogle(page)
  await expect(page.getByText('Google Drive is connected as ben@example.org.')).toBeVisible()
  await expect(lastImport(page)).toContainText(
    'Not finished: another Google account was connected.',
  )
  release()
})

test('a retry is distinguished from the last import, and a dismissed file can be tried again', async ({
  page,
}) => {
  fake.addFile(folder, { name: 'text.jpg', bytes: Buffer.from('no picture') })
  await openDrive(page)
  await button(page, 'Import 2 photos').click()
  await expect(dialog(page)).toContainText('1 imported, 0 skipped, 1 failed')
  await dialog(page).getByRole('button', { name: 'Ok' }).click()
  await button(page, 'Try again: text.jpg').click()
  await expect(dialog(page)).toContainText('0 imported, 0 skipped, 1 failed')
  await dialog(page).getByRole('button', { name: 'Ok' }).click()
  for (const reloaded of [false, true]) {
    if (reloaded) await reload(page)
    await expect(lastImport(page)).toContainText('From “Photos”: 1 imported, 0 skipped, 1 failed')
    await expect(lastImport(page)).toContainText('Selected files: 0 imported, 0 skipped, 1 failed')
  }

  await button(page, 'Dismiss text.jpg').click()
  await question(page).getByRole('button', { name: 'Dismiss' }).click()
  const dismissed = button(page, 'Dismissed files (1)')
  await expect(dismissed).toHaveAttribute('aria-expanded', 'false')
  await reload(page)
  await dismissed.click()
  const row = page.getByRole('list', { name: 'Dismissed files' }).getByRole('listitem')
  await expect(row).toContainText('text.jpg')
  await expect(row).toContainText('Tried 2 times')
  await button(page, 'Retry text.jpg').click()
  await dialog(page).getByRole('button', { name: 'Show failed files' }).click()
  await expect(page.getByRole('list', { name: 'Files that could not be imported' })).toContainText(
    'Tried 3 times',
  )
  await expect(dismissed).toHaveCount(0)
})

test('a lost connection names its account, which can be forgotten', async ({ page }) => {
  await openDrive(page)
  await expect(page.getByText('In “Photos”: 4 photos, 0 new')).toBeVisible()
  fake.oauth.withdraw()
  await button(page, 'Count again').click()
  const again = page.getByRole('link', { name: 'Reconnect ben@example.org' })
  await expect(again).toBeVisible()
  expect(await again.getAttribute('href')).toBe('/api/drive/auth?redir=/user/drive')
  await button(page, 'Forget this connection').click()
  await expect(page.getByRole('link', { name: 'Connect Google Drive' })).toBeVisible()
  await expect(page.getByText('ben@example.org')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Not connected' })).toBeFocused()
})

test('a client ID without a secret is reported at start and on the screen', async ({ page }) => {
  const half = await startVitrine(join(temporaryFolder(), 'data'), {
    environment: { VITRINE_GOOGLE_CLIENT_ID: fake.clientId },
  })
  const problem =
    'Google Drive cannot be used: the client ID is set, but not the client secret. Set VITRINE_GOOGLE_CLIENT_SECRET (or --google-client-secret) and restart Vitrine.'
  expect(half.printed().split('\n')).toContain(problem)
  await signInBrowser(page, half, await claim(half))
  await open(page, `${half.address}/account/drive`)
  await expect(page.getByRole('alert')).toHaveText(problem)
  await expect(page.getByRole('heading', { name: 'Set up access' })).toBeVisible()
})
