import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright/test'
import {
  clearAway,
  type RunningVitrine,
  startVitrine,
  temporaryFolder,
} from '../support/executable.ts'
import { type FakeDrive, openFakeDrive } from '../support/fake-drive.ts'
import { type MadePhoto, makePhotos, writePhotos } from '../support/made-photos.ts'
import { claim, type OwnerClient, ownerClient } from '../support/owner-client.ts'
import { expect, sidewaysScroll, test } from './gallery.ts'
import { reload } from './go-to.ts'
import { open, signInBrowser } from './screen.ts'

// One gallery, one drive and one folder: each test continues where the previous one ended.
test.describe.configure({ mode: 'serial' })

let server: RunningVitrine
let owner: OwnerClient
let fake: FakeDrive
let made: MadePhoto[]
/** Two that are in the Drive folder. */
let trips: MadePhoto[]
let driveFolder: string
let folder: string

test.beforeAll(async () => {
  fake = await openFakeDrive()
  server = await startVitrine(join(temporaryFolder(), 'data'), {
    environment: {
      VITRINE_GOOGLE_CLIENT_ID: fake.clientId,
      VITRINE_GOOGLE_CLIENT_SECRET: fake.clientSecret,
      VITRINE_GOOGLE_URL: fake.url,
    },
  })
  owner = ownerClient(server, await claim(server))
  made = await makePhotos(12)
  driveFolder = fake.addFolder('Trips')
  folder = join(temporaryFolder(), 'exports')
  mkdirSync(folder)
})
test.afterAll(async () => {
  await clearAway()
  await fake[Symbol.asyncDispose]()
})

const visitsGoogle = 'another host: http://127\\.0\\.0\\.1:'
test.use({ allowed: new RegExp(`^(${visitsGoogle}|(answer|console.*) 400.*/api/sources)`) })

async function openSources(page: Page): Promise<void> {
  await signInBrowser(page, server, owner.cookie)
  await open(page, `${server.address}/account/sources`)
}

const card = (page: Page, name: string) => page.getByRole('listitem', { name })
const button = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true })
const focusAndPress = async (page: Page, name: string, key = 'Enter') => {
  await button(page, name).focus()
  await page.keyboard.press(key)
}

test('a folder on the server is added with the keyboard, and its photos appear', async ({
  page,
}) => {
  writePhotos(folder, made.splice(0, 4))
  await openSources(page)
  await expect(page.getByRole('region', { name: 'No sources yet' })).toBeVisible()
  await focusAndPress(page, 'Add a folder on the server')
  const dialog = page.getByRole('dialog', { name: 'Add a folder on the server' })
  const path = dialog.getByLabel('Folder', { exact: true })
  await expect(path).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(path).toHaveAccessibleDescription('Enter the path of a folder')
  await expect(path).toBeFocused()
  await page.keyboard.type(`${folder}-that-is-not-there`)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(/^There is no folder /)).toBeVisible()
  await path.fill(folder)
  await dialog.getByRole('radio', { name: 'Move its photo to the trash' }).press('Space')
  await path.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(button(page, 'Add a folder on the server')).toBeFocused()
  await expect(card(page, 'exports')).toContainText('Up to date')
  await expect(card(page, 'exports')).toContainText('4 new')
  await expect(page.getByText('exports was added.')).toBeVisible()
})

test('a source in Drive is chosen by browsing', async ({ page }) => {
  trips = made.splice(0, 2)
  for (const { name, bytes } of trips) fake.addFile(driveFolder, { name, bytes })
  await openSources(page)
  await page.getByRole('link', { name: 'Connect Google Drive' }).click()
  await expect(page.getByRole('heading', { name: 'Not connected' })).toBeVisible()
  await page.getByRole('link', { name: 'Connect Google Drive' }).click()
  await expect(page.getByText('Google Drive is connected')).toBeVisible()
  await page.getByRole('link', { name: 'Sources' }).click()

  await button(page, 'Add a Drive folder').click()
  const dialog = page.getByRole('dialog', { name: 'Add a Drive folder' })
  await button(dialog, 'Add source').click()
  await expect(dialog.getByRole('alert')).toHaveText('Choose a folder first')
  await button(dialog, 'Choose a folder…').click()
  const chooser = page.getByRole('dialog', { name: 'Choose a folder' })
  await button(chooser, 'My Drive').click()
  await button(chooser, 'Trips').click()
  await expect(chooser).toContainText('The gallery will stay in sync with this folder.')
  await button(chooser, 'Choose “Trips”').click()
  await expect(chooser).toHaveCount(0)
  await expect(dialog).toContainText('Folder: Trips')
  await dialog.getByRole('combobox', { name: 'Look for changes' }).click()
  await page.getByRole('option', { name: 'Every day' }).click()
  await button(dialog, 'Add source').click()
  await expect(dialog).toHaveCount(0)
  await expect(card(page, 'Trips')).toContainText('2 new')
  await expect(card(page, 'Trips')).toContainText('Google Drive')
})

test('a source’s changes are shown before they are applied', async ({ page }) => {
  const [file] = made.splice(0, 1)
  fake.addFile(driveFolder, { name: 'fresh.jpg', bytes: file!.bytes })
  await openSources(page)
  await focusAndPress(page, 'View changes: Trips')
  const dialog = page.getByRole('dialog', { name: 'Changes in Trips' })
  await expect(dialog.getByRole('region', { name: 'New (1)' })).toContainText('fresh.jpg')
  await expect(dialog).toContainText('Nothing below has been applied yet.')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(button(page, 'View changes: Trips')).toBeFocused()
  await expect(card(page, 'Trips')).toContainText('1 change is waiting to be applied')
  await expect(card(page, 'Trips')).not.toContainText('Up to date')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('region', { name: 'New (1)' })).toBeVisible()
  await focusAndPress(page, 'Apply')
  await expect(dialog).toHaveCount(0)
  await expect(card(page, 'Trips')).toContainText('Photos3')
  await button(page, 'View changes: Trips').click()
  await expect(dialog).toContainText('Nothing has changed since the last run.')
  await button(dialog, 'Close').first().click()
})

test('a run that would hide more than a tenth of the photos asks first', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await openSources(page)
  await expect(card(page, 'exports')).toContainText('Photos4')
  for (const name of readdirSync(folder)) rmSync(join(folder, name))
  writePhotos(folder, made.splice(0, 1))
  const answer = button(page, 'View changes and decide: exports')
  // The folder is being watched.
  await expect(async () => {
    await reload(page)
    await expect(answer).toBeVisible({ timeout: 1000 })
  }).toPass()
  await answer.click()
  const dialog = page.getByRole('dialog', { name: 'Changes in exports' })
  await expect(dialog).toContainText('Applying this would hide 4 photos of 4')
  const gone = dialog.getByRole('region', { name: 'Gone (4)' })
  await expect(gone).toContainText('Its photo will be moved to the trash')
  await expect(gone.locator('img')).toHaveCount(4)
  expect(await sidewaysScroll(page)).toBe(0)
  await button(dialog, 'Keep them and apply').click()
  await expect(dialog).toHaveCount(0)
  await expect(card(page, 'exports')).toContainText('Up to date')
  await expect(card(page, 'exports')).toContainText('1 new, 4 gone')
  const list = await fetch(`${server.address}/api/photos`, { headers: { cookie: owner.cookie } })
  expect(((await list.json()) as { data: { total: number } }).data.total).toBe(8)
})

test('a lost connection is shown, with the way to connect again', async ({ page }) => {
  fake.oauth.withdraw()
  await openSources(page)
  await button(page, 'Sync now: Trips').click()
  await expect(card(page, 'Trips')).toContainText('The last run did not finish')
  await expect(card(page, 'Trips')).toContainText('Google no longer accepts this connection.')
  await page.getByRole('link', { name: 'Connect Google Drive again' }).click()
  await expect(page).toHaveURL(`${server.address}/account/drive`)
  await page.getByRole('link', { name: 'Sources' }).click()
  await expect(page.getByRole('link', { name: 'Connect Google Drive again' })).toHaveCount(0)
  await button(page, 'Sync now: Trips').click()
  await expect(card(page, 'Trips')).toContainText('Up to date')
})

test('a source is renamed and removed after a question, and its photos are kept', async ({
  page,
}) => {
  await openSources(page)
  await focusAndPress(page, 'Settings: exports')
  const settings = page.getByRole('dialog', { name: 'Settings of exports' })
  await settings.getByLabel('Name').fill('Lightroom')
  await page.keyboard.press('Enter')
  await expect(settings).toHaveCount(0)
  await focusAndPress(page, 'Remove: Lightroom')
  const question = page.getByRole('alertdialog', { name: 'Remove “Lightroom”?' })
  await expect(question).toContainText('Its photo is kept as it is')
  await button(question, 'Cancel').press('Enter')
  await expect(button(page, 'Remove: Lightroom')).toBeFocused()
  await page.keyboard.press('Enter')
  await button(question, 'Remove source').press('Enter')
  await expect(card(page, 'Lightroom')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Sources', level: 1 })).toBeFocused()
  await expect(page.getByText('Lightroom was removed. Its photos were kept.')).toBeVisible()
})

test('possible new versions from a source are decided on the screen, for all files', async ({
  page,
}) => {
  const exports = join(temporaryFolder(), 'again')
  mkdirSync(exports)
  for (const { name, bytes } of trips) {
    // Another file with the same picture.
    writeFileSync(join(exports, name), Buffer.concat([bytes, Buffer.from(' ')]))
  }
  writeFileSync(join(exports, 'broken.jpg'), 'not a photo')
  await openSources(page)
  await button(page, 'Add a folder on the server').click()
  const dialog = page.getByRole('dialog', { name: 'Add a folder on the server' })
  await dialog.getByLabel('Folder', { exact: true }).fill(exports)
  await button(dialog, 'Add source').click()
  await expect(card(page, 'again')).toContainText(
    'In sync, except for 1 file that could not be imported and 2 files that wait for your decision',
  )
  await expect(card(page, 'Trips')).not.toContainText('your decision')
  await focusAndPress(page, 'Decide: again')
  await expect(page.getByRole('heading', { name: 'Waiting for your decision' })).toBeFocused()
  await expect(page.getByText(/^From again, received /)).toHaveCount(2)
  await focusAndPress(page, 'Replace all 2')
  await expect(page.getByRole('alert')).toContainText('2 photos now show their new files.')
  await expect(page.getByRole('heading', { name: 'Waiting for your decision' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Sources', level: 1 })).toBeFocused()
  await expect(card(page, 'again')).not.toContainText('your decision')
  await button(page, 'Sync now: again').click()
  await expect(card(page, 'again')).toContainText('Photos2')

  await button(page, 'Settings: again').click()
  const settings = page.getByRole('dialog', { name: 'Settings of again' })
  await settings.getByRole('combobox', { name: 'Look for changes' }).click()
  await page.getByRole('option', { name: 'Only on request' }).click()
  await settings.getByRole('radio', { name: 'Move its photo to the trash' }).press('Space')
  await button(settings, 'Save').click()
  await expect(card(page, 'again')).toContainText(
    'Changes are found only when you press “Sync now”.',
  )
  // The photo is also that of a file in Google Drive.
  rmSync(join(exports, trips[0]!.name))
  await button(page, 'View changes: again').click()
  await expect(page.getByRole('region', { name: 'Gone (1)' })).toContainText(
    'Its photo stays: another file contains it',
  )
})
