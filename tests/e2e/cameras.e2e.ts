import { join } from 'node:path'
import type { Page, Route } from 'playwright/test'
import { cameraId } from '../../src/contract/cameras/camera-id.ts'
import type { Camera } from '../../src/contract/cameras/cameras.ts'
import {
  clearAway,
  type RunningVitrine,
  startVitrine,
  temporaryFolder,
} from '../support/executable.ts'
import { textureJpeg } from '../support/jpegs.ts'
import { writeOwnPages } from '../support/own-pages.ts'
import { claim, claimedGallery, type OwnerClient } from '../support/owner-client.ts'
import { camera } from '../support/photos.ts'
import { expect, expectPictures, test } from './gallery.ts'
import { reload } from './go-to.ts'
import { publish } from './long-gallery.ts'
import { goBack, open, signInBrowser } from './screen.ts'

// The tests edit the same camera, one after the other.
test.describe.configure({ mode: 'serial' })

const longModel =
  '超長いカメラの名前を持つ日本製のデジタル一眼レフカメラ特別記念限定版モデル第二世代改良型'
const oddModel = 'Ünlü & Söhne <b>"50%"</b> a+b; c=d'

let server: RunningVitrine
let owner: OwnerClient
let picture: Buffer

test.beforeAll(async () => {
  ;({ server, owner } = await claimedGallery())
  writeOwnPages(server.data)
  for (const model of ['E-10', 'E-10', longModel, oddModel]) {
    await owner.upload({ name: `${model.length}.jpg`, bytes: await camera({ model }) })
  }
  const photos = await owner.photos()
  await publish(
    owner,
    photos.filter(({ cameraModel }) => cameraModel !== longModel),
  )
  // In a public album but not in the photostream: visitors see the camera, but none of its photos.
  const made = await owner.send('POST', '/api/albums', { name: 'Open' })
  const { data: album } = (await made.json()) as { data: { id: string } }
  const photoIds = photos.filter(({ cameraModel }) => cameraModel === longModel).map(({ id }) => id)
  await owner.send('PUT', `/api/albums/${album.id}/photos/add`, { photoIds })
  picture = await textureJpeg(900, 600)
})
test.afterAll(clearAway)

const pathOf = (model: string) => `/camera/${encodeURIComponent(cameraId(model))}`
const list = (page: Page) => page.getByRole('navigation', { name: 'Cameras' })
/** The charts have tables, too. */
const specs = (page: Page) =>
  page.locator('article > section', { has: page.getByRole('heading', { name: 'Specifications' }) })
const value = (page: Page, label: string) =>
  specs(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: label, exact: true }) })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const alert = (page: Page) => page.getByRole('alert')
const answer = (page: Page, feature: string, name: 'Unknown' | 'Yes' | 'No') =>
  page.getByRole('group', { name: feature, exact: true }).getByRole('radio', { name, exact: true })
const cameraOf = (model: string) =>
  owner.json<Camera>(`/api/cameras/${encodeURIComponent(cameraId(model))}`)

async function openAsOwner(page: Page, path: string): Promise<void> {
  await signInBrowser(page, server, owner.cookie)
  await open(page, server.address + path)
}

const refuse = (status: number, message: string) => (route: Route) =>
  route.fulfill({ status, json: { error: { code: status, message } } })

test('the list links to every camera, each with its own address and title', async ({ page }) => {
  await open(page, server.address)
  await page.getByRole('link', { name: 'Cameras' }).click()
  await expect(page).toHaveURL(/\/camera$/)
  await expect(heading(page)).toHaveText('Olympus E-10')
  for (const model of [longModel, oddModel]) {
    await page.evaluate(() => window.scrollTo(0, 200))
    await list(page).getByRole('link', { name: model }).click()
    await expect(heading(page)).toHaveText(`Olympus ${model}`)
    await expect(page).toHaveTitle(new RegExp(`^Olympus ${RegExp.escape(model)} · `))
    await expect(page).toHaveURL(server.address + pathOf(model))
    await expect(list(page).locator("[aria-current='page']")).toContainText(model)
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
  }
  await reload(page)
  await expect(heading(page)).toHaveText(`Olympus ${oddModel}`)
  await page.goBack()
  await expect(heading(page)).toHaveText(`Olympus ${longModel}`)
})

test('an unknown camera id shows the first camera', async ({ page }) => {
  for (const path of ['/camera/nothing-of-that-name', '/camera/a%2Fb']) {
    await open(page, server.address + path)
    await expect(heading(page)).toHaveText('Olympus E-10')
    await expect(list(page).locator("[aria-current='page']")).toHaveText('Olympus E-10')
  }
})

test("'Photos' shows how many photos the viewer can see, and links to them", async ({ page }) => {
  await open(page, server.address + pathOf('E-10'))
  await page.getByRole('main').getByRole('link', { name: 'Photos 2' }).click()
  await expect(page).toHaveURL(/\/photo\/[^/]+\?cameraModel=E-10$/)
  await open(page, server.address + pathOf(longModel))
  await expect(page.getByText('Its photos are in albums, not in the photostream.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: /^Photos/ })).toHaveCount(0)
  await openAsOwner(page, pathOf(longModel))
  await expect(page.getByRole('main').getByRole('link', { name: 'Photos 1' })).toBeVisible()
})

test('the list of cameras opens below a button on narrow screens, also with the keyboard', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, server.address + pathOf('E-10'))
  const button = page.getByRole('button', { name: 'All 3 cameras' })
  await expect(list(page).getByRole('link')).toHaveCount(0)
  await button.press('Enter')
  await expect(list(page).getByRole('link')).toHaveCount(3)
  await page.keyboard.press('Tab')
  await expect(list(page).getByRole('link').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
  await expect(list(page).getByRole('link')).toHaveCount(0)
  await button.click()
  await list(page).getByRole('link', { name: longModel }).click()
  await expect(heading(page)).toContainText(longModel)
  await expect(list(page).getByRole('link')).toHaveCount(0)
})

test('a visitor sees the known specifications and cannot edit them; the owner sees every row', async ({
  page,
}) => {
  await open(page, server.address + pathOf('E-10'))
  await expect(specs(page).getByRole('row')).toHaveText([
    'Camera ModelE-10',
    'ModelE-10',
    'MakeOLYMPUS',
  ])
  await expect(page.locator('article').getByRole('heading', { level: 2 })).toHaveText([
    'Specifications',
    'Taken with it',
  ])
  await expect(page.getByRole('button', { name: /edit|picture/i })).toHaveCount(0)
  await openAsOwner(page, pathOf('E-10'))
  await expect(specs(page).getByRole('row')).toHaveCount(33)
  await expect(value(page, 'GPS')).toContainText('–')
  await expect(value(page, 'Year')).toContainText('–')
})

test('the owner edits the specifications; nothing is saved until each number is valid', async ({
  page,
}) => {
  await openAsOwner(page, pathOf('E-10'))
  const edit = page.getByRole('button', { name: 'Edit specifications' })
  await edit.press('Enter')
  await expect(page.getByLabel('Year')).toBeFocused()
  await expect(page.getByLabel(/^(Camera )?(Model|Make)$/)).toHaveCount(0)
  await page.getByLabel('Year').fill('2000')
  await page.getByLabel('Effective Pixels (M)').fill('3.7')
  await page.getByLabel('Optical Zoom (x)').fill('4')
  await page.getByLabel('Macro Focus Range (cm)').fill('20')
  await page.getByLabel('Sensor Type').fill('CCD')
  await expect(answer(page, 'External Flash', 'Unknown')).toBeChecked()
  await answer(page, 'RAW', 'Unknown').press('ArrowRight')
  await answer(page, 'Built-in Flash', 'Yes').check({ force: true })
  await answer(page, 'External Flash', 'No').check({ force: true })
  await page.getByLabel('Viewfinder').press('Enter')
  await expect(edit).toBeFocused()
  await expect(value(page, 'Year')).toContainText('2000')
  await expect(value(page, 'Effective Pixels')).toContainText('3.7 M')
  await expect(value(page, 'Optical Zoom')).toContainText('4x')
  await expect(value(page, 'Macro Focus Range')).toContainText('20 cm')
  await expect(value(page, 'RAW')).toContainText('Yes')
  await expect(value(page, 'Built-in Flash')).toContainText('Yes')
  await expect(value(page, 'External Flash')).toContainText('No')

  await edit.click()
  const field = (label: string) => page.getByLabel(label, { exact: true })
  await field('Year').fill('99999')
  await field('Effective Pixels (M)').fill('-5')
  await field('Optical Zoom (x)').fill('')
  await field('Crop Factor').fill('abcd')
  await field('Focus Range (cm)').fill('3,7')
  await field('Macro Focus Range (cm)').fill('-3')
  await field('Total Pixels (M)').fill('1e3')
  await field('Sensor Type').fill('CMOS')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(field('Year')).toBeFocused()
  await expect(field('Year')).toHaveAccessibleDescription(/^Enter a year with four digits/)
  await expect(field('Effective Pixels (M)')).toHaveAccessibleDescription(/^Enter a number above 0/)
  for (const label of ['Crop Factor', 'Focus Range (cm)']) {
    await expect(field(label)).toHaveAccessibleDescription(/^Enter a number, such as 1\.5/)
  }
  await expect(page.getByText(/^Enter a (number|year)/)).toHaveCount(4)
  expect(await cameraOf('E-10')).toMatchObject({
    sensorType: 'CCD',
    totalPixels: 0,
    opticalZoom: 4,
  })

  await field('Year').fill('2000')
  await expect(field('Year')).toHaveAttribute('aria-invalid', 'false')
  await field('Effective Pixels (M)').fill('3.7')
  await field('Crop Factor').fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(field('Focus Range (cm)')).toBeFocused()
  await field('Focus Range (cm)').fill('3.7')
  await field('Sensor Type').fill('CCD')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(value(page, 'Year')).toContainText('2000')
  await expect(value(page, 'Optical Zoom')).toContainText('–')
  const saved = await cameraOf('E-10')
  expect(saved).toMatchObject({ year: 2000, effectivePixels: 3.7, opticalZoom: 0, cropFactor: 0 })
  expect(saved).toMatchObject({ macroFocusRange: -3, focusRange: 3.7, totalPixels: 1000 })
  expect(saved).toMatchObject({ raw: true, externalFlash: false, gps: null })

  await edit.click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(edit).toBeFocused()
  expect((await cameraOf('E-10')).sensorType).toBe('CCD')

  await page.context().clearCookies()
  await open(page, server.address + pathOf('E-10'))
  await expect(value(page, 'External Flash')).toContainText('No')
  for (const unknown of ['GPS', 'Optical Zoom']) {
    await expect(page.getByRole('rowheader', { name: unknown })).toHaveCount(0)
  }
})

test('Cancel, links and Back ask before unsaved specifications are discarded', async ({ page }) => {
  await openAsOwner(page, pathOf(longModel))
  await list(page).getByRole('link', { name: 'E-10', exact: false }).first().click()
  await expect(heading(page)).toHaveText('Olympus E-10')
  const edit = page.getByRole('button', { name: 'Edit specifications' })
  const sensor = page.getByLabel('Sensor Type')
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await edit.click()
  await sensor.fill('something else')
  await sensor.fill('CCD')
  await page.getByLabel('Year').fill('soon')
  await list(page).getByRole('link', { name: longModel }).click()
  await expect(heading(page)).toHaveText(`Olympus ${longModel}`)
  await page.goBack()
  // Unchanged values need no confirmation, and the form belongs to one camera.
  await expect(heading(page)).toHaveText('Olympus E-10')

  await edit.click()
  await answer(page, 'GPS', 'Yes').check({ force: true })
  for (const leave of [
    () => page.getByRole('button', { name: 'Cancel' }).click(),
    () => list(page).getByRole('link', { name: longModel }).click(),
    () => page.getByRole('link', { name: 'Albums' }).click(),
    () => goBack(page),
  ]) {
    await leave()
    await expect(question).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
    await expect(heading(page)).toHaveText('Olympus E-10')
    await expect(answer(page, 'GPS', 'Yes')).toBeChecked()
  }
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  expect((await asked).type()).toBe('beforeunload')
  await (await asked).dismiss()
  await answer(page, 'GPS', 'Unknown').check({ force: true })
  await sensor.fill('something else')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(question).toHaveCount(0)
  await expect(edit).toBeVisible()
  await edit.click()
  await expect(sensor).toHaveValue('CCD')
  await sensor.fill('something else')
  await list(page).getByRole('link', { name: longModel }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(heading(page)).toHaveText(`Olympus ${longModel}`)
  await expect(sensor).toHaveCount(0)
  expect((await cameraOf('E-10')).sensorType).toBe('CCD')
})

test('the owner uploads a picture of the camera', async ({ page }) => {
  await openAsOwner(page, pathOf(oddModel))
  await page.getByRole('button', { name: 'Add a picture' }).click()
  const input = page.getByLabel('Picture from this device')
  await expect(input).toBeFocused()
  await input.setInputFiles({ name: 'front.jpg', mimeType: 'image/jpeg', buffer: picture })
  await expect(page.getByText('front.jpg')).toBeVisible()
  await page.getByRole('button', { name: 'Set picture' }).click()
  await expect(page.getByRole('button', { name: 'Change picture' })).toBeFocused()
  await expect(page.getByRole('img', { name: `Olympus ${oddModel}`, exact: true })).toBeVisible()
  await expectPictures(page)
  const shown = await page
    .getByRole('img', { name: `Olympus ${oddModel}`, exact: true })
    .evaluate((image: HTMLImageElement) => image.currentSrc)
  expect(shown).toContain('/image/512?v=')
})

test('the server downloads a picture by its address, with a progress message', async ({ page }) => {
  const held = Promise.withResolvers<void>()
  await page.route('**/api/cameras/*/image', async (route) => {
    expect(route.request().postDataJSON()).toEqual({ url: 'https://example.org/e-10.png' })
    await held.promise
    await route.fulfill({ json: { data: await cameraOf('E-10') } })
  })
  await openAsOwner(page, pathOf('E-10'))
  await page.getByRole('button', { name: 'Add a picture' }).click()
  // Wait for the initial focus, or it could be moved before Enter is pressed.
  await expect(page.getByLabel('Picture from this device')).toBeFocused()
  await page.getByLabel('or a web address').fill(' https://example.org/e-10.png ')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status')).toHaveText('Downloading the picture')
  await expect(page.getByRole('button', { name: 'Set picture' })).toHaveAttribute(
    'aria-busy',
    'true',
  )
  held.resolve()
  await expect(page.getByRole('button', { name: 'Add a picture' })).toBeFocused()
})

test('the owner is asked before a chosen picture is discarded', async ({ page }) => {
  await openAsOwner(page, pathOf('E-10'))
  const add = page.getByRole('button', { name: 'Add a picture' })
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await add.click()
  // Only one form can be open at a time.
  await expect(page.getByRole('button', { name: 'Edit specifications' })).toHaveCount(0)
  await page
    .getByLabel('Picture from this device')
    .setInputFiles({ name: 'front.jpg', mimeType: 'image/jpeg', buffer: picture })
  await page.getByRole('link', { name: 'Albums' }).click()
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(page.getByText('front.jpg')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(add).toBeFocused()
  expect((await cameraOf('E-10')).image).toBe('')

  await page.getByRole('button', { name: 'Edit specifications' }).click()
  await expect(add).toHaveCount(0)
  await page.getByLabel('Sensor Type').fill('something else')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('button', { name: 'Edit specifications' })).toBeFocused()
})

test('an alert asks for a file or an address', async ({ page }) => {
  await openAsOwner(page, pathOf('E-10'))
  await page.getByRole('button', { name: 'Add a picture' }).click()
  await page.getByRole('button', { name: 'Set picture' }).click()
  await expect(alert(page)).toHaveText('Neither file or image url was provided')
  await expect(page.getByLabel('or a web address')).toHaveAccessibleDescription(
    'Neither file or image url was provided',
  )
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'Add a picture' })).toBeFocused()
  expect((await cameraOf('E-10')).image).toBe('')
})

test.describe('failures', () => {
  test.use({ allowed: /^(answer|console.*) (400|401|415|500|503).*\/api\/cameras/ })

  test('a rejected update shows the reason, and the form stays open', async ({ page }) => {
    await openAsOwner(page, pathOf('E-10'))
    await page.route('**/api/cameras/e-10', refuse(503, 'the disk is full'))
    await page.getByRole('button', { name: 'Edit specifications' }).click()
    await page.getByLabel('Sensor Type').fill('kept in the form')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(alert(page)).toHaveText('503: the disk is full')
    await expect(page.locator('main form')).toContainText('503: the disk is full')
    await expect(page.getByLabel('Sensor Type')).toHaveValue('kept in the form')
  })

  test('an invalid picture shows the reason, and so does an address that is not public', async ({
    page,
  }) => {
    await openAsOwner(page, pathOf('E-10'))
    await page.getByRole('button', { name: 'Add a picture' }).click()
    const text = { name: 'lie.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') }
    await page.getByLabel('Picture from this device').setInputFiles(text)
    await page.getByRole('button', { name: 'Set picture' }).click()
    await expect(alert(page)).toHaveText(/^4\d\d: .*JPEG/)
    await page.getByRole('button', { name: 'Clear selection' }).click()
    await page.getByLabel('or a web address').fill('http://127.0.0.1/e-10.jpg')
    await page.getByRole('button', { name: 'Set picture' }).click()
    await expect(alert(page)).toHaveText(/^400: .*public/)
    expect((await cameraOf('E-10')).image).toBe('')
  })

  test('a failure to load the cameras is shown, with a button to try again', async ({ page }) => {
    await page.route('**/api/cameras', refuse(500, 'something went wrong'), { times: 1 })
    await open(page, server.address)
    await page.getByRole('link', { name: 'Cameras' }).click()
    await expect(alert(page)).toHaveText('500: something went wrong')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(heading(page)).toHaveText('Olympus E-10')
  })
})

test('an empty gallery says that there are no cameras, and tells the owner what to do', async ({
  page,
}) => {
  const empty = await startVitrine(join(temporaryFolder(), 'data'))
  const cookie = await claim(empty)
  await open(page, `${empty.address}/camera`)
  await expect(heading(page)).toHaveText('No cameras yet')
  await expect(page.getByRole('link', { name: 'Upload photos' })).toHaveCount(0)
  await signInBrowser(page, empty, cookie)
  await open(page, `${empty.address}/camera/nothing`)
  await page.getByRole('link', { name: 'Upload photos' }).click()
  await expect(page).toHaveURL(/\/account\/local$/)
})

test('hydration of the cameras causes no layout shift', async ({ page }) => {
  await page.addInitScript(() => {
    const shifts = window as unknown as { shift: number }
    shifts.shift = 0
    new PerformanceObserver((entries) => {
      for (const entry of entries.getEntries() as (PerformanceEntry & { value: number })[]) {
        shifts.shift += entry.value
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    // A slow browser would continue in the next page, and shift its layout.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    )
    for (const path of [pathOf('E-10'), pathOf(oddModel), '/about', '/resume']) {
      await open(page, server.address + path)
      await expectPictures(page)
      const shift = await page.evaluate(() => (window as unknown as { shift: number }).shift)
      expect.soft([width, path, shift]).toEqual([width, path, 0])
    }
  }
})
