import type { Page } from 'playwright/test'
import { clearAway, type RunningVitrine } from '../support/executable.ts'
import { makePhotos } from '../support/made-photos.ts'
import { claimedGallery, type OwnerClient, ownerPassword } from '../support/owner-client.ts'
import { expect, test } from './gallery.ts'
import { expectInterface, goBack, open, publicPhotos, signInBrowser, stopClock } from './screen.ts'
import { settled } from './watch.ts'

// The tests change the photos of one gallery, one after another.
test.describe.configure({ mode: 'serial' })

let server: RunningVitrine
let owner: OwnerClient

test.beforeAll(async () => {
  ;({ server, owner } = await claimedGallery())
  for (const photo of await makePhotos(5)) await owner.upload(photo)
})
test.afterAll(clearAway)

const tiles = (page: Page) => page.locator('a.tile')
const lock = (page: Page, title: string) => page.getByRole('button', { name: `Public: ${title}` })

test('an empty password is marked at its field, and nothing is sent', async ({ page }) => {
  await open(page, `${server.address}/account`)
  const field = page.getByLabel('Password', { exact: true })
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(field).toHaveAccessibleDescription('Enter your password')
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toBeFocused()
  await field.fill('x')
  await expect(field).toHaveAccessibleDescription('')
})

test.describe('notices', () => {
  test.use({ allowed: /^(answer 401|console.* 401).*\/api\/login/ })

  const alert = (page: Page) => page.getByRole('alert')

  /** Stops the clock first, so that the test controls the notice's time. */
  async function refusedPassword(page: Page): Promise<void> {
    await page.clock.install()
    await open(page, `${server.address}/account`)
    await stopClock(page)
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(alert(page)).toHaveText('Incorrect Password')
    await settled(page)
  }

  test('a notice closes after six seconds', async ({ page }) => {
    await refusedPassword(page)
    await page.clock.runFor(5000)
    await expect(alert(page)).toBeVisible()
    await page.clock.runFor(1100)
    await expect(alert(page)).toHaveCount(0)
  })

  test('a notice stays while hovered, and for half its duration after that', async ({ page }) => {
    await refusedPassword(page)
    await alert(page).hover()
    await settled(page)
    await page.clock.runFor(60_000)
    await expect(alert(page)).toBeVisible()
    await page.mouse.move(5, 5)
    await settled(page)
    await page.clock.runFor(2500)
    await expect(alert(page)).toBeVisible()
    await page.clock.runFor(1000)
    await expect(alert(page)).toHaveCount(0)
  })

  test('a notice stays while focused; Escape closes it and returns the focus', async ({ page }) => {
    await refusedPassword(page)
    const field = page.getByLabel('Password', { exact: true })
    await expect(field).toBeFocused()
    await page.getByRole('button', { name: 'Close' }).focus()
    await page.clock.runFor(60_000)
    await expect(alert(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(alert(page)).toHaveCount(0)
    await expect(field).toBeFocused()
  })

  test('a notice closes on a click elsewhere', async ({ page }) => {
    await refusedPassword(page)
    await page.getByRole('heading', { name: 'Login to edit settings' }).click()
    await expect(alert(page)).toHaveCount(0)
  })
})

test.describe('missing profile', () => {
  test.use({ allowed: /^(answer 500|console.* 500).*\/api\/user/ })

  test('a profile that cannot be loaded after signing in is reported, and the settings still open', async ({
    page,
  }) => {
    await open(page, `${server.address}/account/local`)
    await page.route('**/api/user', (route) =>
      route.fulfill({ status: 500, json: { error: { code: 500, message: 'the disk failed' } } }),
    )
    await page.getByLabel('Password', { exact: true }).fill(ownerPassword)
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByRole('alert')).toHaveText('error fetching account: 500: the disk failed')
    await expect(page.getByRole('heading', { name: 'Local Drive' })).toBeVisible()
  })
})

test.describe('blocked profile', () => {
  test.use({ allowed: /ERR_FAILED/ })

  test('a profile that is blocked after signing in is reported with the reason, and can be loaded again', async ({
    page,
  }) => {
    await open(page, `${server.address}/account`)
    await page.route('**/api/user', (route) => route.abort())
    await page.getByLabel('Password', { exact: true }).fill(ownerPassword)
    await page.getByRole('button', { name: 'Submit' }).click()
    const alert = page.getByRole('alert')
    await expect(alert).toHaveText('error fetching account: no payload')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(alert).toHaveText('error fetching account: no payload')
    await page.unroute('**/api/user')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(alert).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
  })
})

test.describe('refused profile', () => {
  test.use({ allowed: /^(answer|console.*) (400|502|503).*\/api\/user/ })

  test('a refused profile shows the reason once: beside the field, or below the form', async ({
    page,
  }) => {
    await signInBrowser(page, server, owner.cookie)
    await open(page, `${server.address}/account/profile`)
    await page.getByLabel('Profile Picture').fill('http://pictures.example/ann.jpg')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByLabel('Profile Picture')).toBeFocused()
    await expect(page.getByLabel('Profile Picture')).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByRole('alert')).toHaveCount(1)
    const reason = (await page.getByRole('alert').textContent()) ?? ''
    expect(reason).toMatch(/^400: /)
    await expect(page.getByLabel('Profile Picture')).toHaveAccessibleDescription(reason)
    await expect(page.getByText(reason, { exact: true })).toHaveCount(1)

    await page.route('**/api/user', (route) =>
      route.fulfill({ status: 503, json: { error: { code: 503, message: 'the disk is full' } } }),
    )
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByRole('alert')).toHaveText('503: the disk is full')
    await expect(page.getByText(/the disk is full/i)).toHaveCount(1)

    await page.route('**/api/user', (route) => route.fulfill({ status: 502, body: 'from a proxy' }))
    await page.getByLabel('Profile Picture').press('Enter')
    await expect(page.getByRole('alert')).toHaveText('no payload')

    // The profile is read again once it was saved, which may fail by itself.
    await page.unrouteAll()
    await page.route('**/api/user', (route) =>
      route.request().method() === 'GET'
        ? route.fulfill({ status: 503, json: { error: { code: 503, message: 'busy' } } })
        : route.continue(),
    )
    await page.getByLabel('Profile Picture').fill('')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByRole('alert')).toHaveText('error fetching account: 503: busy')
    await expect(page.getByText('Saved')).toBeVisible()
  })
})

test('the owner chooses the profile picture from the photos, by keyboard', async ({ page }) => {
  await signInBrowser(page, server, owner.cookie)
  for (const [width, number] of [
    [1440, 2],
    [390, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 844 })
    await open(page, `${server.address}/account/profile`)
    const button = page.getByRole('button', { name: 'Choose a photo' })
    await button.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Choose your profile picture' })
    const use = dialog.getByRole('button', { name: 'Use this photo' })
    await expect(use).toHaveAttribute('aria-disabled', 'true')
    await dialog.getByLabel('Search photos').fill(`made ${number}`)
    await expect(dialog.getByRole('radio')).toHaveCount(1)
    await dialog.getByRole('radio', { name: `Made photo ${number}` }).press('Space')
    await use.press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(button).toBeFocused()
    const photo = (await owner.photos()).find(({ title }) => title === `Made photo ${number}`)!
    const field = page.getByLabel('Profile Picture', { exact: true })
    await expect(field).toHaveValue(`/api/squares/${photo.fileName}`)
    await expect(field).toHaveAccessibleDescription(/^This photo is private\./)
    await expect(page.getByAltText('Your profile picture')).toBeVisible()
    await page.getByRole('button', { name: 'Submit' }).press('Enter')
    await expect(page.getByText('Saved')).toBeVisible()
    expect(await owner.json<object>('/api/user')).toMatchObject({
      pic: `/api/squares/${photo.fileName}`,
    })
  }
  await owner.send('PUT', '/api/user/pic', { pic: '' })
})

test('the profile is shown on the home page and in every title', async ({ page }) => {
  await signInBrowser(page, server, owner.cookie)
  await open(page, `${server.address}/account/profile`)
  await page.getByLabel('Name').fill('Ann Éxample')
  await page.getByLabel('Bio').fill('Pictures <b>from</b> the road')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Saved')).toBeVisible()
  await page.getByRole('link', { name: 'Ann Éxample' }).first().click()
  await expect(page).toHaveTitle('Ann Éxample')
  await expect(page.getByText('Pictures <b>from</b> the road')).toBeVisible()
  await page.goto(`${server.address}/user/local`)
  await expect(page).toHaveURL(`${server.address}/account/local`)
})

test('leaving the profile by a link or by going back asks about unsaved changes', async ({
  page,
}) => {
  await signInBrowser(page, server, owner.cookie)
  await open(page, server.address)
  await page.getByRole('link', { name: 'ACCOUNT', exact: true }).click()
  const name = page.getByLabel('Name')
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  const settings = page.getByRole('navigation', { name: 'Account' })
  await name.fill('Nobody')
  await name.fill('Ann Éxample')
  await settings.getByRole('link', { name: 'Local Drive' }).click()
  await expect(page.getByRole('heading', { name: 'Local Drive' })).toBeVisible()
  await page.goBack()

  await name.fill('Nobody')
  for (const leave of [
    () => settings.getByRole('link', { name: 'Local Drive' }).press('Enter'),
    () => page.getByRole('link', { name: 'Home' }).click(),
    () => goBack(page),
  ]) {
    await leave()
    await expect(question).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
    await expect(name).toHaveValue('Nobody')
  }
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  expect((await asked).type()).toBe('beforeunload')
  await (await asked).dismiss()

  // The same screen at its other address, without the unsaved text.
  await settings.getByRole('link', { name: 'Profile' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/account\/profile$/)
  await expect(name).toHaveValue('Ann Éxample')

  await page.getByLabel('Bio').fill('Pictures from the road')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Saved')).toBeVisible()
  await page.getByRole('link', { name: 'Home' }).click()
  await expect(page.getByText('Pictures from the road')).toBeVisible()
  await expect(question).toHaveCount(0)
})

test.describe('external picture', () => {
  test.use({ allowed: /^another host: https:\/\/pictures\.example\// })

  test('a profile picture from another site is shown after a reload, which does not ask about unsaved changes', async ({
    page,
  }) => {
    await signInBrowser(page, server, owner.cookie)
    await open(page, `${server.address}/account/profile`)
    const asks: string[] = []
    page.on('dialog', (dialog) => {
      asks.push(dialog.type())
      void dialog.accept()
    })
    await page.route('https://pictures.example/**', (route) => route.abort('aborted'))
    await page.getByLabel('Profile Picture').fill('https://pictures.example/ann.jpg')
    const loaded = page.waitForEvent('load')
    await page.getByRole('button', { name: 'Submit' }).click()
    await loaded
    await expect(page.getByText('Saved')).toBeVisible()
    expect(asks).toEqual([])
    await owner.send('PUT', '/api/user', { pic: '' })
  })
})

test("'Show Photostream' without a photostream says so and offers to create one", async ({
  page,
}) => {
  await signInBrowser(page, server, owner.cookie)
  await open(page, server.address)
  await page.getByRole('switch', { name: 'Show Photostream' }).click()
  await expect(page.getByRole('alert')).toHaveText('No PhotoStream album set')
  // A click before the album is created waits for it.
  const held = Promise.withResolvers<void>()
  await page.route('**/api/user/config', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Create one' }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await lock(page, 'Made photo 1').click()
  await lock(page, 'Made photo 3').click()
  await expect(page.getByRole('alert')).toHaveCount(0)
  held.resolve()
  await expect.poll(async () => (await publicPhotos(server)).length).toBe(2)
  await expect(page.locator('a.tile.is-private')).toHaveCount(3)
})

test("'Show Photostream' shows what visitors see, in grid and viewer", async ({ page }) => {
  await signInBrowser(page, server, owner.cookie)
  await open(page, server.address)
  const toggle = page.getByRole('switch', { name: 'Show Photostream' })
  await expect(tiles(page)).toHaveCount(5)
  await toggle.click()
  await expect(toggle).toBeChecked()
  await expect(tiles(page)).toHaveCount(2)
  await tiles(page).first().click()
  await expect(page.getByText('1 of 2')).toBeVisible()
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Made photo 1')
  await page.getByRole('link', { name: 'All photos' }).click()
  await toggle.click()
  await expect(toggle).not.toBeChecked()
  await expect(tiles(page)).toHaveCount(5)
})

test('the lock on a tile and in the viewer hides and shows a photo', async ({ page }) => {
  await signInBrowser(page, server, owner.cookie)
  await open(page, server.address)
  await expect(lock(page, 'Made photo 3')).toHaveAttribute('aria-pressed', 'true')
  await lock(page, 'Made photo 3').click()
  await expect(lock(page, 'Made photo 3')).toHaveAttribute('aria-pressed', 'false')
  await expect.poll(async () => (await publicPhotos(server)).length).toBe(1)
  await page.getByRole('link', { name: 'Made photo 3' }).click()
  await page.getByRole('button', { name: 'Set Public Photo' }).click()
  await expect(page.getByRole('button', { name: 'Set Private Photo' })).toBeVisible()
  await expect.poll(async () => (await publicPhotos(server)).length).toBe(2)
  await page.keyboard.press('p')
  await expect(page.getByRole('button', { name: 'Set Public Photo' })).toBeVisible()
  await expect.poll(async () => (await publicPhotos(server)).length).toBe(1)
  await page.goBack()
  await expect(lock(page, 'Made photo 3')).toHaveAttribute('aria-pressed', 'false')
})

test('a photo is deleted after confirmation, and the next one is shown', async ({ page }) => {
  await signInBrowser(page, server, owner.cookie)
  await open(page, server.address)
  await tiles(page).nth(1).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Made photo 3')
  const button = page.getByRole('button', { name: 'Delete Photo' })
  await button.click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete Photo?' })
  await expect(dialog).toContainText(
    '“Delete now” cannot be undone: By removing the photo all associated image data will be deleted',
  )
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(button).toBeFocused()
  await page.keyboard.press('Delete')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  expect((await owner.photos()).length).toBe(5)

  await button.click()
  await dialog.getByRole('button', { name: 'Move to trash' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Made photo 2')
  await expect(page.getByText('2 of 4')).toBeVisible()
  expect((await owner.photos()).map(({ title }) => title)).not.toContain('Made photo 3')
  await page.getByRole('link', { name: 'All photos' }).click()
  await expect(tiles(page)).toHaveCount(4)
})

test.describe(() => {
  test.use({ allowed: /(answer|console).* 503|ApiError/ })

  test('a refused deletion keeps its dialog open with the reason', async ({ page }) => {
    await signInBrowser(page, server, owner.cookie)
    await open(page, server.address)
    await tiles(page).first().click()
    await expect(page.getByRole('group', { name: 'Owner tools' })).toBeVisible()
    const address = page.url()
    await page.keyboard.press('Delete')
    const dialog = page.getByRole('alertdialog', { name: 'Delete Photo?' })
    const error = { code: 503, message: 'the disk is full' }
    await page.route('**/api/photos/*', (route) =>
      route.request().method() === 'DELETE'
        ? route.fulfill({ status: 503, json: { error } })
        : route.continue(),
    )
    for (const button of ['Move to trash', 'Delete now']) {
      await dialog.getByRole('button', { name: button }).click()
      await expect(dialog.getByRole('alert')).toHaveText('503: the disk is full')
    }
    await expect(page.getByRole('region', { name: 'Notification' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    expect(page.url()).toBe(address)
    await page.keyboard.press('Delete')
    await expect(dialog).toBeVisible()
    await expect(dialog.getByRole('alert')).toHaveCount(0)
  })
})

test('signing in keeps the address; logging out ends the session everywhere', async ({ page }) => {
  await open(page, `${server.address}/account/local`)
  await page.getByLabel('Password', { exact: true }).fill(ownerPassword)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('heading', { name: 'Local Drive' })).toBeVisible()
  await page.getByRole('link', { name: 'Logout' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('alert')).toHaveText('You have been signed out.')
  await page.getByRole('link', { name: 'Home' }).click()
  await expectInterface(page)
  await expect(tiles(page)).toHaveCount(1)
  // The remaining cookie signs nobody in; it only keeps others from locking this browser out.
  const left = await page.context().cookies()
  expect(left.map(({ name }) => name)).toEqual(['vitrine_known'])
})
