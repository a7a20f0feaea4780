import type { Page } from 'playwright/test'
import type { GoogleClient } from '../../src/contract/imports/google-client.ts'
import {
  cancelled,
  chooseFolder,
  type DriveResponses,
  enteredClient,
  failures,
  finished,
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
import { expect } from './gallery.ts'
import type { Screen } from './screen-state.ts'

/** Functions where they depend on the time. */
type Mocked = DriveResponses | (() => DriveResponses)

/** A state of the Drive screen with mocked responses. */
const state = (
  name: string,
  responses: Mocked,
  prepare: (page: Page) => Promise<unknown>,
  query = '',
): Screen => ({
  name: `google drive, ${name}`,
  viewer: 'owner',
  path: () => `/account/drive${query}`,
  mock: (page) => mockDrive(page, typeof responses === 'function' ? responses() : responses),
  prepare: async (page) => void (await prepare(page)),
})

/** A state with a folder chosen, in which `shown` can be seen before the rest is done. */
const withFolder = (
  name: string,
  responses: Mocked,
  prepare: (page: Page) => Promise<unknown>,
  shown?: string,
): Screen =>
  state(name, responses, async (page) => {
    await chooseFolder(page, shown)
    await prepare(page)
  })

const withChooser = (
  name: string,
  folders: DriveResponses['folders'],
  prepare: (page: Page) => Promise<unknown>,
): Screen =>
  state(name, folders ? { folders } : {}, async (page) => {
    await press(page, 'Browse…')
    await prepare(page)
  })

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()
const see = (page: Page, text: string | RegExp) =>
  expect(page.getByText(text).first()).toBeVisible()
const seeHeading = (page: Page, name: string) =>
  expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
const noJob = { id: '' } as const
const never = new Promise<never>(() => undefined)
const configProblem =
  'Google Drive cannot be used: the client ID is set, but not the client secret. Set VITRINE_GOOGLE_CLIENT_SECRET (or --google-client-secret) and restart Vitrine.'
const limiting = 'Google Drive is limiting requests (429); try again in 3 minutes'
const isTop = (query: URLSearchParams) => !query.has('parent')

const withClient = (
  name: string,
  change: Partial<GoogleClient>,
  prepare: (page: Page) => Promise<unknown>,
): Screen => state(name, { job: noJob, client: { ...enteredClient, ...change } }, prepare)

/** Every state of the Drive screen. */
export const driveScreens: readonly Screen[] = [
  {
    // A photo gallery's own server has no client ID.
    name: 'google drive, not configured',
    viewer: 'owner',
    path: () => '/account/drive',
    prepare: (page) => seeHeading(page, 'Set up access'),
  },
  state(
    'half configured',
    { status: { authenticated: false, isConfigured: false, configProblem }, job: noJob },
    (page) => expect(page.getByRole('alert')).toHaveText(configProblem),
  ),
  withClient('client replaced', {}, async (page) => {
    await press(page, 'Replace')
    await page.getByLabel('Client secret', { exact: true }).fill('GOCSPX-another-secret')
    await press(page, 'Save')
    await expect(page.getByRole('alertdialog')).toContainText('disconnected')
  }),
  withClient('client removed', {}, async (page) => {
    await press(page, 'Remove')
    await expect(page.getByRole('alertdialog')).toContainText('disconnected')
  }),
  withClient('client configured', { source: 'configuration' }, (page) =>
    see(page, 'Set by the configuration'),
  ),
  state('not connected', { status: { authenticated: false }, job: noJob }, (page) =>
    expect(page.getByRole('link', { name: 'Connect Google Drive' })).toBeVisible(),
  ),
  state(
    'access denied',
    {
      status: {
        authenticated: false,
        reason: 'You did not allow access at Google. Connect again.',
      },
      job: noJob,
    },
    (page) => expect(page.getByRole('link', { name: 'Connect Google Drive' })).toBeVisible(),
  ),
  state(
    'connection lost',
    {
      status: {
        authenticated: false,
        reason: 'Google no longer accepts this connection.',
        isLost: true,
      },
      failures: failures(2),
    },
    async (page) => {
      await expect(page.getByRole('link', { name: 'Reconnect ann@example.org' })).toBeVisible()
      await seeHeading(page, 'Files that could not be imported')
    },
  ),
  state(
    'sign-in expired',
    { status: { authenticated: false }, job: noJob },
    (page) => see(page, 'The sign-in at Google took too long'),
    '?error=expired',
  ),
  state(
    'returned during an import',
    { job: running },
    (page) => see(page, 'An import is running, so the connection was not changed.'),
    '?error=importing',
  ),
  state('status unknown', { status: refused(503, 'the server has too much to do') }, (page) =>
    expect(page.getByRole('button', { name: 'Try again' })).toBeVisible(),
  ),
  state('no folder', { job: noJob }, async (page) => {
    await expect(page.getByRole('button', { name: 'Browse…' })).toBeVisible()
    await see(page, 'ann@example.org')
  }),
  withChooser('chooser', undefined, (page) => see(page, 'Shared with me')),
  withChooser(
    'chooser with folders',
    (query) => ({ data: isTop(query) ? places : subfolders }),
    async (page) => {
      await press(page, 'My Drive')
      await see(page, '1990')
    },
  ),
  withChooser(
    'chooser with a long path',
    (query) => ({ data: isTop(query) ? places : subfolders }),
    async (page) => {
      await press(page, /^Club/)
      await press(page, /^Trip/)
      await see(page, '1990')
    },
  ),
  withChooser(
    'chooser loading',
    (query) => (isTop(query) ? { data: places } : never),
    async (page) => {
      await press(page, 'My Drive')
      await expect(page.getByText('Loading folders…').last()).toBeVisible()
    },
  ),
  withChooser(
    'chooser empty',
    (query) => ({ data: isTop(query) ? places : { path: [], folders: [], next: null } }),
    async (page) => {
      await press(page, 'Shared with me')
      await see(page, 'There are no folders here.')
    },
  ),
  withChooser(
    'chooser failed',
    () => refused(503, limiting),
    (page) => expect(page.getByRole('alert')).toHaveText(new RegExp(limiting.slice(7, 30))),
  ),
  state('several folders', { job: noJob }, async (page) => {
    const several = refused(409, 'there are several folders', { folders: sameName, next: 'more' })
    await page.route('**/api/user/gdrive', (route) => route.fulfill({ status: 409, json: several }))
    await page.getByLabel('Folder name').fill('Same')
    await press(page, /^Set$/)
    await see(page, 'There are several folders named “Same”')
  }),
  state('no such folder', { job: noJob }, async (page) => {
    const missing = refused(404, 'there is no folder named “Same” in the drive', {
      field: 'driveFolderName',
    })
    await page.route('**/api/user/gdrive', (route) => route.fulfill({ status: 404, json: missing }))
    await page.getByLabel('Folder name').fill('Same')
    await press(page, /^Set$/)
    await see(page, 'There is no folder named “Same”')
  }),
  withFolder('nothing new', { folder: nothingNew }, (page) => see(page, '1,240 photos, 0 new')),
  withFolder(
    'empty folder',
    { folder: { ...nothingNew, total: 0 } },
    () => Promise.resolve(),
    'no JPEG files',
  ),
  withFolder('new, blocked and deleted', { folder: fullFolder }, async (page) => {
    await seeHeading(page, 'Files that cannot be downloaded')
    await seeHeading(page, 'Deleted from the gallery')
  }),
  withFolder('failures', { folder: nothingNew, failures: failures(53) }, async (page) => {
    await see(page, '53 files')
    await expect(page.getByRole('button', { name: 'Show more' })).toBeVisible()
  }),
  withFolder('dismissing', { folder: nothingNew, failures: failures(2) }, async (page) => {
    await press(page, 'Dismiss all')
    await expect(page.getByRole('alertdialog', { name: 'Dismiss 2 files?' })).toBeVisible()
  }),
  withFolder(
    'dismissed files',
    { folder: nothingNew, failures: failures(2), dismissed: failures(51) },
    async (page) => {
      await press(page, 'Dismissed files (51)')
      await expect(page.getByRole('button', { name: 'Retry IMG_49.jpg' })).toBeVisible()
    },
  ),
  withFolder(
    'selected files after an import',
    { folder: nothingNew, job: selection, whole: cancelled },
    async (page) => {
      await see(page, 'Selected files: 1 imported')
      await see(page, 'Not finished: cancelled.')
    },
  ),
  withFolder('failures during an import', { job: running, failures: failures(2) }, (page) =>
    see(page, 'You can try them again when the running import has ended.'),
  ),
  withFolder('choosing during an import', { job: running }, async (page) => {
    await page.unroute('**/api/user/gdrive')
    const details = { import: { id: running.id, folder: 'Iceland' } }
    const refusal = refused(409, 'the import from “Iceland” is running', details)
    await page.route('**/api/user/gdrive', (route) => route.fulfill({ status: 409, json: refusal }))
    await press(page, /^Set$/)
    await expect(page.getByRole('alertdialog', { name: 'Stop the import?' })).toBeVisible()
  }),
  withFolder('reconnecting during an import', { job: running }, async (page) => {
    await page.getByRole('link', { name: 'Reconnect' }).click()
    await expect(page.getByRole('alertdialog', { name: /^Reconnect during/ })).toBeVisible()
  }),
  withFolder(
    'paused briefly',
    () => ({ job: paused(100) }),
    (page) => see(page, /The import continues in \d/),
  ),
  withFolder('importing', { job: running }, (page) => see(page, '551 left to import')),
  withFolder('progress', { job: running }, async (page) => {
    await press(page, 'Show progress')
    await expect(page.getByRole('dialog')).toBeVisible()
  }),
  withFolder('cancelling', { job: running }, async (page) => {
    await press(page, 'Show progress')
    await press(page, 'Cancel import')
    await expect(page.getByRole('alertdialog')).toBeVisible()
  }),
  withFolder(
    'paused',
    () => ({ job: paused() }),
    (page) => see(page, /The import continues at /),
  ),
  withFolder(
    'progress, paused',
    () => ({ job: paused() }),
    async (page) => {
      await press(page, 'Show progress')
      await expect(page.getByRole('dialog')).toContainText('The import continues at ')
    },
  ),
  withFolder('ended with failures', { failures: failures(3) }, async (page) => {
    await page.route('**/api/drive/job/schedule', (route) =>
      route.fulfill({ json: { data: running } }),
    )
    await press(page, 'Import 2 photos')
    await expect(page.getByRole('button', { name: 'Show failed files' })).toBeVisible()
    await expect(page.getByRole('dialog')).toContainText(`${finished.failed} failed`)
  }),
  withFolder(
    'Google is limiting requests',
    { folder: refused(503, limiting) },
    () => Promise.resolve(),
    'Not counted',
  ),
]
