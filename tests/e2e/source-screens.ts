import type { Page } from 'playwright/test'
import { expect, expectPictures } from './gallery.ts'
import type { Screen, Shown } from './screen-state.ts'
import { firstSource, longName, mockSources } from './source-mock.ts'
import { mockPending, waitingIn } from './version-screens.ts'

/** A state of the Sources screen; a photo gallery's own server has none. */
const state = (name: string, prepare: (page: Page) => Promise<unknown>): Screen => ({
  name,
  viewer: 'owner',
  path: () => '/account/sources',
  mock: async (page, shown: Shown) => {
    const { photos } = shown
    await mockSources(page, undefined, [photos[0]!.id, photos[1]!.id])
    await mockPending(page, waitingIn(shown, { source: 'drive', sourceId: firstSource }))
  },
  prepare: async (page) => {
    await expect(page.getByRole('link', { name: 'Connect Google Drive again' })).toBeVisible()
    await prepare(page)
  },
})

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

export const sourceScreens: readonly Screen[] = [
  {
    name: 'sources, none',
    viewer: 'owner',
    path: () => '/account/sources',
    prepare: (page) => expect(page.getByRole('region', { name: 'No sources yet' })).toBeVisible(),
  },
  state('sources', (page) => expect(page.getByRole('progressbar')).toBeVisible()),
  state('sources, files waiting', async (page) => {
    await press(page, `Decide: Trip ${longName}`)
    await expect(page.getByRole('heading', { name: 'Waiting for your decision' })).toBeFocused()
    await expectPictures(page)
  }),
  state('sources, changes', async (page) => {
    await press(page, 'View changes and decide: scans')
    await expect(page.getByText('2026/Best/IMG_1.jpg')).toBeVisible()
    await expectPictures(page)
  }),
  state('sources, settings', async (page) => {
    await press(page, 'Settings: scans')
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('scans')
  }),
  state('sources, add a folder', async (page) => {
    await press(page, 'Add a folder on the server')
    await press(page, 'Add source')
    await expect(page.getByText('Enter the path of a folder')).toBeVisible()
  }),
]
