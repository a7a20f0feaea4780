import type { Page } from 'playwright/test'
import type { DriveFile } from '../../src/contract/drive.ts'
import type { Job } from '../../src/contract/jobs.ts'
import { expect } from './gallery.ts'
import { expectInterface } from './screen.ts'

const longName = `${'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk'.repeat(2)}.jpg`

const file = (id: string, name: string): DriveFile => ({
  id,
  name,
  mimeType: 'image/jpeg',
  md5Checksum: id,
  createdTime: '2025-03-04T05:06:07.000Z',
  size: 4_321_000,
})
const job: Job = {
  ...{ id: '01997c11-0000-7000-8000-000000000001', kind: 'drive import', state: 'FINISHED' },
  ...{ percent: 100, total: 1234, done: 1200, skipped: 31, failed: 3, current: null, error: null },
  ...{ pausedUntil: null, pauseReason: null },
  startedAt: '2025-05-04T05:06:07.000Z',
  finishedAt: '2025-05-04T06:06:07.000Z',
  failures: [
    { fileId: 'a', name: longName, reason: 'the file is incomplete' },
    { fileId: 'b', name: 'IMG_2.jpg', reason: `Google Drive returned 403: ${longName}` },
    { fileId: 'c', name: 'IMG_3.jpg', reason: 'this is not a JPEG file' },
  ],
}
const live: Job = {
  ...job,
  state: 'STARTED',
  percent: 55,
  done: 650,
  skipped: 30,
  current: longName,
}

/** Mocks the drive's responses on its screen, which is then reloaded. */
export async function mockDrive(
  page: Page,
  {
    authenticated = false,
    reason = null,
    isImporting = false,
  }: { authenticated?: boolean; reason?: string | null; isImporting?: boolean },
): Promise<void> {
  const responses: Record<string, unknown> = {
    authenticated: { authenticated, isConfigured: true, reason, account: null },
    check: [file('d', 'IMG_4.jpg'), file('e', 'IMG_5.jpg')],
    deleted: [file('f', longName), file('g', 'IMG_6.jpg')],
    job: isImporting ? live : job,
  }
  await page.route(/\/api\/drive(\/|\?|$)/, (route) => {
    // Other screens get real responses.
    if (!page.url().endsWith('/account/drive')) return route.fallback()
    const { pathname, searchParams } = new URL(route.request().url())
    const name = searchParams.has('deleted') ? 'deleted' : (pathname.split('/')[3] ?? '')
    const all = Array.from({ length: 1240 }, (_, index) => file(String(index), `${index}.jpg`))
    return route.fulfill({ json: { data: responses[name] ?? all } })
  })
  await page.reload()
  await expectInterface(page)
}

/** Sets the folder in the profile, which is sent with the page. */
export async function chooseFolder(page: Page): Promise<void> {
  const user = { name: 'Ann', bio: '', pic: '', driveFolderId: 'id', driveFolderName: longName }
  await page.route('**/api/user/gdrive', (route) => route.fulfill({ json: { data: user } }))
  await page.getByLabel('Folder name').fill(longName)
  await page.getByRole('button', { name: 'Set' }).click()
  await expect(page.getByText('1,240 photos, 2 new')).toBeVisible()
}
