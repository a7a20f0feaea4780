import type { Page } from 'playwright/test'
import type { Photo } from '../../src/contract/photos.ts'
import { expect } from './gallery.ts'
import { dropFiles } from './screen.ts'

/** What the screens of a gallery lead to. */
export type Shown = {
  /** Public ones in the photostream's order. */
  readonly photos: readonly Photo[]
  /** Files that the gallery does not have yet. */
  readonly newFiles: readonly string[]
}

/** What a browser rightly complains of on these screens: what is refused, and what fails. */
export const expectedTroubles =
  /^(answer|console.*) (404|409|503).*\/(nowhere|local\/upload|api\/photos\?|api\/logout)/

/** One state of one screen; who sees it decides whether a session's cookie is set. */
export type Screen = {
  readonly name: string
  readonly viewer: 'visitor' | 'owner'
  readonly path: (shown: Shown) => string
  /** What has to be done on it before it is looked at. */
  readonly prepare?: (page: Page, shown: Shown) => Promise<void>
  /** Only below this width, in CSS pixels. */
  readonly below?: number
}

/** Presses until it is heard: a page that has just come may not listen yet. */
const press = (key: string, role: 'dialog' | 'alertdialog') => (page: Page) =>
  expect(async () => {
    await page.keyboard.press(key)
    await expect(page.getByRole(role)).toBeVisible({ timeout: 2000 })
  }).toPass({ timeout: 10_000 })
/** Has the server refuse what it is asked for there. */
const failing = (page: Page, address: string) => {
  const error = { code: 503, message: 'the server has too much to do; try again in a minute' }
  return page.route(address, (route) => route.fulfill({ status: 503, json: { error } }))
}
const photoAt =
  (place: number) =>
  ({ photos }: Shown) =>
    `/photo/${photos[place]!.id}`
const both = (screen: Omit<Screen, 'viewer'>): Screen[] => [
  { ...screen, viewer: 'visitor' },
  { ...screen, viewer: 'owner' },
]

/** Every route and every state worth seeing of a gallery with photos. */
export const screens: readonly Screen[] = [
  ...both({ name: 'home', path: () => '/' }),
  ...both({ name: 'home, second page', path: () => '/?offset=12' }),
  ...both({ name: 'photo', path: photoAt(0) }),
  { name: 'another photo', viewer: 'visitor', path: photoAt(1) },
  {
    name: 'camera filter',
    viewer: 'visitor',
    path: ({ photos }) =>
      `/photo/${photos[2]!.id}?cameraModel=${encodeURIComponent(photos[2]!.cameraModel!)}`,
  },
  {
    name: 'empty filter',
    viewer: 'visitor',
    path: () => '/photo?cameraModel=Nothing',
  },
  {
    name: 'menu',
    viewer: 'visitor',
    path: () => '/',
    below: 600,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Menu' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'keys',
    viewer: 'owner',
    path: photoAt(0),
    prepare: press('?', 'dialog'),
  },
  {
    name: 'fullscreen',
    viewer: 'visitor',
    path: photoAt(0),
    prepare: press('f', 'dialog'),
  },
  {
    name: 'delete dialog',
    viewer: 'owner',
    path: photoAt(0),
    prepare: press('Delete', 'alertdialog'),
  },
  {
    name: 'show photostream',
    viewer: 'owner',
    path: () => '/',
    prepare: async (page) => {
      await page.getByRole('switch', { name: 'Show Photostream' }).check()
    },
  },
  { name: 'login', viewer: 'visitor', path: () => '/account' },
  { name: 'profile', viewer: 'owner', path: () => '/account/profile' },
  { name: 'local drive', viewer: 'owner', path: () => '/account/local' },
  {
    name: 'local drive, chosen',
    viewer: 'owner',
    path: () => '/account/local',
    prepare: async (page, { newFiles }) => {
      await page.locator('input[type=file]').setInputFiles([...newFiles])
    },
  },
  {
    name: 'local drive, uploads',
    viewer: 'owner',
    path: () => '/account/local',
    prepare: async (page, { newFiles }) => {
      await dropFiles(page, [...newFiles])
      await expect(page.getByText(/^\d+ uploaded, /)).toBeVisible({ timeout: 20_000 })
    },
  },
  { name: 'logout', viewer: 'owner', path: () => '/account/logout' },
  {
    name: 'logout, failed',
    viewer: 'owner',
    path: () => '/account/logout',
    prepare: async (page) => {
      await failing(page, '**/api/logout')
      await page.getByRole('button', { name: 'Log out' }).click()
      await expect(page.getByRole('alert')).toContainText('check user: 503')
    },
  },
  {
    name: 'error',
    viewer: 'visitor',
    path: () => '/account',
    prepare: async (page) => {
      await failing(page, '**/api/photos?*')
      await page.getByRole('banner').getByRole('link').first().click()
      await expect(page.getByRole('heading', { name: 'This did not work' })).toBeVisible()
    },
  },
  { name: 'claimed setup', viewer: 'visitor', path: () => '/setup' },
  { name: 'not found', viewer: 'visitor', path: () => '/nowhere' },
]
