import type { Page } from 'playwright/test'
import type { Photo } from '../../src/contract/photos/photos.ts'
import type { PendingUpload, PhotoVersion } from '../../src/contract/photos/versions.ts'
import { textureJpeg } from '../support/jpegs.ts'
import { mockDrive } from './drive-mock.ts'
import { expect, expectPictures } from './gallery.ts'
import { dropFiles } from './screen.ts'
import type { Screen, Shown } from './screen-state.ts'

const longName = `${'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk'.repeat(2)}.jpg`

const waitingFor = (photo: Photo, number: number, change: Partial<PendingUpload> = {}) =>
  ({
    id: `019b7ca9-9070-7314-b84e-9ff82474a61${number}`,
    fileName: number === 0 ? longName : `IMG_${number}.jpg`,
    bytes: 4_321_000 * (number + 1),
    receivedAt: '2026-01-03T12:00:00.000Z',
    source: 'local',
    sourceId: null,
    rule: 'document',
    photo,
    ...change,
  }) satisfies PendingUpload

/** Three files that wait, of which two match one photo. */
export const waitingIn = ({ photos }: Shown, change?: Partial<PendingUpload>): PendingUpload[] => [
  waitingFor(photos[0]!, 0, change),
  waitingFor(photos[1]!, 1, { rule: 'camera and time', ...change }),
  waitingFor(photos[1]!, 2, { rule: 'name and time', ...change }),
]

export async function mockPending(page: Page, waiting: readonly PendingUpload[]): Promise<void> {
  const preview = await textureJpeg(300, 240)
  await page.route('**/api/uploads/pending', (route) => route.fulfill({ json: { data: waiting } }))
  await page.route('**/api/uploads/pending/*/preview', (route) =>
    route.fulfill({ contentType: 'image/jpeg', body: preview }),
  )
}

const seeWaiting = (page: Page) =>
  expect(page.getByRole('heading', { name: 'Waiting for your decision' })).toBeVisible()

const waitingFiles: Screen = {
  name: 'versions, files waiting',
  viewer: 'owner',
  path: () => '/account/local',
  mock: (page, shown) => mockPending(page, waitingIn(shown)),
  prepare: async (page) => {
    await seeWaiting(page)
    const error = {
      code: 409,
      message: 'a new version of this photo was added meanwhile; try again',
    }
    await page.route('**/api/uploads/pending/*', (route) =>
      route.fulfill({ status: 409, json: { error } }),
    )
    await page.getByRole('button', { name: /^Keep both .* and IMG_1\.jpg$/ }).click()
    await expect(page.getByText('A new version of this photo was added meanwhile')).toBeVisible()
    await expectPictures(page)
  },
}

/** Where the owner decides which version of a photo is shown, with mocked responses. */
export const versionScreens: readonly Screen[] = [
  waitingFiles,
  {
    ...waitingFiles,
    name: 'versions, discarding a file',
    prepare: async (page, shown) => {
      await waitingFiles.prepare!(page, shown)
      await page.getByRole('button', { name: 'Discard IMG_1.jpg' }).click()
      await expect(page.getByRole('alertdialog', { name: 'Discard IMG_1.jpg?' })).toBeVisible()
    },
  },
  {
    name: 'versions, offered in the account',
    viewer: 'owner',
    path: () => '/account/logout',
    mock: async (page, shown) => {
      const waiting = waitingIn(shown)
      await mockPending(page, [...waiting, { ...waiting[0]!, id: 'a', source: 'drive' }])
    },
    prepare: async (page) => {
      await expect(page.getByRole('link', { name: 'Local Drive 3 waiting' })).toBeVisible()
      await expect(page.getByRole('alert')).toContainText('4 files may be new versions')
    },
  },
  {
    name: 'versions, an upload that matches',
    viewer: 'owner',
    path: () => '/account/local',
    mock: (page) => mockPending(page, []),
    prepare: async (page, shown) => {
      const waiting = waitingIn(shown).values()
      await page.route('**/api/local/upload', (route) =>
        route.fulfill({ status: 202, json: { data: { pending: waiting.next().value } } }),
      )
      await dropFiles(page, [...shown.newFiles])
      await expect(page.getByText(/, \d waiting for your decision/)).toBeVisible()
      await expectPictures(page)
    },
  },
  {
    name: 'versions, files waiting from the drive',
    viewer: 'owner',
    path: () => '/account/drive',
    mock: async (page, shown) => {
      await mockPending(page, waitingIn(shown, { source: 'drive' }))
      await mockDrive(page, { job: { id: '' } })
    },
    prepare: async (page) => {
      await seeWaiting(page)
      await expectPictures(page)
    },
  },
  {
    name: 'versions, of a photo',
    viewer: 'owner',
    path: ({ photos }) => `/photo/${photos[0]!.id}`,
    prepare: async (page) => {
      const versionOf = (day: number, change: Partial<PhotoVersion> = {}): PhotoVersion => ({
        id: `019b7ca9-9070-7314-b84e-9ff82474a52${day}`,
        addedAt: new Date(Date.UTC(2026, 0, day, 12)).toISOString(),
        bytes: 4_321_000 * day,
        fileName: day === 3 ? longName : 'IMG_1.jpg',
        isCurrent: false,
        rule: day === 1 ? null : 'camera and time',
        ...change,
      })
      const data = [versionOf(3), versionOf(2, { isCurrent: true }), versionOf(1)]
      await page.route('**/api/photos/*/versions', (route) => route.fulfill({ json: { data } }))
      await page.getByRole('button', { name: 'More', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Versions' }).click()
      await expect(page.getByRole('dialog', { name: 'Versions' })).toContainText('Shown now')
    },
  },
]
