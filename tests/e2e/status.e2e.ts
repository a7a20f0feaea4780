import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import type { Status } from '../../src/contract/site/status.ts'
import { volumeWarning } from '../../src/operations/status/volume.ts'
import { clearAway, type RunningVitrine } from '../support/executable.ts'
import { makePhotos } from '../support/made-photos.ts'
import { claimedGallery, type OwnerClient } from '../support/owner-client.ts'
import { violations } from './axe.ts'
import { expect, sidewaysScroll, test } from './gallery.ts'
import { reload } from './go-to.ts'
import { open, signInBrowser } from './screen.ts'
import { mockStatus, troubled } from './status-mock.ts'

let server: RunningVitrine
let owner: OwnerClient

test.beforeAll(async () => {
  ;({ server, owner } = await claimedGallery())
  for (const photo of await makePhotos(2)) await owner.upload(photo)
})
test.afterAll(clearAway)

const part = (page: Page, name: string) => page.getByRole('region', { name })
const openStatus = async (page: Page) => {
  await signInBrowser(page, server, owner.cookie)
  await open(page, `${server.address}/account`)
  const list = page.getByRole('navigation', { name: 'Account' })
  await list.getByRole('link', { name: 'Status' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/account\/status$/)
  await expect(page).toHaveTitle('Status · Ann')
}

test('the status page says that there is no backup yet and how to make one, then how old the last one is', async ({
  page,
}) => {
  await openStatus(page)
  const attention = part(page, 'Needs attention')
  await expect(attention).toContainText('There is no backup yet.')
  await expect(attention.locator('code')).toHaveText(
    new RegExp(`vitrine backup /\\S+ --data ${server.data}$`),
  )
  await expect(page.getByText('Everything is in order.')).toHaveCount(0)
  await expect(part(page, 'Overview')).toContainText('No backup yet')

  const backup = { folder: '/mnt/usb', photos: 12_400, bytes: 61e9 }
  const at = Date.now() - 3 * 24 * 60 * 60_000
  await mkdir(join(server.data, 'backups'), { recursive: true })
  await writeFile(join(server.data, 'backups', 'last.json'), JSON.stringify({ at, ...backup }))
  await reload(page)
  await expect(part(page, 'Overview')).toContainText('Last backup 3 days ago: 12,400 photos, 61 GB')
  // The tests may run in a container, without a volume.
  const isVolumeMissing = volumeWarning(server.data) !== undefined
  await expect(page.getByText('Everything is in order.')).toHaveCount(isVolumeMissing ? 0 : 1)
  await expect(attention.getByRole('listitem')).toHaveText(
    isVolumeMissing ? [/is not a volume/] : [],
  )
})

test('the status page does not say that everything is in order above a warning of the last day', async ({
  page,
}) => {
  const at = new Date().toISOString()
  const warnings = [{ at, text: 'Request 0199 failed: Error: disk I/O error' }]
  const [problem] = troubled().problems.filter(({ kind }) => kind === 'warnings')
  await mockStatus(page, { ...troubled(), problems: [problem!], jobs: [], warnings })
  await openStatus(page)
  await expect(part(page, 'Needs attention').getByRole('listitem')).toHaveText([
    /^The server reported 12 warnings in the last 24 hours\.Read them at the end of this page\.$/,
  ])
  await expect(page.getByText('Everything is in order.')).toHaveCount(0)
  await expect(part(page, 'Warnings')).toContainText('disk I/O error')
})

test('the status page shows the size of the gallery’s files, as the server counts it', async ({
  page,
}) => {
  await openStatus(page)
  const { disk } = await owner.json<Status>('/api/status')
  expect(disk.originals).toBeGreaterThan(0)
  const storage = part(page, 'Storage')
  for (const kind of ['Originals', 'Thumbnails and other sizes', 'Database', 'Everything else']) {
    await expect(storage.getByText(kind)).toBeVisible()
  }
  const kilobytes = Math.round(disk.originals / 1000)
  await expect(storage.getByText(`${kilobytes} KB`, { exact: true })).toBeVisible()
})

test('the status page shows the files in the bucket apart from those on the disk', async ({
  page,
}) => {
  const { disk } = troubled()
  await mockStatus(page, troubled({ disk: { ...disk, place: 'bucket', cache: 3.2e9 } }))
  await openStatus(page)
  const storage = part(page, 'Storage')
  await expect(storage).toContainText('The photos are in a bucket: 52 GB of originals')
  await expect(storage.getByText('Copies from the bucket')).toBeVisible()
  await expect(storage.getByText('3.2 GB')).toBeVisible()
  await expect(storage.getByText('Originals', { exact: true })).toHaveCount(0)
})

test('the status page lists what needs attention first, then work in progress and warnings', async ({
  page,
}) => {
  await mockStatus(page, troubled())
  await openStatus(page)
  const headings = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(headings).toHaveText([
    'Needs attention',
    'In progress',
    'Overview',
    'Storage',
    'Warnings',
  ])
  await expect(part(page, 'Needs attention').getByRole('listitem')).toHaveText([
    /^The disk is almost full: 301 MB are free\./,
    /^The last backup was made 12 days ago\./,
    /^3 e-mails are waiting because the last one could not be sent\.The reason was: the mail server/,
    /^Google Drive is disconnected\./,
    /^The source “Weddings” could not be synced\.The folder cannot be read \(EACCES\)\.Open Sources$/,
    /^3 files from Google Drive could not be imported\./,
    /^The server reported 12 warnings in the last 24 hours\./,
  ])
  const progress = page.getByRole('progressbar', { name: 'Import from Google Drive' })
  await expect(progress).toHaveAttribute('aria-valuenow', '55')
  await expect(part(page, 'In progress')).toContainText('680 of 1,234, 3 failed')
  await expect(page.getByRole('progressbar', { name: /^Sync of Exports/ })).toBeVisible()
  const warnings = part(page, 'Warnings').getByRole('listitem')
  await expect(warnings).toHaveCount(5)
  await page.getByRole('button', { name: 'Show all 12' }).press('Enter')
  await expect(warnings).toHaveCount(12)
  await page.getByRole('link', { name: 'Open Google Drive' }).first().click()
  await expect(page).toHaveURL(/\/account\/drive$/)
})

test('the account’s list is in groups, and marks the screens that need attention', async ({
  page,
}) => {
  const status = troubled()
  await mockStatus(page, status)
  await signInBrowser(page, server, owner.cookie)
  const account = page.getByRole('navigation', { name: 'Account' })
  const link = (name: string) => account.getByRole('link', { name, exact: true })
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await open(page, `${server.address}/account`)
    for (const [name, entries] of Object.entries({
      You: ['Profile'],
      Photos: ['Google Drive', 'Local Drive', 'Sources', 'Rules', 'Trash'],
      Site: ['UX Config', 'Resume', 'About', 'Sharing', 'Places'],
      Care: ['Status', 'Safety', 'Logout'],
    })) {
      const group = account.getByRole('list', { name, exact: true })
      await expect(group.getByRole('link')).toHaveText(entries)
    }
    for (const [name, reason] of [
      ['Google Drive', /^Needs attention: Google Drive is disconnected\. And 1 more\.$/],
      ['Sources', /^Needs attention: The source “Weddings” could not be synced\.$/],
      ['Trash', /^Needs attention: 2 photos will be deleted for good within 3 days\.$/],
      ['Status', /^Needs attention: The disk is almost full: 301 MB are free\..* And 3 more\.$/],
    ] as const) {
      await expect(link(name)).toHaveAccessibleDescription(reason)
    }
    await expect(account.locator('svg')).toHaveCount(4)
    expect(await violations(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)

    // The screen for every day cannot delete everything; the trash and Google Drive can.
    await link('Google Drive').focus()
    await page.keyboard.press('Tab')
    await expect(link('Local Drive')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Local Drive' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Delete all photos' })).toHaveCount(0)
    await link('Trash').press('Enter')
    await expect(page.getByRole('button', { name: 'Delete all photos' })).toBeVisible()
  }
  // What was attended to is no longer marked once the list is read again.
  status.trash.dueSoon = 0
  await link('Rules').click()
  await expect(link('Trash')).toHaveAccessibleDescription('')
  await expect(link('Sources')).toHaveAccessibleDescription(/^Needs attention/)
})

test('the status page follows work in progress without a reload', async ({ page }) => {
  await page.clock.install()
  const status = troubled()
  await mockStatus(page, status)
  await openStatus(page)
  const progress = page.getByRole('progressbar', { name: 'Import from Google Drive' })
  await expect(progress).toHaveAttribute('aria-valuenow', '55')
  status.jobs[0]!.percent = 70
  await page.clock.runFor(3500)
  await expect(progress).toHaveAttribute('aria-valuenow', '70')
})

test.describe('no response', () => {
  test.use({ allowed: /^(answer|console.*) 503.*\/api\/status|status of 503/ })

  test('the status page shows an error without a response, and can be loaded again', async ({
    page,
  }) => {
    const error = { code: 503, message: 'the server has too much to do' }
    await page.route('**/api/status', (route) => route.fulfill({ status: 503, json: { error } }))
    await openStatus(page)
    await expect(page.getByRole('alert')).toContainText('The server has too much to do')
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(part(page, 'Overview')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})

test('visitors get the login form at the address of the status page, and no status', async ({
  page,
}) => {
  await open(page, `${server.address}/account/status`)
  await expect(page.getByRole('heading', { name: 'Login to edit settings' })).toBeVisible()
})
