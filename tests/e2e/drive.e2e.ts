import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import type { Job } from '../../src/contract/imports/jobs.ts'
import type { Photo } from '../../src/contract/photos/photos.ts'
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
import { expectInterface, open, publicPhotos, signInBrowser } from './screen.ts'
import { settled } from './watch.ts'

// One gallery and one drive: each test continues where the previous one ended.
test.describe.configure({ mode: 'serial' })

let server: RunningVitrine
let owner: OwnerClient
let fake: FakeDrive
let made: MadePhoto[]
let folder: string
let noPicture: string

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
  made = await makePhotos(24)
})
test.afterAll(async () => {
  await clearAway()
  await fake[Symbol.asyncDispose]()
})

const visitsGoogle = 'another host: http://127\\.0\\.0\\.1:'
test.use({ allowed: new RegExp(`^${visitsGoogle}`) })

async function openDrive(page: Page): Promise<void> {
  await signInBrowser(page, server, owner.cookie)
  await open(page, `${server.address}/account/drive`)
}

/** Adds the next generated photos to the folder. */
function addPhotos(count: number) {
  return made.splice(0, count).map(({ name, bytes }) => fake.addFile(folder, { name, bytes }))
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Import from Google Drive' })
const alert = (page: Page) => page.getByRole('alert')
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()

test('the Drive screen without a client ID and secret explains how to get them', async ({
  page,
}) => {
  const plain = await startVitrine(join(temporaryFolder(), 'data'))
  await signInBrowser(page, plain, await claim(plain))
  await open(page, `${plain.address}/account`)
  await page.getByRole('link', { name: 'Google Drive' }).click()
  await expect(page.getByRole('heading', { name: 'Set up access' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Authorized redirect URI' })).toHaveValue(
    `${plain.address}/api/drive/callback`,
  )
  await expect(page.getByText('Google disconnects it after 7 days')).toBeVisible()
  await expect(page.getByText(/^--google-client-id \S+\s--google-client-secret/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Connect Google Drive' })).toHaveCount(0)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await press(page, 'Copy: Authorized redirect URI')
  await expect(page.getByRole('button', { name: 'Copied: Authorized redirect URI' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${plain.address}/api/drive/callback`,
  )
})

test('a visitor sees the login form, and nothing about the drive is requested', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await open(page, `${server.address}/user/drive`)
  await expect(page).toHaveURL(`${server.address}/account/drive`)
  await expect(page.getByRole('heading', { name: 'Login to edit settings' })).toBeVisible()
  expect(asked.filter((path) => path.startsWith('/api/drive'))).toEqual([])
})

test('a denied access at Google leaves the drive unconnected, and the reason is shown', async ({
  page,
}) => {
  await openDrive(page)
  await page.getByRole('link', { name: 'Connect Google Drive' }).click()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(`${server.address}/account/drive`)
  await expect(page.getByText('You did not allow access at Google. Connect again.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Connect Google Drive' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Reconnect/ })).toHaveCount(0)
  await expect(page.getByLabel('Folder name')).toHaveCount(0)
  expect(fake.oauth.liveTokens()).toBe(0)
})

test.describe('keyboard', () => {
  test.use({ allowed: new RegExp(`^(${visitsGoogle}|(answer|console.*) 404.*/user/gdrive)`) })

  test('the keyboard connects, imports and shows the photos in the grid', async ({ page }) => {
    folder = fake.addFolder('Photos')
    addPhotos(3)
    fake.addFile(folder, { name: 'notes.txt', bytes: Buffer.from('no'), mimeType: 'text/plain' })
    await openDrive(page)
    await page.getByRole('link', { name: 'Connect Google Drive' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Allow' }).focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${server.address}/account/drive`)
    await expectInterface(page)
    await expect(page.getByText('Google Drive is connected as ann@example.org.')).toBeVisible()

    const field = page.getByLabel('Folder name')
    await field.focus()
    await page.keyboard.type('Pictures')
    await page.keyboard.press('Enter')
    const refusal = 'there is no folder named “Pictures” in the drive'
    await expect(alert(page)).toHaveText(`set folder: 404: ${refusal}`)
    await expect(field).toHaveAccessibleDescription(`set folder: 404: ${refusal}`)
    await expect(field).toBeFocused()
    // Once is enough.
    await expect(page.getByText(/no folder named/)).toHaveCount(1)

    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('Photos')
    await page.keyboard.press('Enter')
    await expect(page.getByText('3 photos, 3 new')).toBeVisible()
    await expect(alert(page)).toHaveCount(0)
    await expect(field).not.toHaveAccessibleDescription(/no folder/)
    await page.getByRole('button', { name: 'Import 3 photos' }).focus()
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toContainText('Finished: 3 of 3')
    await expect(dialog(page)).toContainText('3 imported, 0 skipped, 0 failed')
    await expect(dialog(page).getByRole('button', { name: 'Ok' })).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await expect(dialog(page).getByRole('button', { name: 'Show photos' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${server.address}/`)
    await expect(page.locator('a.tile')).toHaveCount(3)
    expect(await publicPhotos(server)).toEqual([])
  })
})

test.describe(() => {
  test.use({ allowed: /^(answer|console.*) 409.*\/user\/gdrive/ })

  test('an ambiguous folder name offers a choice by path, photo count and date', async ({
    page,
  }) => {
    const year = fake.addFolder('2024')
    const inYear = fake.addFolder('Same', { parent: year })
    const empty = [fake.addFolder('Same'), fake.addFolder('Same')]
    fake.entry(empty[1]!).createdTime = '2019-03-04T12:00:00.000Z'
    fake.addFile(inYear, { name: made[0]!.name, bytes: made[0]!.bytes })
    await openDrive(page)
    await page.getByLabel('Folder name').fill('Same')
    await press(page, /^Set$/)
    await expect(page.getByText('There are several folders named “Same”')).toBeVisible()
    await expect(alert(page)).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^My Drive \/ / }).first()).toBeFocused()
    const choice = (description: RegExp) =>
      page.getByRole('button', { name: 'My Drive / Same', exact: true, description })
    await expect(choice(/^No JPEG files, folder created on Mar 4, 2019, /)).toBeVisible()
    await expect(choice(/^No JPEG files, folder created on Jan 1, 2025, /)).toBeVisible()
    const inside = page.getByRole('button', { name: 'My Drive / 2024 / Same' })
    await expect(inside).toHaveAccessibleDescription(/^1 photo, folder created on /)
    await inside.click()
    await expect(page.getByText('1 photo, 1 new')).toBeVisible()
    await expect(page.getByText('There are several folders')).toHaveCount(0)
    await reload(page)
    await expect(page.getByLabel('Folder name')).toHaveValue('Same')
    await expect(page.getByText('1 photo, 1 new')).toBeVisible()

    await page.getByLabel('Folder name').fill('Photos')
    await press(page, /^Set$/)
    await expect(page.getByText('3 photos, 0 new')).toBeVisible()
    const button = page.getByRole('button', { name: /^Import$/ })
    await expect(button).toHaveAttribute('aria-disabled', 'true')
    await button.focus()
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toHaveCount(0)
  })
})

test('a folder is chosen by browsing, also in a shared drive and at its top', async ({ page }) => {
  const drive = fake.addSharedDrive('Club')
  const trip = fake.addFolder(' Trip ', { parent: drive, driveId: drive })
  fake.addFile(trip, { name: made[0]!.name, bytes: made[0]!.bytes })
  await openDrive(page)
  const chooser = page.getByRole('dialog', { name: 'Choose a folder' })
  const field = page.getByLabel('Folder name')
  await press(page, 'Browse…')
  await chooser.getByRole('button', { name: 'Club' }).click()
  await chooser.getByRole('button', { name: 'Trip' }).click()
  await expect(chooser.getByText('There are no folders in “ Trip ”.')).toBeVisible()
  await chooser.getByRole('button', { name: 'Choose “ Trip ”' }).click()
  await expect(chooser).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Browse…' })).toBeFocused()
  await expect(field).toHaveValue(' Trip ')
  await expect(page.getByText('1 photo, 1 new')).toBeVisible()
  // The name is sent with its blanks.
  await press(page, /^Set$/)
  await expect(page.getByText('1 photo, 1 new')).toBeVisible()
  await expect(page.getByText(/no folder named/)).toHaveCount(0)

  await press(page, 'Browse…')
  await chooser.getByRole('button', { name: 'My Drive' }).click()
  await press(page, 'Choose “My Drive”')
  await expect(field).toHaveValue('My Drive')
  await expect(page.getByText('There are no JPEG files in “My Drive”.')).toBeVisible()

  await press(page, 'Browse…')
  await chooser.getByRole('button', { name: 'My Drive' }).click()
  await chooser.getByRole('button', { name: 'Photos' }).click()
  await press(page, 'Choose “Photos”')
  await expect(field).toHaveValue('Photos')
  await expect(page.getByText('3 photos, 0 new')).toBeVisible()
})

test('a visit of the Drive screen lists the folder once', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const listings = () => asked.filter((path) => /^\/api\/drive(\/check|\/folder)?$/.test(path))
  await openDrive(page)
  await expect(page.getByText('3 photos, 0 new')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Last import' })).toBeVisible()
  await settled(page)
  expect(listings()).toEqual(['/api/drive/folder'])
  await page.getByRole('link', { name: 'Profile' }).click()
  await page.getByRole('link', { name: 'Google Drive' }).click()
  await expect.poll(() => listings().length).toBe(2)
  await expect(page.getByRole('button', { name: 'Count again' })).toHaveAttribute(
    'aria-busy',
    'false',
  )
  await settled(page)
  expect(listings()).toHaveLength(2)
})

test('an import continues without its dialog, and is shown on every screen and after a reload', async ({
  page,
}) => {
  const [held] = addPhotos(4)
  await openDrive(page)
  await expect(page.getByText('7 photos, 4 new')).toBeVisible()
  const gate = fake.gate(held!.id)
  // The first poll finds three files processed; otherwise a slow import would show the time left.
  const areProcessed = Promise.withResolvers<void>()
  await page.route(
    /\/api\/drive\/job\/[\da-f-]{36}$/,
    async (route) => {
      await areProcessed.promise
      await route.continue()
    },
    { times: 1 },
  )
  await press(page, 'Import 4 photos')
  const progress = async () => {
    const { done, total } = await owner.json<Job>('/api/drive/job')
    return [done, total]
  }
  await expect.poll(progress).toEqual([3, 4])
  areProcessed.resolve()
  await expect(dialog(page)).toContainText('3 imported, 0 skipped, 0 failed')
  const bar = dialog(page).getByRole('progressbar')
  await expect(bar).toHaveAttribute('aria-valuenow', '75')
  await expect(dialog(page)).toContainText('3 of 4')
  await expect(dialog(page)).not.toContainText('left')
  await expect(dialog(page)).toHaveAccessibleDescription(/The import keeps running/)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByText('7 photos, 1 left to import')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Show progress' })).toBeFocused()

  await expect(page.getByRole('button', { name: /^Import / })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Import: 3 of 4' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Profile' }).click()
  const indicator = page.getByRole('link', { name: 'Import: 3 of 4' })
  await expect(indicator).toBeVisible()
  await reload(page)
  await indicator.click()
  await expect(page).toHaveURL(`${server.address}/account/drive`)
  await press(page, 'Show progress')
  await expect(dialog(page)).toContainText('3 of 4')
  await dialog(page).getByRole('button', { name: 'Ok' }).click()
  await expect(page.getByRole('button', { name: 'Show progress' })).toBeFocused()
  await page.getByRole('link', { name: 'Local Drive' }).click()
  gate.release()
  await expect(alert(page)).toHaveText('4 imported, 0 skipped, 0 failed')
  // Otherwise it closes after eight seconds.
  await alert(page).hover()
  await expect(indicator).toHaveCount(0)
  await press(page, 'Show photos')
  await expect(page.locator('a.tile')).toHaveCount(7)
})

test('a failed file is listed with its reason, and can be tried again', async ({ page }) => {
  addPhotos(1)
  const [good] = made.splice(0, 1)
  const broken = fake.addFile(folder, {
    name: 'broken.jpg',
    bytes: good!.bytes.subarray(0, good!.bytes.length - 200),
  })
  noPicture = fake.addFile(folder, {
    name: 'no picture.jpg',
    bytes: Buffer.from('no picture'),
  }).id
  await openDrive(page)
  await press(page, 'Import 3 photos')
  await expect(dialog(page)).toContainText('Finished: 3 of 3')
  await expect(dialog(page)).toContainText('1 imported, 0 skipped, 2 failed')
  await dialog(page).getByRole('button', { name: 'Ok' }).click()

  const failures = page.getByRole('list', { name: 'Files that could not be imported' })
  const row = failures.getByRole('listitem').filter({ hasText: 'broken.jpg' })
  await expect(row).toContainText('incomplete')
  await expect(failures.getByRole('listitem')).toHaveCount(2)
  await expect(page.getByText('10 photos, 0 new')).toBeVisible()

  await reload(page)
  await expect(failures.getByRole('listitem')).toHaveCount(2)
  await expect(row).toContainText('Tried once, last on ')

  Object.assign(fake.entry(broken.id), {
    bytes: good!.bytes,
    size: String(good!.bytes.length),
    md5Checksum: createHash('md5').update(good!.bytes).digest('hex'),
  })
  await press(page, 'Try again: broken.jpg')
  // The files may be processed just before the import ends, which removes its button.
  await expect(dialog(page)).toContainText('Finished: 1 of 1')
  await expect(dialog(page)).toContainText('1 imported, 0 skipped, 0 failed')
  await expect(dialog(page).getByRole('button', { name: 'Ok' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^Import( 1 photo)?$/ })).toBeFocused()
  await expect(failures.getByRole('listitem')).toHaveCount(1)
  await expect(failures).toContainText('no picture.jpg')
  await expect(page.getByText('10 photos, 0 new')).toBeVisible()
  expect((await owner.photos()).length).toBe(9)
})

test('the end of an import leads to the files that failed, also from another screen', async ({
  page,
}) => {
  const { id } = fake.addFile(folder, { name: 'late.jpg', bytes: Buffer.from('nothing like it') })
  const gate = fake.gate(id)
  await openDrive(page)
  await press(page, 'Import 1 photo')
  await gate.reached
  await dialog(page).getByRole('button', { name: 'Ok' }).click()
  await page.getByRole('link', { name: 'Profile' }).click()
  gate.release()
  await expect(alert(page)).toHaveText('0 imported, 0 skipped, 1 failed')
  await press(page, 'Show failed files')
  await expect(page).toHaveURL(`${server.address}/account/drive`)
  const heading = page.getByRole('heading', { name: 'Files that could not be imported' })
  await expect(heading).toBeFocused()
  const failures = page.getByRole('list', { name: 'Files that could not be imported' })
  await expect(failures.getByRole('listitem').first()).toContainText('late.jpg')
  await expect(failures.getByRole('listitem')).toHaveCount(2)

  // From the dialog of a retry, too.
  await press(page, 'Try all again')
  await expect(dialog(page)).toContainText('0 imported, 0 skipped, 2 failed')
  await dialog(page).getByRole('button', { name: 'Show failed files' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(heading).toBeFocused()
  await expect(failures.getByRole('listitem').filter({ hasText: 'late.jpg' })).toContainText(
    'Tried 2 times',
  )
  fake.remove(id)
  await press(page, 'Dismiss late.jpg')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Dismiss' }).click()
  await expect(failures.getByRole('listitem')).toHaveCount(1)
  await reload(page)
  await expect(failures.getByRole('listitem')).toHaveCount(1)
  await expect(failures).toContainText('no picture.jpg')
})

test('an import is paused while Google limits requests, and continues by itself', async ({
  page,
}) => {
  addPhotos(1)
  await openDrive(page)
  fake.program.refuse = (path) =>
    path.includes('/files/') && !path.endsWith(folder)
      ? { status: 403, reason: 'userRateLimitExceeded', retryAfterSeconds: 12 }
      : undefined
  await press(page, 'Import 1 photo')
  await expect(dialog(page).getByRole('status').first()).toHaveText(
    'Google Drive is limiting requests.',
  )
  await expect(dialog(page).getByRole('timer')).toHaveText(
    /^The import continues in \d+ seconds?\.$/,
  )
  await expect(dialog(page)).toContainText('Paused at 0 of 1')
  await dialog(page).getByRole('button', { name: 'Ok' }).click()
  await page.getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByRole('link', { name: 'Import paused: 0 of 1' })).toBeVisible()
  fake.program.refuse = () => undefined
  await expect(alert(page)).toHaveText('1 imported, 0 skipped, 0 failed', { timeout: 40_000 })
})

test('an expired return from Google leads to the screen, which says so', async ({ page }) => {
  await signInBrowser(page, server, owner.cookie)
  await open(page, `${server.address}/api/drive/callback?state=forgotten&code=4/0A`)
  await expect(page.getByRole('alert')).toContainText('took too long or was used before')
  await expect(page).toHaveURL(/\/account\/drive$/)
  await expect(page.getByText(/^Google Drive is connected as /)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Reconnect' })).toBeVisible()
})

test('deleted photos are imported again only if they are selected', async ({ page }) => {
  const photos = await owner.photos()
  for (const { id } of photos.slice(0, 2)) {
    await owner.send('DELETE', `/api/photos/${id}`, { removeFiles: true })
  }
  await openDrive(page)
  await expect(page.getByText('11 photos, 0 new')).toBeVisible()
  const list = page.getByRole('list', { name: 'Deleted from the gallery' })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  const wanted = page.getByRole('region', { name: 'Deleted from the gallery' })
  const button = wanted.getByRole('button', { name: /^Import/ })
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await wanted.getByLabel('Select all 2').check()
  await expect(button).toHaveText('Import 2 photos')
  await list.getByRole('checkbox').first().uncheck()
  await button.click()
  await expect(dialog(page)).toContainText('1 imported, 0 skipped, 0 failed')
  await dialog(page).getByRole('button', { name: 'Ok' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(1)
  expect((await owner.photos()).length).toBe(9)
})

test('cancelling an import asks first, keeps imported photos and reports that it was aborted', async ({
  page,
}) => {
  fake.remove(noPicture)
  const [first, second, third] = addPhotos(3)
  const gates = [second!, third!].map(({ id }) => fake.gate(id))
  await openDrive(page)
  await press(page, 'Import 3 photos')
  await expect(dialog(page)).toContainText('1 imported, 0 skipped, 0 failed')
  const { x, y } = (await dialog(page).boundingBox())!
  const isDimmed = () =>
    page.evaluate(
      ([x, y]) => {
        const top = document.elementFromPoint(x, y)
        return top?.role === 'presentation' && getComputedStyle(top).opacity === '1'
      },
      [x + 4, y + 4] as const,
    )
  await press(page, 'Cancel import')
  const question = page.getByRole('alertdialog', { name: 'Cancel the import?' })
  // The question's backdrop covers the dialog too.
  await expect.poll(isDimmed).toBe(true)
  await question.getByRole('button', { name: 'Keep importing' }).click()
  await expect(question).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Cancel import' })).toBeFocused()
  await press(page, 'Cancel import')
  await question.getByRole('button', { name: 'Cancel import' }).click()
  await expect(dialog(page).getByRole('alert')).toHaveText('Job Aborted cancelled')
  await expect(dialog(page).getByRole('button', { name: 'Ok' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Import 2 photos' })).toBeFocused()
  await expect(page.getByText('Not finished: cancelled.')).toBeVisible()
  await expect(page.getByText(/Job Aborted/)).toHaveCount(0)
  await expect(page.getByText('13 photos, 2 new')).toBeVisible()
  for (const gate of gates) gate.release()
  const names = (await owner.photos()).map(({ sourceName }) => sourceName)
  expect(names).toContain(first!.name)
  expect(names).not.toContain(second!.name)
})

test.describe(() => {
  test.use({
    allowed: new RegExp(`^(${visitsGoogle}|(answer|console.*) 409.*/api/(drive|user/gdrive))`),
  })

  const reconnect = async (page: Page) => {
    await page.getByRole('link', { name: 'Reconnect ann@example.org' }).click()
    await page.getByRole('link', { name: 'Allow' }).click()
    await expectInterface(page)
  }

  test('a lost connection shows why, and can be renewed', async ({ page }) => {
    await openDrive(page)
    // Loading the last import starts another count, which must have begun.
    await expect(page.getByRole('region', { name: 'Last import' })).toBeVisible()
    await settled(page)
    const again = page.getByRole('button', { name: 'Count again' })
    await expect(again).toHaveAttribute('aria-busy', 'false')
    await expect(page.getByText('13 photos, 2 new')).toBeVisible()
    fake.oauth.withdraw()
    await again.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Google no longer accepts this connection.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Not connected' })).toBeFocused()
    await expect(page.getByLabel('Folder name')).toHaveCount(0)
    await reconnect(page)
    await expect(page.getByText('13 photos, 2 new')).toBeVisible()
    await expect(page.getByLabel('Folder name')).toHaveValue('Photos')
  })

  test('a connection that is found to be lost while setting the folder can be renewed at once', async ({
    page,
  }) => {
    await openDrive(page)
    await expect(page.getByText('13 photos, 2 new')).toBeVisible()
    fake.oauth.withdraw()
    await press(page, 'Set')
    await expect(page.getByRole('heading', { name: 'Not connected' })).toBeVisible()
    await reconnect(page)
    await expect(page.getByText('13 photos, 2 new')).toBeVisible()
  })

  test('an import refused by Google shows Job Aborted, and continues with a new connection', async ({
    page,
  }) => {
    // Four are downloaded at a time; the last ones are refused.
    const held = addPhotos(6).map(({ id }) => fake.gate(id))
    await openDrive(page)
    await press(page, 'Import 8 photos')
    await expect(dialog(page)).toContainText('2 of 8')
    fake.oauth.withdraw()
    for (const gate of held) gate.release()
    await expect(dialog(page).getByRole('alert')).toHaveText(
      'Job Aborted Google no longer accepts this connection',
    )
    await expect(dialog(page).getByRole('progressbar')).not.toHaveAttribute('aria-valuenow', '100')
    await dialog(page).getByRole('button', { name: 'Ok' }).click()
    // Said once, where the connection can be renewed.
    await expect(page.getByText(/Google no longer accepts/)).toHaveCount(1)
    const last = page.getByRole('region', { name: 'Last import' })
    await expect(last).toContainText('Not finished.')
    await reconnect(page)
    await expect(last).toContainText('Not finished.')
    await expect(page.getByText(/Job Aborted|Google no longer accepts/)).toHaveCount(0)
    await press(page, /^Import \d/)
    await expect(dialog(page)).toContainText('Finished')
    await expect(dialog(page)).toContainText('0 skipped, 0 failed')
    await dialog(page).getByRole('button', { name: 'Ok' }).click()
    await expect(page.getByText('19 photos, 0 new')).toBeVisible()
  })
})

test('an import that ends while another screen is shown is reported there', async ({ page }) => {
  const [held] = addPhotos(1)
  const gate = fake.gate(held!.id)
  await openDrive(page)
  await press(page, 'Import 1 photo')
  await dialog(page).getByRole('button', { name: 'Ok' }).click()
  await page.getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByRole('link', { name: 'Import: 0 of 1' })).toBeVisible()
  const { id } = await owner.json<{ id: string }>('/api/drive/job')
  await owner.send('POST', `/api/drive/job/${id}/cancel`, {})
  await expect(alert(page)).toHaveText('Job Aborted cancelled')
  await expect(page.getByRole('link', { name: /^Import: / })).toHaveCount(0)
  gate.release()
})

test.describe('impossible responses', () => {
  const scheduled = (state: string, id: string = crypto.randomUUID()) => ({
    data: {
      ...{
        id,
        kind: 'drive import',
        state,
        percent: 0,
        total: 2,
        done: 0,
        replaced: 0,
        waiting: 0,
        skipped: 0,
        failed: 0,
      },
      ...{ current: null, startedAt: null, finishedAt: null, error: null, failures: [] },
    },
  })

  test('an unknown state after scheduling and a job without an id are alerted', async ({
    page,
  }) => {
    await openDrive(page)
    const button = page.getByRole('button', { name: /^Import \d/ })
    await page.route('**/api/drive/job/schedule', (route) =>
      route.fulfill({ json: scheduled('PAUSED') }),
    )
    await button.click()
    await expect(alert(page)).toHaveText('PAUSED')
    await expect(dialog(page)).toHaveCount(0)
    await page.keyboard.press('Escape')
    await page.route('**/api/drive/job/schedule', (route) =>
      route.fulfill({ json: scheduled('SCHEDULED', '') }),
    )
    await button.click()
    await expect(page.getByText('no job defined')).toBeVisible()
  })

  test('states in lower case also start and stop polling', async ({ page }) => {
    await openDrive(page)
    const id = crypto.randomUUID()
    let polls = 0
    await page.route('**/api/drive/job/schedule', (route) =>
      route.fulfill({ json: scheduled('started', id) }),
    )
    await page.route(`**/api/drive/job/${id}`, (route) => {
      polls++
      return route.fulfill({ json: scheduled(polls === 1 ? 'started' : 'finished', id) })
    })
    await page.clock.install()
    await press(page, /^Import \d/)
    await expect(dialog(page)).toContainText('0 of 2')
    await expect(dialog(page)).toContainText('Finished')
    await page.clock.runFor(10_000)
    expect(polls).toBe(2)
  })
})

test('a file that may be a new version of a photo waits for the decision', async ({ page }) => {
  const known = (await owner.photos()).find(({ sourceName }) => sourceName?.startsWith('made-'))!
  const name = known.sourceName!
  const [another] = await makePhotos(1, {
    first: Number(/\d+/.exec(name)),
    width: 240,
    height: 160,
  })
  fake.addFile(folder, { name, bytes: another!.bytes })
  await openDrive(page)
  await press(page, /^Import \d/)
  // Before its end, the import would report it in a notice, later than the decision's own.
  await expect(dialog(page)).toContainText('Finished')
  await expect(dialog(page)).toContainText('1 waiting for your decision')
  await dialog(page).getByRole('button', { name: 'Ok' }).click()
  const waiting = page.getByRole('region', { name: 'Waiting for your decision' })
  await expect(waiting.getByRole('listitem')).toContainText('taken at the same time')
  await expect(page.getByRole('link', { name: 'Google Drive 1 waiting' })).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  const replace = waiting.getByRole('button', { name: /^Replace / })
  await replace.focus()
  await expect(replace).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(waiting).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Google Drive', level: 1 })).toBeFocused()
  await expect(alert(page)).toContainText('now shows the new file')
  expect((await owner.json<Photo>(`/api/photos/${known.id}`)).md5).toBe(another!.md5)
})

test('disconnecting the drive asks first, revokes access and keeps the photos', async ({
  page,
}) => {
  const count = (await owner.photos()).length
  const revoked = fake.oauth.calls.revoke
  await openDrive(page)
  await press(page, 'Disconnect')
  const question = page.getByRole('alertdialog', { name: 'Disconnect Google Drive?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  expect(fake.oauth.liveTokens()).toBe(1)
  await press(page, 'Disconnect')
  await question.getByRole('button', { name: 'Ok' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Connect Google Drive' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Not connected' })).toBeFocused()
  expect(fake.oauth.calls.revoke).toBe(revoked + 1)
  expect(fake.oauth.liveTokens()).toBe(0)
  expect((await owner.photos()).length).toBe(count)
})
