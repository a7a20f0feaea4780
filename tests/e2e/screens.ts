import type { Page } from 'playwright/test'
import { cameraId } from '../../src/contract/cameras/camera-id.ts'
import type { Status } from '../../src/contract/site/status.ts'
import { keywordValue } from '../../src/contract/text/keyword-value.ts'
import { driveScreens } from './drive-screens.ts'
import { expect, expectPictures } from './gallery.ts'
import { pageEditorScreens } from './page-editor-screens.ts'
import { mockReading } from './read-again-mock.ts'
import { safetyScreens } from './safety-screens.ts'
import { dropFiles } from './screen.ts'
import type { Screen, Shown } from './screen-state.ts'
import { selectionScreens } from './selection-screens.ts'
import { sourceScreens } from './source-screens.ts'
import { mockStatus, troubled } from './status-mock.ts'
import { trashScreens } from './trash-screens.ts'
import { versionScreens } from './version-screens.ts'

/** Expected errors on these screens: refused and failed requests. */
export const expectedProblems =
  /^(answer|console.*) (400|404|409|503).*\/(nowhere|guest\/verify|albums?\/0{8}|local\/upload|api\/photos\?|api\/logout|api\/pages|api\/drive|user\/gdrive|uploads\/pending)/

/** Presses only once: a second press could go to the dialog when a slow page opens it. */
const press = (key: string, role: 'dialog' | 'alertdialog') => async (page: Page) => {
  await page.keyboard.press(key)
  await expect(page.getByRole(role)).toBeVisible()
}
/** Makes requests to this address fail. */
const failing = (page: Page, address: string) => {
  const error = { code: 503, message: 'the server has too much to do; try again in a minute' }
  return page.route(address, (route) => route.fulfill({ status: 503, json: { error } }))
}
const photoAt =
  (place: number) =>
  ({ photos }: Shown) =>
    `/photo/${photos[place]!.id}`
const cameraOf =
  (place: number) =>
  ({ photos }: Shown) =>
    `/camera/${encodeURIComponent(cameraId(photos[place]!.cameraModel!))}`
const albumAt =
  (place: number) =>
  ({ albums }: Shown) => {
    const { id, code } = albums[place]!
    return `/album/${id}${code && `?code=${encodeURIComponent(code)}`}`
  }
/** Clicks one of the owner's album buttons. */
const withTool = (name: string) => (page: Page) => page.getByRole('button', { name }).click()
const both = (screen: Omit<Screen, 'viewer'>): Screen[] => [
  { ...screen, viewer: 'visitor' },
  { ...screen, viewer: 'owner' },
]

/** Drawn by WebGL in a later frame. */
const expectMap = async (page: Page) => {
  await expect(page.locator('canvas.maplibregl-canvas')).toBeVisible()
  await page.waitForLoadState('networkidle')
}

const openFilter = async (page: Page) => {
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await expect(page.getByRole('checkbox').first()).toBeVisible()
}

const editPhoto = async (page: Page) => {
  await press('e', 'dialog')(page)
  await expect(page.getByRole('button', { name: /^Albums/ })).toBeVisible()
}

const longGuest = 'Maximiliane Freifrau von Hohenstein-Wald'

/** Every route of a gallery with photos, in its different states. */
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
  ...both({
    name: 'filter panel',
    path: ({ photos }) => `/photo?camera=${encodeURIComponent(cameraId(photos[0]!.cameraModel!))}`,
    prepare: openFilter,
  }),
  {
    name: 'save as album',
    viewer: 'owner',
    path: () => '/photo?orientation=landscape&iso=..800',
    prepare: async (page) => {
      await openFilter(page)
      await page.getByRole('button', { name: 'Save as album' }).click()
      await expect(page.getByRole('dialog', { name: 'Save as album' })).toBeVisible()
    },
  },
  {
    name: 'suggestions',
    viewer: 'visitor',
    path: () => '/',
    prepare: async (page) => {
      const inBar = page.getByRole('banner').getByLabel('Search photos')
      if (!(await inBar.isVisible())) await page.getByRole('button', { name: 'Menu' }).click()
      await page.getByLabel('Search photos').filter({ visible: true }).pressSequentially('lens:')
      await expect(page.getByRole('option').first()).toBeVisible()
    },
  },
  { name: 'filter chips', viewer: 'visitor', path: () => '/photo?orientation=landscape&iso=..800' },
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
    name: 'share photo',
    viewer: 'visitor',
    path: photoAt(0),
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Share photo' }).click()
      await expect(page.getByLabel('Embed code', { exact: true })).toBeVisible()
    },
  },
  {
    name: 'share album with code',
    viewer: 'owner',
    path: albumAt(1),
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Share album' }).click()
      await expect(page.getByLabel('Feed', { exact: true })).toBeVisible()
    },
  },
  {
    name: 'slideshow',
    viewer: 'visitor',
    path: albumAt(0),
    prepare: async (page) => {
      // It fills the window then, whose size tests change.
      await page.evaluate(() => {
        document.documentElement.requestFullscreen = () => Promise.reject(new TypeError('refused'))
      })
      await page.getByRole('button', { name: 'Slideshow' }).click()
      await expect(page.getByRole('dialog', { name: 'Slideshow' })).toBeVisible()
    },
  },
  {
    name: 'download album',
    viewer: 'owner',
    path: albumAt(0),
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Download' }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'fullscreen',
    viewer: 'visitor',
    path: photoAt(0),
    prepare: press('f', 'dialog'),
  },
  { name: 'edit photo', viewer: 'owner', path: photoAt(0), prepare: editPhoto },
  {
    name: 'edit photo, edited here',
    viewer: 'owner',
    path: photoAt(0),
    prepare: async (page) => {
      await editPhoto(page)
      await page.getByLabel('Title').fill('Other')
      await page.getByLabel('Creator').fill('Other')
      await expect(page.getByText('Edited here')).toHaveCount(2)
    },
  },
  {
    name: 'edit photo, albums',
    viewer: 'owner',
    path: photoAt(0),
    prepare: async (page) => {
      await editPhoto(page)
      await page.getByRole('button', { name: /^Albums/ }).click()
      await expect(page.getByRole('menu')).toBeVisible()
    },
  },
  {
    name: 'edit photo, nothing changed',
    viewer: 'owner',
    path: photoAt(0),
    prepare: async (page) => {
      await editPhoto(page)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(page.getByRole('alert')).toBeVisible()
    },
  },
  {
    name: 'edit photo, unsaved',
    viewer: 'owner',
    path: photoAt(0),
    prepare: async (page) => {
      await editPhoto(page)
      await page.getByLabel('Title').fill('Another title')
      await press('Escape', 'alertdialog')(page)
    },
  },
  {
    name: 'edit photo, next',
    viewer: 'owner',
    path: photoAt(0),
    prepare: async (page) => {
      await editPhoto(page)
      await page.getByRole('button', { name: 'Next' }).click()
      await expect(page.getByText(/^2 of/).last()).toBeVisible()
      await expect(page.getByRole('button', { name: /^Albums/ })).toBeVisible()
    },
  },
  {
    name: 'tools of a photo',
    viewer: 'owner',
    path: photoAt(0),
    below: 820,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'More', exact: true }).click()
      await expect(page.getByRole('menu')).toBeVisible()
    },
  },
  { name: 'crop', viewer: 'owner', path: photoAt(0), prepare: press('r', 'dialog') },
  {
    name: 'crop, turned',
    viewer: 'owner',
    path: photoAt(1),
    prepare: async (page) => {
      await press('r', 'dialog')(page)
      await page.getByRole('button', { name: 'Portrait Cropper' }).click()
      await page.getByRole('button', { name: 'Rotate Image 5°' }).click()
    },
  },
  {
    name: 'crop, preview',
    viewer: 'owner',
    path: photoAt(2),
    prepare: async (page) => {
      await press('r', 'dialog')(page)
      await page.getByRole('button', { name: 'Preview Image' }).click()
      await expectPictures(page)
    },
  },
  ...both({ name: 'search', path: () => '/photo?q=photo' }),
  {
    name: 'search, narrowed',
    viewer: 'visitor',
    path: ({ photos }) =>
      `/photo?q=photo&cameraModel=${encodeURIComponent(photos[1]!.cameraModel!)}`,
  },
  { name: 'search, nothing', viewer: 'visitor', path: () => '/photo?q=an+unheard-of+word' },
  {
    name: 'photo of a search',
    viewer: 'visitor',
    path: ({ photos }) => `/photo/${photos[1]!.id}?q=photo`,
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
      await expect(page).toHaveURL(/show=photostream/)
    },
  },
  ...both({
    name: 'photo, its comments',
    path: photoAt(0),
    prepare: (page) =>
      expect(page.getByRole('region', { name: 'Comments' }).getByRole('listitem')).toHaveCount(2),
  }),
  {
    name: 'delete comment',
    viewer: 'owner',
    path: photoAt(0),
    prepare: async (page) => {
      await page
        .getByRole('button', { name: /’s comment$/ })
        .first()
        .click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  ...both({ name: 'guest', path: () => '/guest' }),
  {
    name: 'register',
    viewer: 'visitor',
    path: () => '/guest',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Register Guest' }).click()
      const form = page.getByRole('dialog')
      await form.getByRole('button', { name: 'Register' }).click()
      await expect(form.getByText('Use 2 to 40 characters')).toBeVisible()
    },
  },
  {
    name: 'link of a guest, in another browser',
    viewer: 'visitor',
    path: () => '/guest?code=x',
    mock: async (page) => {
      const email = 'maximiliane.freifrau.von.hohenstein-waldburg@photographers.example.org'
      const time = new Date(0).toISOString()
      await page.route('**/api/guest/verify?*', (route) =>
        route.fulfill({ json: { data: { name: longGuest, email, verified: false, time } } }),
      )
    },
    prepare: (page) =>
      expect(page.getByRole('button', { name: `Continue as ${longGuest}` })).toBeVisible(),
  },
  {
    name: 'dead link of a guest',
    viewer: 'visitor',
    path: () => '/guest?code=nonsense',
    prepare: async (page) => {
      await expect(page.getByRole('alert')).toBeVisible()
      await page.keyboard.press('Escape')
    },
  },
  { name: 'login', viewer: 'visitor', path: () => '/account' },
  { name: 'profile', viewer: 'owner', path: () => '/account/profile' },
  ...driveScreens,
  ...sourceScreens,
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
  ...both({ name: 'camera', path: cameraOf(1) }),
  ...both({ name: 'another camera', path: cameraOf(0) }),
  {
    name: 'cameras, the list open',
    viewer: 'visitor',
    path: cameraOf(0),
    below: 820,
    prepare: (page) => page.getByRole('button', { name: / cameras?$/ }).click(),
  },
  {
    name: 'camera, its specification',
    viewer: 'owner',
    path: cameraOf(0),
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Edit specifications' }).click()
      await page.getByLabel('Year').fill('-1')
    },
  },
  {
    name: 'camera, its picture',
    viewer: 'owner',
    path: cameraOf(0),
    prepare: async (page, { newFiles }) => {
      await page.getByRole('button', { name: /picture$/ }).click()
      await page.getByLabel('Picture from this device').setInputFiles(newFiles[0]!)
    },
  },
  ...both({ name: 'lenses', path: () => '/lens' }),
  {
    name: 'lens',
    viewer: 'visitor',
    path: ({ photos }) => {
      const { lensName } = photos.find((photo) => photo.lensName) ?? {}
      return `/lens/${encodeURIComponent(cameraId(lensName ?? ''))}`
    },
  },
  ...both({ name: 'keywords', path: () => '/keyword' }),
  {
    name: 'keyword',
    viewer: 'visitor',
    path: ({ photos }) => {
      const { keywords } = photos.find((photo) => photo.keywords.length > 0) ?? { keywords: [] }
      return `/keyword/${encodeURIComponent(keywordValue(keywords[0] ?? ''))}`
    },
  },
  ...both({ name: 'archive', path: () => '/archive' }),
  ...both({ name: 'map', path: () => '/map', prepare: expectMap }),
  {
    name: 'map, a town',
    viewer: 'visitor',
    path: () => '/map?at=48.85%2C2.35',
    prepare: expectMap,
  },
  {
    name: 'map of an album',
    viewer: 'owner',
    path: ({ albums }) => `/map?album=${albums[0]!.id}`,
    prepare: expectMap,
  },
  {
    name: 'places, a zone',
    viewer: 'owner',
    path: () => '/account/places',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Add a zone' }).click()
      await page.getByLabel('Latitude, longitude').fill('48.8584, 2.2945')
      await page.getByLabel('Radius in metres').fill('10')
      await page.getByText('Choose on a map').click()
      await expectMap(page)
      await page.getByRole('button', { name: 'Submit' }).click()
      await expect(page.getByText('Enter a whole number from 50 to 100000')).toBeVisible()
    },
  },
  ...both({ name: 'about', path: () => '/about' }),
  { name: 'resume', viewer: 'visitor', path: () => '/resume' },
  { name: 'ux config', viewer: 'owner', path: () => '/account/uxconfig' },
  {
    name: 'sharing',
    viewer: 'owner',
    path: () => '/account/sharing',
    prepare: (page) => expect(page.getByRole('switch')).toHaveCount(2),
  },
  {
    name: 'sharing, changed',
    viewer: 'owner',
    path: () => '/account/sharing',
    prepare: async (page) => {
      await page.getByRole('switch', { name: 'Keep AI crawlers out' }).click()
      await page.getByRole('combobox', { name: 'Default licence' }).click()
      await page.getByRole('option', { name: /^CC BY-NC-SA/ }).click()
    },
  },
  {
    name: 'rules',
    viewer: 'owner',
    path: () => '/account/rules',
    // Saved ones would change what other screens show.
    mock: async (page) => {
      const conditions = [
        { kind: 'rating', atLeast: 4 },
        { kind: 'keyword', how: 'begins with', keyword: 'a' },
      ]
      const data = {
        rules: [
          { conditions, action: { kind: 'add to photostream' } },
          { conditions: conditions.slice(1), action: { kind: 'hide keyword' } },
        ],
        ...{ run: null, labels: ['Red'], folders: ['Trip'], hasPhotostream: true },
      }
      await page.route('**/api/rules', (route) => route.fulfill({ json: { data } }))
    },
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Edit: rule 1' }).click()
      await expect(page.getByRole('form', { name: 'Rule 1' })).toBeVisible()
    },
  },
  ...safetyScreens,
  {
    name: 'status',
    viewer: 'owner',
    path: () => '/account/status',
    prepare: (page) => expect(page.getByRole('region', { name: 'Storage' })).toBeVisible(),
  },
  {
    name: 'status, troubled',
    viewer: 'owner',
    path: () => '/account/status',
    mock: (page) => mockStatus(page, troubled()),
    prepare: (page) => page.getByRole('button', { name: 'Show all 12' }).click(),
  },
  {
    name: 'status, photos in a bucket',
    viewer: 'owner',
    path: () => '/account/status',
    mock: async (page) => {
      const { disk } = troubled()
      const inBucket: Partial<Status> = { disk: { ...disk, place: 'bucket', cache: 3.2e9 } }
      await mockStatus(page, troubled({ ...inBucket, warnings: [], jobs: [] }))
    },
    prepare: (page) => expect(page.getByText('Copies from the bucket')).toBeVisible(),
  },
  ...trashScreens,
  ...pageEditorScreens,
  ...versionScreens,
  {
    name: 'read all files again',
    viewer: 'owner',
    path: () => '/account/local',
    mock: mockReading,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Read all files again' }).click()
      await expect(page.getByRole('row', { name: 'Rating' }).first()).toBeVisible()
    },
  },
  ...selectionScreens,
  {
    name: 'delete all photos',
    viewer: 'owner',
    path: () => '/account/trash',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Delete all photos' }).click()
      await page.getByLabel('Number of photos').fill('0')
      await page.getByLabel('Number of photos').press('Enter')
      await expect(page.getByText(/^Enter exactly /)).toBeVisible()
    },
  },
  ...both({ name: 'albums', path: () => '/album' }),
  {
    name: 'add album',
    viewer: 'owner',
    path: () => '/album',
    prepare: async (page) => {
      await withTool('Add Album')(page)
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  ...both({ name: 'album', path: albumAt(0) }),
  ...both({ name: 'album with a code', path: albumAt(1) }),
  ...both({ name: 'album without photos', path: albumAt(2) }),
  {
    name: 'album photo',
    viewer: 'owner',
    path: ({ albums }) => `/album/${albums[0]!.id}/${albums[0]!.photos![1]}`,
  },
  {
    name: 'edit album',
    viewer: 'owner',
    path: albumAt(1),
    prepare: async (page) => {
      await withTool('Edit album')(page)
      await page.getByLabel('Share code').fill('another')
    },
  },
  {
    name: 'delete album',
    viewer: 'owner',
    path: albumAt(0),
    prepare: async (page) => {
      await withTool('Delete album')(page)
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'add photos to an album',
    viewer: 'owner',
    path: albumAt(1),
    prepare: async (page) => {
      await withTool('Add photos')(page)
      await page.getByRole('dialog').getByRole('checkbox').first().check()
    },
  },
  {
    name: 'remove photos from an album',
    viewer: 'owner',
    path: albumAt(0),
    prepare: async (page) => {
      await withTool('Remove photos')(page)
      // The grid that it replaces has some to select photos.
      await page
        .getByRole('checkbox', { name: /^(?!Select: )/ })
        .first()
        .check()
    },
  },
  {
    name: 'order photos',
    viewer: 'owner',
    path: albumAt(0),
    prepare: async (page) => {
      await withTool('Order photos')(page)
      await page.getByRole('button', { name: 'Move down' }).first().click()
    },
  },
  {
    name: 'closed album',
    viewer: 'visitor',
    path: () => '/album/00000000-0000-4000-8000-000000000000',
  },
  { name: 'logout', viewer: 'owner', path: () => '/account/logout' },
  {
    name: 'logout, failed',
    viewer: 'owner',
    path: () => '/account/logout',
    prepare: async (page) => {
      await failing(page, '**/api/logout')
      await page.getByRole('button', { name: 'Sign out' }).click()
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
      await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
    },
  },
  { name: 'claimed setup', viewer: 'visitor', path: () => '/setup' },
  { name: 'not found', viewer: 'visitor', path: () => '/nowhere' },
]
