import { basename, join } from 'node:path'
import type { Page } from 'playwright/test'
import { clearAway, type RunningVitrine, temporaryFolder } from '../support/executable.ts'
import { makePhotos, writePhotos } from '../support/made-photos.ts'
import { writeOwnPages } from '../support/own-pages.ts'
import { claimedGallery, ownerClient, signIn } from '../support/owner-client.ts'
import { expect, test } from './gallery.ts'
import { reload } from './go-to.ts'
import { publish } from './long-gallery.ts'
import {
  expectInterface,
  expectPhoto,
  open,
  pollOverTime,
  publicPhotos,
  signInBrowser,
  stopClock,
} from './screen.ts'
import { settled } from './watch.ts'

// Tracing fetches the page's files again in ways that its policy forbids.
test.use({ trace: 'off' })

let server: RunningVitrine
let cookie: string
let files: string[]

test.beforeAll(async () => {
  const gallery = await claimedGallery()
  writeOwnPages(gallery.server.data)
  server = gallery.server
  const { owner } = gallery
  cookie = owner.cookie
  const made = await makePhotos(6)
  for (const photo of made.slice(0, 4)) await owner.upload(photo)
  const photos = (await owner.photos()).slice(1)
  await publish(owner, photos)
  const added = await owner.send('POST', '/api/albums', { name: 'Two photos' })
  const { data: album } = (await added.json()) as { data: { id: string } }
  const photoIds = photos.slice(0, 2).map(({ id }) => id)
  await owner.send('PUT', `/api/albums/${album.id}/photos/add`, { photoIds })
  files = writePhotos(join(temporaryFolder(), 'photos'), made.slice(4))
})
test.afterAll(clearAway)

test.describe('failed data', () => {
  test.use({ allowed: /ERR_FAILED|503/ })

  test('a screen whose photos cannot be loaded shows an error, and loads on retry', async ({
    page,
  }) => {
    let answer: 'none' | 'refusal' | 'photos' = 'none'
    const error = { code: 503, message: 'the server has too much to do' }
    await page.route('**/api/photos?*', (route) => {
      if (answer === 'photos') return route.continue()
      return answer === 'none' ? route.abort() : route.fulfill({ status: 503, json: { error } })
    })
    await open(page, `${server.address}/account`)
    await page.getByRole('link', { name: 'Home' }).first().click()
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
    await expect(page.getByRole('alert')).toContainText(
      'The server is not responding. Try again in a moment.',
    )
    await expect(page).toHaveTitle(/^Error/)
    answer = 'refusal'
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('alert')).toContainText('The server has too much to do')
    answer = 'photos'
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.locator('a.tile')).toHaveCount(3)
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  test('a screen whose album cannot be loaded says why on the screen and is alerted once', async ({
    page,
  }) => {
    await page.route('**/api/albums/*', (route) => route.abort())
    await open(page, `${server.address}/album`)
    await page.getByRole('link', { name: 'Two photos' }).click()
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
    const reason = 'The server is not responding. Try again in a moment.'
    await expect(page.getByText(reason)).toHaveCount(1)
    await expect(page.getByRole('alert')).toHaveText('no payload')
    await expect(page.getByText('unexpected response')).toHaveCount(0)
  })

  test('a screen whose photos cannot be loaded does not block other screens', async ({ page }) => {
    await page.route('**/api/photos?*', (route) => route.abort())
    await open(page, `${server.address}/account`)
    await page.getByRole('link', { name: 'Home' }).first().click()
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Login to edit settings' })).toBeVisible()
  })
})

test.describe('failed scripts', () => {
  test.use({ allowed: /ERR_FAILED|answer 404|console.* 404/ })

  /** Simulates a stopped server: neither the script nor a check of the server succeeds. */
  async function stop(page: Page, script: string) {
    const isStopped = { value: true }
    for (const path of [`**/assets/${script}-*.js`, '**/favicon.svg']) {
      await page.route(path, (route) => (isStopped.value ? route.abort() : route.continue()))
    }
    return isStopped
  }

  test('a screen’s script that cannot be loaded shows an error until the server is back', async ({
    page,
  }) => {
    await open(page, server.address)
    const isStopped = await stop(page, 'cameras-route')
    await page.getByRole('link', { name: 'Cameras' }).click()
    await expect(page.getByRole('alert')).toContainText(
      'The server is not responding. Try again in a moment.',
    )
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('button', { name: 'Try again' })).toBeEnabled()
    await expect(page.getByRole('alert')).toContainText(
      'The server is not responding. Try again in a moment.',
    )
    isStopped.value = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page).toHaveURL(/\/camera/)
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Something went wrong')
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  test('a screen’s script that is missing after an update asks to reload', async ({ page }) => {
    await open(page, server.address)
    await page.route('**/assets/cameras-route-*.js', (route) => route.fulfill({ status: 404 }))
    await page.getByRole('link', { name: 'Cameras' }).click()
    await expect(page.getByRole('alert')).toContainText('The gallery has been updated')
    await page.unroute('**/assets/cameras-route-*.js')
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect(page).toHaveURL(/\/camera/)
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  test('a dialog’s script that cannot be loaded leaves the page unchanged, and loads on the next key press', async ({
    page,
  }) => {
    await signInBrowser(page, server, cookie)
    const [photo] = await publicPhotos(server)
    await open(page, `${server.address}/photo/${photo!.id}`)
    const comment = page.getByLabel('Comment', { exact: true })
    await comment.fill('Half a thought')
    await page.getByRole('heading', { level: 1 }).click()
    const isStopped = await stop(page, 'edit-dialog')
    await page.keyboard.press('e')
    await expect(page.getByRole('alert')).toHaveText(
      'The server is not responding. Try again in a moment.',
    )
    // Otherwise it closes after eight seconds, and Escape leaves the photo.
    await page.getByRole('alert').hover()
    await expect(comment).toHaveValue('Half a thought')
    await expectPhoto(page, photo!)
    isStopped.value = false
    await page.keyboard.press('Escape')
    await page.keyboard.press('e')
    await expect(page.getByRole('dialog', { name: 'Edit Photo' })).toBeVisible()
  })

  test('the script of comments and likes loads by itself when the server is back', async ({
    page,
  }) => {
    const [photo] = await publicPhotos(server)
    const isStopped = await stop(page, 'photo-reactions')
    await page.clock.install()
    await open(page, `${server.address}/photo/${photo!.id}`)
    // Automatic retries become rare, or could happen just while the server returns.
    await stopClock(page)
    await expect(page.getByRole('alert')).toContainText('The server is not responding')
    await expectPhoto(page, photo!)
    isStopped.value = false
    const comment = page.getByLabel('Comment', { exact: true })
    await pollOverTime(page, () => comment.isVisible()).toBe(true)
  })

  test('a script is loaded when needed after a failed preload', async ({ page }) => {
    let isAway = true
    const refused: string[] = []
    await page.route('**/assets/route-*.js', async (route) => {
      // Only the viewer's screen among the files with this name.
      const response = await route.fetch()
      const isScreen = (await response.text()).includes('data-picture')
      if (!isScreen || !isAway) return route.fulfill({ response })
      refused.push(route.request().url())
      return route.abort()
    })
    await open(page, server.address)
    await settled(page)
    expect(refused).toEqual([])
    await page.mouse.move(5, 5)
    await expect.poll(() => refused.length).toBeGreaterThan(0)
    await settled(page)
    // Browsers share concurrent imports, so this fails only after the preload has failed.
    const canImport = (script: string) =>
      import(script).then(
        () => true,
        () => false,
      )
    expect(await page.evaluate(canImport, refused[0]!)).toBe(false)
    await expect(page.getByRole('alert')).toHaveCount(0)
    isAway = false
    await page.locator('a.tile').first().click()
    const [photo] = await publicPhotos(server)
    await expectPhoto(page, photo!)
  })

  test('the script of the owner’s locks does not move the focus when it loads later', async ({
    page,
  }) => {
    await signInBrowser(page, server, cookie)
    const held = Promise.withResolvers<void>()
    await page.route('**/assets/owner-grid-*.js', async (route) => {
      await held.promise
      await route.continue()
    })
    await open(page, server.address)
    const tile = page.locator('a.tile').first()
    await tile.focus()
    held.resolve()
    await expect(page.getByRole('button', { name: /^Public: / }).first()).toBeVisible()
    await expect(tile).toBeFocused()
  })

  test('a restart of the server is not mistaken for an update when a script cannot be loaded', async ({
    page,
  }) => {
    const [photo] = await publicPhotos(server)
    let isBack = false
    await page.route('**/assets/photo-reactions-*.js', (route) => {
      // The server returns just before the check of why the script failed.
      isBack ||= route.request().method() === 'HEAD'
      return isBack ? route.continue() : route.abort()
    })
    await page.clock.install()
    await open(page, `${server.address}/photo/${photo!.id}`)
    await stopClock(page)
    await expect(page.getByRole('alert')).toContainText('Could not load the likes and comments.')
    const comment = page.getByLabel('Comment', { exact: true })
    await pollOverTime(page, () => comment.isVisible()).toBe(true)
  })
})

test('a new visit starts at the top of the page, and a reload where it was', async ({ page }) => {
  await page.setViewportSize({ width: 900, height: 300 })
  await open(page, `${server.address}/resume`)
  await page.mouse.wheel(0, 400)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(200)
  await reload(page)
  await expectInterface(page)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(200)
  for (const path of ['/about', '/resume', '/camera', '/lens', '/keyword', '/archive', '/map']) {
    await open(page, server.address + path)
    await page.waitForLoadState('networkidle')
    expect([path, await page.evaluate(() => scrollY)]).toEqual([path, 0])
  }
})

test.describe('logout', () => {
  test.use({ allowed: /ERR_FAILED/ })

  test('a failed logout shows the reason, stays signed in, and succeeds on retry', async ({
    page,
  }) => {
    await signInBrowser(page, server, await signIn(server))
    await page.route('**/api/logout', (route) => route.abort(), { times: 1 })
    await open(page, `${server.address}/account/logout`)
    const button = page.getByRole('button', { name: 'Sign out' })
    await button.click()
    await expect(page.getByRole('alert')).toHaveText('check user: no payload')
    await expect(button).toBeEnabled()
    expect(await page.context().cookies()).toHaveLength(1)
    await button.click()
    await expect(page.getByText('You have been signed out.')).toBeVisible()
    expect(await page.context().cookies()).toEqual([])
  })
})

test.describe('refused requests', () => {
  test.use({ allowed: /(answer|console).* 503/ })
  const error = { code: 503, message: 'the disk is full' }

  /** Makes requests with this method to paths with this ending fail. */
  const refuse = (page: Page, method: string, path: string) =>
    page.route(`**${path}`, (route) =>
      route.request().method() === method
        ? route.fulfill({ status: 503, json: { error } })
        : route.fallback(),
    )

  test.beforeEach(({ page }) => signInBrowser(page, server, cookie))

  test('a profile change that the server refuses is alerted and stays in the form', async ({
    page,
  }) => {
    await refuse(page, 'PUT', '/api/user')
    await open(page, `${server.address}/account/profile`)
    await page.getByLabel('Bio').fill('Kept in the form')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByRole('alert')).toHaveText('503: the disk is full')
    await expect(page.locator('main form')).toContainText('503: the disk is full')
    await expect(page.getByLabel('Bio')).toHaveValue('Kept in the form')
    await open(page, server.address)
    await expect(page.getByText('Kept in the form')).toHaveCount(0)
  })

  test('a deletion that the server refuses is alerted and the photo stays', async ({ page }) => {
    const [photo] = await publicPhotos(server)
    await refuse(page, 'DELETE', `/api/photos/${photo!.id}`)
    await open(page, `${server.address}/photo/${photo!.id}`)
    await page.keyboard.press('Delete')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Move to trash' }).click()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog.getByRole('alert')).toHaveText('503: the disk is full')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expectPhoto(page, photo!)
    expect((await publicPhotos(server)).map(({ id }) => id)).toContain(photo!.id)
  })

  test('a profile picture that the server refuses is logged only', async ({ page }) => {
    const [photo] = await publicPhotos(server)
    const logged: string[] = []
    page.on('console', (message) => logged.push(message.text()))
    await refuse(page, 'PUT', '/api/user/pic')
    await open(page, `${server.address}/photo/${photo!.id}`)
    await page.getByRole('button', { name: 'Set Profile Picture' }).click()
    await expect.poll(() => logged.join()).toContain('503: the disk is full')
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(page.getByText('is now your profile picture')).toHaveCount(0)
  })
})

test('files can be chosen and uploaded with the keyboard', async ({ page }) => {
  const chooser = page.waitForEvent('filechooser')
  await signInBrowser(page, server, cookie)
  await open(page, `${server.address}/account/local`)
  const tabTo = async (name: string | RegExp, role: 'button' | 'checkbox') => {
    for (let press = 0; press < 25; press++) {
      await page.keyboard.press('Tab')
      const target = page.getByRole(role, { name })
      if (await target.evaluate((element) => element === document.activeElement)) return
    }
    throw new Error(`Tab does not reach ${name}`)
  }
  await tabTo(/choose files/i, 'button')
  await page.keyboard.press('Enter')
  await (await chooser).setFiles(files)
  await expect(page.getByRole('list', { name: 'Chosen files' })).toContainText(basename(files[0]!))
  await tabTo('Add to the photostream', 'checkbox')
  await tabTo('Upload 2 files', 'button')
  await page.keyboard.press('Enter')
  await expect(page.getByText('2 uploaded, 0 duplicates, 0 failed')).toBeVisible()
})

test('a photo in none of the viewer’s lists opens and reloads without failed requests', async ({
  page,
}) => {
  const owner = ownerClient(server, cookie)
  const hidden = (await owner.photos()).find(({ isPublic }) => !isPublic)!
  await signInBrowser(page, server, cookie)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/photos')) asked.push(request.url())
  })
  await open(page, `${server.address}/photo/${hidden.id}?show=photostream`)
  await expectPhoto(page, hidden, '?show=photostream')
  await reload(page)
  await expectInterface(page)
  await expectPhoto(page, hidden, '?show=photostream')
  expect(asked).toEqual([])
  const [first] = await publicPhotos(server)
  await page.goto(`${server.address}/photo/${first!.id}`)
  await expectInterface(page)
  await reload(page)
  await expectInterface(page)
  await expectPhoto(page, first!)
  expect(asked).toEqual([])
})
