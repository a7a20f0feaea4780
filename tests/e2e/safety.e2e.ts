import { readdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import type { Safety } from '../../src/contract/site/safety.ts'
import { clearAway, type RunningVitrine, temporaryFolder } from '../support/executable.ts'
import { makePhotos } from '../support/made-photos.ts'
import { claimedGallery, type OwnerClient } from '../support/owner-client.ts'
import { violations } from './axe.ts'
import { expect, sidewaysScroll, test } from './gallery.ts'
import { mockNotices } from './notices-mock.ts'
import { manyBackups, mockSafety } from './safety-mock.ts'
import { open, signInBrowser } from './screen.ts'
import { mockStatus, troubled } from './status-mock.ts'

let server: RunningVitrine
let owner: OwnerClient

test.beforeAll(async () => {
  ;({ server, owner } = await claimedGallery())
  for (const photo of await makePhotos(2)) await owner.upload(photo)
})
test.afterAll(clearAway)
// A folder that is refused.
test.use({ allowed: /^(answer|console.*) 400.*\/api\/safety/ })

const openSafety = async (page: Page) => {
  await mockNotices(page)
  await signInBrowser(page, server, owner.cookie)
  await open(page, `${server.address}/account/safety`)
  await expect(page).toHaveTitle('Safety · Ann')
}
const card = (page: Page, folder: string) => page.getByRole('listitem', { name: folder })

test('the owner chooses a folder and a time by keyboard, and the first backup is made at once', async ({
  page,
}) => {
  const folder = join(realpathSync(temporaryFolder()), 'photos')
  await openSafety(page)
  await expect(page.getByText('There are no backups yet.')).toBeVisible()
  const path = page.getByLabel('Folder or bucket')
  await path.fill('photos')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The folder must be a whole path')).toBeVisible()
  await expect(path).toBeFocused()
  await path.fill(folder)
  await page.getByRole('combobox', { name: 'How often' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'How often' })).toHaveText('Every week')
  await page.getByLabel('Days').fill('0')
  await page.getByLabel('Days').press('Enter')
  await expect(page.getByText('Enter a whole number from 1 to 366')).toBeVisible()
  await page.getByLabel('Days').fill('5')
  await page.getByLabel('Days').press('Enter')
  await expect(page.getByText('Saved')).toBeVisible()

  await expect(card(page, folder)).toContainText('The last backup is complete and verified')
  await expect(
    page.getByText(/^The last verified backup was made just now: 2 photos/),
  ).toBeVisible()
  const { schedule, keep, targets } = await owner.json<Safety>('/api/safety')
  expect([schedule.every, keep.daily]).toEqual(['week', 5])
  const first = targets[0]?.lastRun?.at

  // Another one on request, with the focus still on its button.
  const button = card(page, folder).getByRole('button', { name: `Back up now: ${folder}` })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect
    .poll(async () => (await owner.json<Safety>('/api/safety')).targets[0]?.lastRun?.at)
    .not.toBe(first)
  await expect(card(page, folder)).toContainText('The last backup is complete and verified')
  await expect(card(page, folder).getByRole('button')).toBeFocused()

  // Without a folder there is none, and what was made stays.
  await page.getByRole('button', { name: `Remove ${folder}` }).click()
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(card(page, folder)).toHaveCount(0)
  expect(readdirSync(folder)).toContain('snapshots')
})

test('one line on every screen of the account says that backups fail, and leads to Safety', async ({
  page,
}) => {
  const text = 'The backups in /mnt/backup/photos are missing.'
  const [disk] = troubled().problems
  const problem = { kind: 'safety' as const, text, advice: 'Mount the disk.', command: null }
  await mockStatus(page, { ...troubled(), problems: [disk!, problem] })
  await signInBrowser(page, server, owner.cookie)
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 })
    for (const setting of ['profile', 'local', 'rules']) {
      await open(page, `${server.address}/account/${setting}`)
      await expect(page.getByRole('status').filter({ hasText: text })).toBeVisible()
      expect(await sidewaysScroll(page)).toBe(0)
    }
    expect(await violations(page)).toEqual([])
  }
  const menu = page.getByRole('navigation', { name: 'Account' })
  await expect(menu.getByRole('link', { name: 'Safety' })).toHaveAccessibleDescription(
    `Needs attention: ${text}`,
  )
  await page.getByRole('link', { name: 'Open Safety' }).press('Enter')
  await expect(page).toHaveURL(/\/account\/safety$/)
  await expect(page.getByRole('link', { name: 'Open Safety' })).toHaveCount(0)
})

test('a folder whose backups are missing is used again only after a question', async ({ page }) => {
  const data = manyBackups()
  const { id, folder } = data.targets.find(({ lastRun }) => lastRun?.outcome === 'missing')!
  const asked: unknown[] = []
  await mockSafety(page, data)
  await page.route('**/api/safety/backup', (route) => {
    asked.push(route.request().postDataJSON())
    return route.fulfill({ json: { data } })
  })
  await openSafety(page)
  await expect(card(page, folder)).toContainText('The backups that were made here are missing')
  await expect(page.getByRole('button', { name: /^Start over here/ })).toHaveCount(1)
  const button = card(page, folder).getByRole('button', { name: `Start over here: ${folder}` })
  await button.press('Enter')
  const question = page.getByRole('alertdialog', { name: `Start over in ${folder}?` })
  await expect(question).toContainText('Do this only if the disk or bucket that should be here')
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
  expect(asked).toEqual([])
  await button.press('Enter')
  await question.getByRole('button', { name: 'Start over' }).press('Enter')
  await expect(question).toHaveCount(0)
  expect(asked).toEqual([{ target: id, startsOver: true }])
})

test('the owner makes a key for backups in buckets, which is shown once', async ({ page }) => {
  const key = `AGE-SECRET-KEY-1${'Q'.repeat(58)}`
  const data = manyBackups()
  await mockSafety(page, data)
  let made = 0
  await page.route('**/api/safety/key', (route) => {
    made++
    return route.fulfill({ json: { data: { key } } })
  })
  await openSafety(page)
  const make = page.getByRole('button', { name: 'Make a key…' })
  await make.press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Make a key for backups?' })
  await expect(question).toContainText('Without the key, nothing can be restored')
  await page.keyboard.press('Escape')
  await expect(make).toBeFocused()
  expect(made).toBe(0)
  await make.press('Enter')
  await question.getByRole('button', { name: 'Make the key' }).press('Enter')
  const shown = page.getByRole('dialog', { name: 'The key of your backups' })
  await expect(shown.getByLabel('Key', { exact: true })).toHaveValue(key)
  expect(await violations(page)).toEqual([])
  const saving = page.waitForEvent('download')
  await shown.getByRole('link', { name: 'Save as a file' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toBe('vitrine-backup.key')
  expect(await Bun.file(await saved.path()).text()).toBe(`${key}\n`)
  await mockSafety(page, { ...data, hasBackupKey: true })
  await shown.getByRole('button', { name: 'I have saved it' }).press('Enter')
  await expect(shown).toHaveCount(0)
  await expect(page.getByText('New backups in buckets are encrypted')).toBeVisible()
  await expect(make).toHaveCount(0)
  expect(made).toBe(1)
})

for (const [width, name] of [
  [390, 'on a phone'],
  [1280, 'on a desktop'],
] as const) {
  test(`backups in every state are shown without violations ${name}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    await mockSafety(page, manyBackups())
    await openSafety(page)
    await expect(page.getByRole('progressbar')).toBeVisible()
    await expect(page.getByText('Backing up: 4,210 of 12,412 files, 21 GB')).toBeVisible()
    await expect(card(page, '/mnt/backup/photos')).toContainText('Given with --backup')
    await expect(card(page, '/mnt/backup/photos')).toContainText('125 photos, all good')
    await expect(card(page, '/mnt/nas')).toContainText('but the last restore drill failed')
    await expect(card(page, '/mnt/nas')).toContainText('The copy of Fjord (0193) is damaged')
    await expect(card(page, '/mnt/old').getByRole('button')).toHaveText('Back up here again')
    await expect(card(page, '/srv/a-folder')).toContainText('Nothing was backed up.')
    expect(await sidewaysScroll(page)).toBe(0)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await violations(page, colorScheme === 'light' ? 'all' : 'colours')).toEqual([])
    }
  })
}
