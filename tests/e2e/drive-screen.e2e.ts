import type { Page } from 'playwright/test'
import type { Job } from '../../src/contract/imports/jobs.ts'
import { clearAway, type RunningVitrine } from '../support/executable.ts'
import { claimedGallery, type OwnerClient } from '../support/owner-client.ts'
import {
  cancelled,
  chooseFolder,
  type DriveResponses,
  failures,
  fullFolder,
  mockDrive,
  nothingNew,
  paused,
  places,
  refused,
  running,
  sameName,
  selection,
  subfolders,
} from './drive-mock.ts'
import { expect, test } from './gallery.ts'
import { reload } from './go-to.ts'
import { open, signInBrowser } from './screen.ts'

// Pages and states that take a large drive, an impatient Google or long waits to reach.
let server: RunningVitrine
let owner: OwnerClient

test.beforeAll(async () => {
  const gallery = await claimedGallery()
  server = gallery.server
  owner = gallery.owner
})
test.afterAll(clearAway)

async function openMocked(page: Page, responses: DriveResponses): Promise<void> {
  await signInBrowser(page, server, owner.cookie)
  await mockDrive(page, responses)
  await open(page, `${server.address}/account/drive`)
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const chooser = (page: Page) => page.getByRole('dialog', { name: 'Choose a folder' })

test.describe('chooser', () => {
  const second = { path: [], folders: [{ id: 'last', name: 'Zoo', canChoose: true }], next: null }
  const pages = (query: URLSearchParams) => {
    if (query.get('parent') === 'root') {
      return { data: query.has('pageToken') ? second : subfolders }
    }
    return { data: query.has('parent') ? { path: [], folders: [], next: null } : places }
  }

  test('the folder chooser is used with the keyboard: arrows move, Enter opens, the path leads back', async ({
    page,
  }) => {
    await openMocked(page, { folders: pages })
    await button(page, 'Browse…').focus()
    await page.keyboard.press('Enter')
    await expect(button(page, 'Shared with me')).toBeVisible()
    await expect(button(page, /^Choose$/)).toHaveAttribute('aria-disabled', 'true')
    await expect(page.getByRole('region', { name: 'Places in Google Drive' })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(button(page, 'My Drive')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: 'Folders in My Drive' })).toBeFocused()
    await expect(page.locator("[aria-current='location']")).toHaveText('My Drive')
    await expect(chooser(page).getByRole('status')).toHaveText('31 folders, and more')

    await button(page, 'Show more').focus()
    await page.keyboard.press('Enter')
    await expect(button(page, 'Zoo')).toBeFocused()
    await expect(chooser(page).getByRole('status')).toHaveText('32 folders')
    await page.keyboard.press('ArrowUp')
    await expect(button(page, '2019')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(chooser(page).getByText('There are no folders in “2019”.')).toBeVisible()
    await expect(button(page, 'Choose “2019”')).toHaveAttribute('aria-disabled', 'false')

    await button(page, 'Google Drive').focus()
    await page.keyboard.press('Enter')
    await expect(button(page, 'Shared with me')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(chooser(page)).toHaveCount(0)
    await expect(button(page, 'Browse…')).toBeFocused()
  })

  test.describe(() => {
    test.use({ allowed: /^(answer|console.*) (503|404).*(api\/drive|user\/gdrive)/ })

    test('the folder chooser retries what Google refused, and says why a folder could not be set', async ({
      page,
    }) => {
      let isBusy = true
      await openMocked(page, {
        folders: (query) =>
          isBusy ? refused(503, 'Google Drive is having problems (500)') : pages(query),
      })
      await button(page, 'Browse…').click()
      await expect(page.getByRole('alert')).toHaveText('Google Drive is having problems')
      isBusy = false
      await button(page, 'Try again').click()
      await button(page, 'My Drive').click()
      await page.route('**/api/user/gdrive', (route) =>
        route.fulfill({ status: 404, json: refused(404, 'it is no longer in the drive') }),
      )
      await button(page, 'Choose “My Drive”').click()
      await expect(chooser(page).getByRole('alert')).toHaveText(
        'set folder: 404: it is no longer in the drive',
      )
    })

    test('more than twenty folders of one name are shown page by page', async ({ page }) => {
      const rest = [{ ...sameName[0]!, id: 'rest', path: 'My Drive / Rest / Same' }]
      const asked: string[] = []
      await openMocked(page, {
        folders: (query) => {
          asked.push(String(query))
          return { data: { folders: rest, next: null } }
        },
      })
      const several = refused(409, 'there are several', { folders: sameName, next: 'more' })
      await page.route('**/api/user/gdrive', (route) =>
        route.fulfill({ status: 404, json: several }),
      )
      await page.getByLabel('Folder name').fill(' Same ')
      await button(page, /^Set$/).click()
      await button(page, 'Show more').click()
      await expect(button(page, 'My Drive / Rest / Same')).toBeFocused()
      await expect(button(page, 'Show more')).toHaveCount(0)
      expect(asked).toEqual(['name=+Same+&pageToken=more'])
      const request = page.waitForRequest('**/api/user/gdrive')
      await button(page, 'My Drive / Rest / Same').click()
      expect((await request).postDataJSON()).toEqual({
        driveFolderName: ' Same ',
        driveFolderId: 'rest',
      })
    })
  })
})

test('failed files are shown page by page, and dismissed only after a question', async ({
  page,
}) => {
  const stored = failures(53)
  await openMocked(page, { folder: nothingNew, failures: stored })
  await page.route('**/api/drive/failures/*', (route) => {
    stored.splice(0, 1)
    return route.fulfill({ json: { data: { total: stored.length } } })
  })
  await page.route(/\/api\/drive\/failures$/, (route) => {
    stored.length = 0
    return route.fulfill({ json: { data: { total: 0 } } })
  })
  const list = page.getByRole('list', { name: 'Files that could not be imported' })
  await expect(list.getByRole('listitem')).toHaveCount(50)
  await button(page, 'Show more').click()
  await expect(list.getByRole('listitem')).toHaveCount(53)
  await expect(button(page, 'Show more')).toHaveCount(0)
  await expect(list.getByRole('listitem').nth(2)).toContainText(
    'Tried 3 times, last on May 4, 2025',
  )
  await expect(list.getByRole('listitem').nth(2)).toContainText('The next import skips it.')
  await expect(list.getByRole('listitem').nth(1)).not.toContainText('skips it')

  const question = page.getByRole('alertdialog')
  const first = list.getByRole('button', { name: /^Dismiss / }).first()
  await first.click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  await expect(first).toBeFocused()
  await first.click()
  await question.getByRole('button', { name: 'Dismiss' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(52)
  const heading = page.getByRole('heading', { name: 'Files that could not be imported' })
  await expect(heading).toBeFocused()
  await expect(page.getByText('52 files are listed here')).toBeVisible()

  await button(page, 'Dismiss all').click()
  await expect(page.getByRole('alertdialog', { name: 'Dismiss 52 files?' })).toBeVisible()
  await question.getByRole('button', { name: 'Dismiss' }).click()
  await expect(heading).toHaveCount(0)
  await expect(question).toHaveCount(0)
})

test.describe(() => {
  test.use({ allowed: /^(answer|console.*) 404.*api\/drive\/failures/ })

  test('a failure that no longer exists is removed from the list as well', async ({ page }) => {
    await openMocked(page, { folder: nothingNew, failures: failures(2) })
    await page.route('**/api/drive/failures/*', (route) =>
      route.fulfill({ status: 404, json: refused(404, 'there is no such failure') }),
    )
    await button(page, 'Dismiss IMG_1.jpg').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Dismiss' }).click()
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await expect(button(page, 'Dismiss IMG_1.jpg')).toHaveCount(0)
    await expect(page.getByText('1 file is listed here')).toBeVisible()
  })
})

test('a problem at Google is shown once: until it is closed, a reload or the next action', async ({
  page,
}) => {
  const message = page.getByRole('alert')
  const arrive = () => open(page, `${server.address}/account/drive?error=kept`)
  await openMocked(page, {})
  await arrive()
  await expect(message).toContainText('the current connection was kept')
  await expect(page).toHaveURL(/\/account\/drive$/)
  await expect(message).toBeVisible()
  await reload(page)
  await expect(button(page, 'Browse…')).toBeVisible()
  await expect(message).toHaveCount(0)

  await arrive()
  await button(page, 'Close this message').press('Enter')
  await expect(message).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()

  await arrive()
  await expect(message).toBeVisible()
  await chooseFolder(page)
  await expect(message).toHaveCount(0)
})

test('a paused import says until when in local time, and continues by itself', async ({ page }) => {
  const pausedUntil = new Date(Date.now() + 20 * 60_000)
  let job: Job = {
    ...running,
    current: null,
    pausedUntil: pausedUntil.toISOString(),
    pauseReason: 'Google is limiting requests (403)',
  }
  await openMocked(page, { job })
  await page.route(/\/api\/drive\/job\/[\da-f-]{36}$/, (route) =>
    route.fulfill({ json: { data: job } }),
  )
  await chooseFolder(page)
  await button(page, 'Show progress').click()
  const dialog = page.getByRole('dialog', { name: 'Import from Google Drive' })
  const time = await page.evaluate(
    (at) => new Date(at).toLocaleTimeString('en', { timeStyle: 'short' }),
    pausedUntil.getTime(),
  )
  await expect(dialog.getByRole('status').first()).toHaveText('Google is limiting requests.')
  await expect(dialog.getByRole('timer')).toHaveText(
    new RegExp(`^The import continues at (.*, )?${time}\\.$`),
  )
  await expect(dialog).toContainText('Paused at 683 of 1,234')
  await expect(dialog).toHaveAccessibleDescription(/^“Ok” closes this window\. The import keeps/)

  job = { ...running, done: 651 }
  await expect(dialog).toContainText('684 of 1,234')
  await expect(dialog).not.toContainText('Paused')
  await expect(dialog).not.toContainText('limiting requests')
})

test.describe(() => {
  test.use({ allowed: /^(answer|console.*) 503.*api\/drive\/folder/ })

  test('a count that Google refuses during a pause removes nothing and is no second error', async ({
    page,
  }) => {
    const limiting = 'Google Drive is limiting requests (403); try again in a moment'
    let job: Job = paused()
    await openMocked(page, { job })
    await page.route(/\/api\/drive\/job\/[\da-f-]{36}$/, (route) =>
      route.fulfill({ json: { data: job } }),
    )
    await chooseFolder(page)
    let isLimited = true
    await page.route('**/api/drive/folder', (route) =>
      isLimited
        ? route.fulfill({ status: 503, json: refused(503, limiting) })
        : route.fulfill({ json: { data: fullFolder } }),
    )
    const part = page.getByRole('region', { name: 'Photos in the folder' })
    const later = part.getByText('The photos are counted again when Google allows it.')
    const blocked = page.getByRole('heading', { name: 'Files that cannot be downloaded' })
    await button(page, 'Count again').click()
    await expect(later).toBeVisible()
    await expect(part).toContainText('1,240 photos')
    await expect(blocked).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)

    // After a reload, nothing has been counted yet.
    await reload(page)
    await chooseFolder(page, '551 left to import')
    await expect(later).toBeVisible()
    await expect(blocked).toHaveCount(0)
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(part).not.toContainText('403')

    isLimited = false
    job = running
    await expect(blocked).toBeVisible()
    await expect(part).toContainText('1,240 photos')
    await expect(later).toHaveCount(0)

    // Without a pause that says so, it is an error, in words for a person.
    isLimited = true
    await button(page, 'Count again').click()
    await expect(part.getByRole('alert')).toHaveText(
      'Google Drive is limiting requests; try again in a moment',
    )
    await expect(part).toContainText('1,240 photos')
  })
})

test('the number left to import and the progress always agree', async ({ page }) => {
  let job: Job = { ...running, total: 10, done: 2, skipped: 0, failed: 0 }
  await openMocked(page, { job })
  await page.route(/\/api\/drive\/job\/[\da-f-]{36}$/, (route) => {
    job = { ...job, done: Math.min(10, job.done + 1) }
    if (job.done === 10) job = { ...job, state: 'FINISHED', finishedAt: job.startedAt }
    return route.fulfill({ json: { data: job } })
  })
  // What can be read after each change.
  await page.evaluate(() => {
    const seen: string[] = []
    Object.assign(window, { seen })
    const read = () => {
      const parts = document.querySelectorAll("[aria-labelledby='drive-photos'] p")
      const text = [...parts].map((part) => part.textContent).join('\n')
      const left = /([\d,]+) left to import/.exec(text)?.[1]
      const [, done, total] = /(\d+) of (\d+)/.exec(text) ?? []
      if (left && done) seen.push(`${Number(left) + Number(done) === Number(total)}`)
      else if (/\d new/.test(text)) seen.push(`new: ${done === undefined}`)
    }
    new MutationObserver(read).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    })
  })
  await chooseFolder(page, 'left to import')
  await expect(button(page, 'Import 2 photos')).toBeVisible()
  const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen)
  expect(seen.filter((each) => each === 'true').length).toBeGreaterThan(3)
  expect(seen).not.toContain('false')
  expect(seen).not.toContain('new: false')
})

test('the owner’s own cancel is no error, unlike what Google refused', async ({ page }) => {
  const colorOf = (text: string) =>
    page.getByText(text).evaluate((element) => getComputedStyle(element).color)
  await openMocked(page, { folder: nothingNew, job: cancelled })
  await expect(page.getByText('Not finished: cancelled.')).toBeVisible()
  const neutral = await colorOf('Not finished: cancelled.')
  expect(neutral).toBe(await colorOf('Vitrine never changes anything there.'))
  const refusedByGoogle: Job = { ...cancelled, error: 'access was revoked', isStopped: false }
  await mockDrive(page, { folder: nothingNew, job: refusedByGoogle })
  await reload(page)
  await expect(page.getByText('Not finished: access was revoked.')).toBeVisible()
  expect(await colorOf('Not finished: access was revoked.')).not.toBe(neutral)
})

test('the reason of an aborted import is no longer shown once another one runs', async ({
  page,
}) => {
  const aborted: Job = { ...cancelled, error: 'access was revoked', isStopped: false }
  const next: Job = { ...running, id: selection.id }
  let job: Job = running
  await openMocked(page, {
    get job() {
      return job
    },
  })
  await page.route(`**/api/drive/job/${running.id}`, (route) =>
    route.fulfill({ json: { data: job } }),
  )
  await page.route('**/api/drive/job/schedule', (route) => {
    job = next
    return route.fulfill({ json: { data: next } })
  })
  await page.route(`**/api/drive/job/${next.id}`, (route) =>
    route.fulfill({ json: { data: next } }),
  )
  await chooseFolder(page, 'left to import')
  job = aborted
  const last = page.getByRole('region', { name: 'Last import' })
  await expect(last).toContainText('Not finished: access was revoked.')
  await expect(page.getByRole('alert')).toHaveText('Job Aborted access was revoked')
  await button(page, 'Import 2 photos').click()
  await button(page, 'Ok').click()
  await expect(last).toContainText('Not finished.')
  await expect(page.getByText('access was revoked')).toHaveCount(0)

  // Selected files, imported after it, count as well.
  await mockDrive(page, { job: selection, whole: aborted })
  await reload(page)
  await expect(last).toContainText('Selected files: 1 imported')
  await expect(last).not.toContainText('access was revoked')
})

test.describe(() => {
  test.use({ allowed: /^(answer|console.*) 404.*api\/drive\/job\/schedule/ })

  test('a selected photo that is no longer in the folder is explained, and the list is updated', async ({
    page,
  }) => {
    await openMocked(page, {})
    await chooseFolder(page)
    const missing = refused(404, 'the file with the ID “g” is not in the folder', {
      ...{ field: 'fileIds', fileIds: ['g'] },
    })
    await page.route('**/api/drive/job/schedule', (route) =>
      route.fulfill({ status: 404, json: missing }),
    )
    await page.getByLabel('IMG_6.jpg').check()
    const counted = page.waitForRequest('**/api/drive/folder')
    await button(page, 'Import 1 photo').click()
    await expect(page.getByRole('alert')).toContainText('are no longer in the folder')
    await counted
  })
})
