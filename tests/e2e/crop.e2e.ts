import type { Locator, Page } from 'playwright/test'
import type { Photo } from '../../src/contract/photos/photos.ts'
import { loadSharp } from '../../src/images/sharp.ts'
import { clearAway, type RunningVitrine } from '../support/executable.ts'
import { claimedGallery, type OwnerClient } from '../support/owner-client.ts'
import { camera } from '../support/photos.ts'
import { expect, expectPictures, sidewaysScroll, test } from './gallery.ts'
import { expectPhoto, open, signInBrowser, swipe, wallPicture } from './screen.ts'

let server: RunningVitrine
let owner: OwnerClient

test.beforeAll(async () => {
  ;({ server, owner } = await claimedGallery())
})
test.afterAll(clearAway)
test.use({ reducedMotion: 'reduce' })

const cropTool = 'Cropper & Rotate Photo'

const photoOf = (id: string) => owner.json<Photo>(`/api/photos/${id}`)

/** Uploads a new photo of 900 × 600 pixels for each test. */
async function upload(): Promise<Photo> {
  const bytes = await camera({ width: 900, height: 600, title: 'Harbour' })
  return photoOf((await owner.upload({ name: 'harbour.jpg', bytes })).id!)
}

async function openPhoto(page: Page, photo: Photo): Promise<void> {
  await signInBrowser(page, server, owner.cookie)
  await open(page, `${server.address}/photo/${photo.id}`)
  await expectPhoto(page, photo)
}

async function openCropper(page: Page, photo: Photo) {
  await openPhoto(page, photo)
  await page.getByRole('button', { name: cropTool }).click()
  return openedCropper(page)
}

/** A phone has the tool in a menu. */
async function openCropperOnPhone(page: Page, photo: Photo) {
  await openPhoto(page, photo)
  await page.getByRole('button', { name: 'More', exact: true }).tap()
  await page.getByRole('menuitem', { name: cropTool }).tap()
  return openedCropper(page)
}

async function openedCropper(page: Page): Promise<Locator> {
  const dialog = page.getByRole('dialog', { name: 'Crop & rotate' })
  await expect(dialog).toBeVisible()
  await expectPictures(page)
  // Its opening animation moves it by 8 pixels: positions are final only afterwards.
  await expect(dialog).not.toHaveAttribute('data-starting-style')
  await expect.poll(() => dialog.evaluate((popup) => popup.getAnimations().length)).toBe(0)
  return dialog
}

const tool = (dialog: Locator, name: string) => dialog.getByRole('button', { name, exact: true })

async function save(dialog: Locator): Promise<void> {
  await tool(dialog, 'Save Image').click()
  await expect(dialog).toHaveCount(0)
}

/** Width ÷ height of the shown picture. */
const shownRatio = (page: Page) =>
  wallPicture(page).evaluate((image: HTMLImageElement) => image.naturalWidth / image.naturalHeight)

test('a saved square crop is shown in viewer, grid and API, under a new file name', async ({
  page,
}) => {
  const photo = await upload()
  const dialog = await openCropper(page, photo)
  await tool(dialog, 'Square Cropper').click()
  await expect(dialog.getByText('600 × 600 pixels')).toBeVisible()
  await save(dialog)

  const edited = await photoOf(photo.id)
  expect(edited.edit).toEqual({ rotation: 0, x: 150, y: 0, width: 600, height: 600 })
  expect(edited.fileName).not.toBe(photo.fileName)
  await expectPhoto(page, edited)
  expect(await shownRatio(page)).toBe(1)
  await expect(page.getByRole('button', { name: cropTool })).toBeFocused()
  const old = await owner.request(`/api/resizes/${photo.fileName}`)
  expect(old.status).toBe(404)

  await page.getByRole('link', { name: 'All photos' }).click()
  await expect(page.locator(`a.tile:has([srcset*='${edited.fileName}']) img`)).toBeVisible()
  await expect(page.locator(`a.tile:has([srcset*='${photo.fileName}'])`)).toHaveCount(0)
})

test('every crop tool has a tooltip and does what it says', async ({ page }) => {
  const dialog = await openCropper(page, await upload())
  for (const [name, facts] of [
    ['Portrait Cropper', '480 × 600 pixels'],
    ['Landscape Cropper', '810 × 424 pixels'],
    ['Square Cropper', '600 × 600 pixels'],
    ['Free Cropper', '810 × 540 pixels'],
    ['Rotate Image 90°', '540 × 810 pixels · rotated 90°'],
    ['Restore Original', '900 × 600 pixels · whole photo'],
    ['Rotate Image 90°', '600 × 900 pixels · whole photo · rotated 90°'],
    ['Rotate Image 90°', '900 × 600 pixels · whole photo · rotated 180°'],
    ['Rotate Image 90°', '600 × 900 pixels · whole photo · rotated 270°'],
    ['Rotate Image 90°', '900 × 600 pixels · whole photo'],
  ] as const) {
    await tool(dialog, name).click()
    await expect(dialog.getByText(facts, { exact: true })).toBeVisible()
  }
  const slider = dialog.getByRole('slider', { name: 'Straighten' })
  await slider.press('ArrowRight')
  await expect(dialog.getByText(/ · rotated 1°$/)).toBeVisible()
  await tool(dialog, 'Rotate Image 5°').click()
  await expect(slider).toHaveValue('6')
  await tool(dialog, 'Rotate Image 90°').click()
  await slider.fill('-2')
  await expect(slider).toHaveAttribute('aria-valuetext', '-2°')
  await expect(dialog.getByText(/ · rotated 88°$/)).toBeVisible()
  const names = ['Portrait', 'Landscape', 'Square', 'Free'].map((shape) => `${shape} Cropper`)
  const others = ['Rotate Image 90°', 'Rotate Image 5°', 'Restore Original', 'Preview Image']
  for (const name of [...names, ...others, 'Save Image']) {
    await tool(dialog, name).hover()
    await expect(page.getByText(name, { exact: true })).toBeVisible()
  }
})

/** The element's bounding box, once the dialog and its picture are no longer moving. */
async function boxAtRest(locator: Locator) {
  let before = ''
  await expect
    .poll(async () => {
      const now = JSON.stringify(await locator.boundingBox())
      const isAtRest = now === before
      before = now
      return isAtRest
    })
    .toBe(true)
  return JSON.parse(before) as { x: number; y: number; width: number; height: number }
}

test('a rotated photo is shown as the server renders it, and the proposed crop excludes black corners', async ({
  page,
}) => {
  const photo = await upload()
  const dialog = await openCropper(page, photo)
  for (let steps = 0; steps < 3; steps++) await tool(dialog, 'Rotate Image 5°').click()
  await expect(dialog.getByText(/· rotated 15°$/)).toBeVisible()
  const crop = dialog.getByRole('group', { name: 'Crop area:' })
  const proposed = await boxAtRest(crop)

  // Without the crop frame.
  const canvas = dialog.locator('.ReactCrop__child-wrapper')
  const frame = dialog.locator('.ReactCrop__crop-mask, .ReactCrop__crop-selection')
  const show = (visibility: '' | 'hidden') =>
    frame.evaluateAll((parts, value) => {
      for (const part of parts as HTMLElement[]) part.style.visibility = value
    }, visibility)
  await show('hidden')
  const drawn = await canvas.screenshot({ scale: 'css' })
  await show('')
  const made = await owner.request(`/api/photos/${photo.id}/edit/preview?rotation=15`)
  expect(await difference(drawn, new Uint8Array(await made.arrayBuffer()))).toBeLessThan(3)

  await tool(dialog, 'Free Cropper').click()
  expect(await boxAtRest(crop)).toEqual(proposed)
  await save(dialog)
  const edited = await photoOf(photo.id)
  await expectPhoto(page, edited)
  expect(edited.edit!.rotation).toBe(15)
  expect(await shownRatio(page)).toBeCloseTo(edited.width / edited.height, 2)
  const picture = await owner.request(`/api/resizes/${edited.fileName}`)
  expect(await darkest(new Uint8Array(await picture.arrayBuffer()))).toBeGreaterThan(20)
})

test('a click outside the crop area keeps it, and a drag draws a new one', async ({ page }) => {
  const photo = await upload()
  const dialog = await openCropper(page, photo)
  const crop = dialog.getByRole('group', { name: 'Crop area:' })
  await tool(dialog, 'Rotate Image 5°').click()
  await tool(dialog, 'Square Cropper').click()
  const facts = (await dialog.getByText(/pixels/).textContent())!
  const before = await boxAtRest(crop)
  const stage = dialog.locator('.ReactCrop__child-wrapper')
  const canvas = (await stage.boundingBox())!
  const beside = { x: canvas.x + 4, y: canvas.y + 4 }
  await page.mouse.click(beside.x, beside.y)
  await page.mouse.move(beside.x, beside.y)
  await page.mouse.down()
  await page.mouse.move(beside.x + 3, beside.y + 3)
  expect(await crop.boundingBox()).toEqual(before)
  await page.mouse.up()
  expect(await crop.boundingBox()).toEqual(before)
  await expect(dialog.getByText(facts, { exact: true })).toBeVisible()

  // Nor does the smallest crop area disappear.
  await tool(dialog, 'Free Cropper').click()
  const corner = await boxAtRest(dialog.getByRole('button', { name: /^Bottom-right corner/ }))
  const free = (await crop.boundingBox())!
  await page.mouse.move(corner.x + corner.width / 2, corner.y + corner.height / 2)
  await page.mouse.down()
  await page.mouse.move(free.x + 30, free.y + 30)
  await page.mouse.move(free.x + 2, free.y + 2)
  await page.mouse.up()
  await expect(dialog.getByText(/whole photo/)).toHaveCount(0)
  expect((await crop.boundingBox())!.width).toBeGreaterThanOrEqual(8)

  // A new one can be drawn, even if there was none.
  for (const prepare of ['Square Cropper', 'Restore Original']) {
    await tool(dialog, prepare).click()
    // The picture has another size once it is no longer rotated.
    const { x, y } = await boxAtRest(stage)
    await page.mouse.move(x + 20, y + 20)
    await page.mouse.down()
    await page.mouse.move(x + 60, y + 50)
    await page.mouse.move(x + 120, y + 120)
    await page.mouse.up()
    const drawn = (await crop.boundingBox())!
    expect([drawn.x - x, drawn.width].map(Math.round)).toEqual([20, 100])
  }
  await tool(dialog, 'Restore Original').click()
  await page.mouse.click(canvas.x + 20, canvas.y + 20)
  await expect(dialog.getByText(/whole photo/)).toBeVisible()
  await expect(crop).toHaveCount(0)

  await tool(dialog, 'Rotate Image 5°').click()
  await tool(dialog, 'Square Cropper').click()
  await page.mouse.click(beside.x, beside.y)
  await save(dialog)
  const edited = await photoOf(photo.id)
  expect(edited.width).toBe(edited.height)
  const picture = await owner.request(`/api/resizes/${edited.fileName}`)
  expect(await darkest(new Uint8Array(await picture.arrayBuffer()))).toBeGreaterThan(20)
})

test('the server renders the preview in the shape of the crop, and the next change closes it', async ({
  page,
}) => {
  const photo = await upload()
  const dialog = await openCropper(page, photo)
  await tool(dialog, 'Portrait Cropper').click()
  await tool(dialog, 'Preview Image').click()
  const preview = dialog.locator(`img[src*='/edit/preview?']`)
  await expect(preview).toHaveAttribute(
    'src',
    `/api/photos/${photo.id}/edit/preview?rotation=0&x=210&y=0&width=480&height=600`,
  )
  await expectPictures(page)
  const ratio = preview.evaluate(
    (image: HTMLImageElement) => image.naturalWidth / image.naturalHeight,
  )
  expect(await ratio).toBeCloseTo(0.8, 2)
  await expect(tool(dialog, 'Preview Image')).toHaveAttribute('aria-pressed', 'true')
  await tool(dialog, 'Preview Image').click()
  await expect(dialog.getByRole('group', { name: 'Crop area:' })).toBeVisible()
  await tool(dialog, 'Preview Image').click()
  await tool(dialog, 'Rotate Image 90°').click()
  await expect(preview).toHaveCount(0)
  await expect(dialog.getByRole('group', { name: 'Crop area:' })).toBeVisible()
  expect((await photoOf(photo.id)).edit).toBeNull()
})

test('a saved edit can be changed on the unedited photo, and restored completely', async ({
  page,
}) => {
  const photo = await upload()
  const edit = { rotation: 90, x: 100, y: 200, width: 300, height: 400 }
  await owner.send('PUT', `/api/photos/${photo.id}/edit`, edit)
  const edited = await photoOf(photo.id)
  const dialog = await openCropper(page, edited)
  await expect(dialog.getByText('300 × 400 pixels · rotated 90°')).toBeVisible()
  const canvas = (await dialog.locator('.ReactCrop__child-wrapper').boundingBox())!
  const crop = (await dialog.getByRole('group', { name: 'Crop area:' }).boundingBox())!
  expect(canvas.width / canvas.height).toBeCloseTo(600 / 900, 2)
  expect((crop.x - canvas.x) / canvas.width).toBeCloseTo(100 / 600, 2)
  expect(crop.height / canvas.height).toBeCloseTo(400 / 900, 2)
  // Saving it unchanged has no effect.
  await save(dialog)
  expect((await photoOf(photo.id)).fileName).toBe(edited.fileName)

  await page.keyboard.press('r')
  await tool(dialog, 'Restore Original').click()
  await expect(dialog.getByText('900 × 600 pixels · whole photo')).toBeVisible()
  await save(dialog)
  const restored = await photoOf(photo.id)
  expect(restored.edit).toBeNull()
  await expectPhoto(page, restored)
  expect(await shownRatio(page)).toBeCloseTo(1.5, 2)
})

test('the crop screen works with the keyboard alone', async ({ page }) => {
  const photo = await upload()
  await openPhoto(page, photo)
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog', { name: 'Crop & rotate' })
  await expect(dialog).toBeVisible()
  // Once the edit is saved, the previous address of the picture is gone.
  await expectPictures(page)
  const focusOn = async (name: RegExp) => {
    const focusedName = () =>
      page.evaluate(() => {
        const { activeElement: focused } = document
        return focused?.getAttribute('aria-label') ?? focused?.textContent ?? ''
      })
    for (let steps = 0; steps < 30 && !name.test(await focusedName()); steps++) {
      await page.keyboard.press('Tab')
    }
    expect(await focusedName()).toMatch(name)
  }
  const facts = async () => (await dialog.getByText(/pixels/).textContent())!
  await focusOn(/^Crop area:/)
  await page.keyboard.press('Control+ArrowLeft')
  await focusOn(/^Bottom-right corner/)
  const before = await facts()
  await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('Shift+ArrowUp')
  expect(await facts()).not.toBe(before)
  await focusOn(/^Rotate Image 90°/)
  await page.keyboard.press('Space')
  await focusOn(/^Save Image/)
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  const { edit } = await photoOf(photo.id)
  // The crop had reached the left edge, which is now the top edge.
  expect(edit).toMatchObject({ rotation: 90, y: 0 })
  expect(edit!.width).toBeLessThan(540)
  expect(edit!.height).toBeLessThan(810)
})

test('the crop screen asks before unsaved changes are discarded, and keeps them on Stay', async ({
  page,
}) => {
  const photo = await upload()
  const dialog = await openCropper(page, photo)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  await page.keyboard.press('r')
  await tool(dialog, 'Rotate Image 90°').click()
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(dialog.getByText(/rotated 90°/)).toBeVisible()
  await tool(dialog, 'Close').click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(dialog).toHaveCount(0)
  expect((await photoOf(photo.id)).edit).toBeNull()
  await page.keyboard.press('r')
  await expect(dialog.getByText('810 × 540 pixels')).toBeVisible()
})

test.describe('server errors', () => {
  test.use({ allowed: /(answer|console).* 503/ })

  test('an alert gives the reason when the server fails, and the edit is kept', async ({
    page,
  }) => {
    const photo = await upload()
    const dialog = await openCropper(page, photo)
    const message = 'too many pictures are being made'
    await page.route('**/edit', (route) =>
      route.fulfill({ status: 503, json: { error: { code: 503, message } } }),
    )
    await tool(dialog, 'Square Cropper').click()
    await tool(dialog, 'Save Image').click()
    await expect(dialog.getByRole('alert')).toHaveText('Too many pictures are being made')
    await page.unroute('**/edit')
    await save(dialog)
    expect((await photoOf(photo.id)).width).toBe(600)
  })
})

test.describe('phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a finger moves and resizes the crop on a phone without scrolling', async ({ page }) => {
    const photo = await upload()
    const dialog = await openCropperOnPhone(page, photo)
    expect(await sidewaysScroll(page)).toBe(0)
    const crop = dialog.getByRole('group', { name: 'Crop area:' })
    const before = (await crop.boundingBox())!

    const corner = dialog.getByRole('button', { name: /^Top-left corner/ })
    const target = (await corner.boundingBox())!
    expect(target.width).toBeGreaterThanOrEqual(44)
    const from = { x: before.x, y: before.y }
    await swipe(page, { from, to: { x: from.x + 60, y: from.y + 50 } })
    await expect.poll(async () => (await crop.boundingBox())!.x - before.x).toBeCloseTo(60, 0)
    const shaped = (await crop.boundingBox())!
    expect(shaped.y - before.y).toBeCloseTo(50, 0)

    const middle = { x: shaped.x + shaped.width / 2, y: shaped.y + shaped.height / 2 }
    await swipe(page, { from: middle, to: { x: middle.x - 30, y: middle.y - 20 } })
    await expect.poll(async () => (await crop.boundingBox())!.x - shaped.x).toBeCloseTo(-30, 0)
    const moved = (await crop.boundingBox())!
    expect(moved.width).toBeCloseTo(shaped.width, 0)

    for (const button of await dialog.getByRole('button').all()) {
      const { width, height } = (await button.boundingBox())!
      expect([await button.getAttribute('aria-label'), Math.min(width, height) >= 44]).toEqual([
        await button.getAttribute('aria-label'),
        true,
      ])
    }
    await tool(dialog, 'Save Image').tap()
    await expect(dialog).toHaveCount(0)
    const edited = await photoOf(photo.id)
    await expectPhoto(page, edited)
    expect(await shownRatio(page)).toBeCloseTo(moved.width / moved.height, 1)
  })
})

test('visitors load no code of the crop screen', async ({ page }) => {
  const photo = await upload()
  const made = await owner.send('POST', '/api/albums', { name: 'Open' })
  const { id } = ((await made.json()) as { data: { id: string } }).data
  await owner.send('PUT', `/api/albums/${id}/photos/add`, { photoIds: [photo.id] })
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  await open(page, `${server.address}/photo/${photo.id}`)
  await expectPhoto(page, await photoOf(photo.id))
  await page.keyboard.press('r')
  await page.keyboard.press('e')
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(scripts.filter((url) => /crop|edit|owner-(tools|actions|pictures)/.test(url))).toEqual([])
})

/** The mean difference of two pictures of the same size, from 0 to 255. */
async function difference(one: Uint8Array, other: Uint8Array): Promise<number> {
  const sharp = await loadSharp()
  const size = { width: 300, height: 240, fit: 'fill' } as const
  const [a, b] = await Promise.all(
    [one, other].map((bytes) => sharp(bytes).removeAlpha().resize(size).raw().toBuffer()),
  )
  return a!.reduce((sum, value, at) => sum + Math.abs(value - b![at]!), 0) / a!.length
}

/** The smallest value of the brightest channel of any pixel: 0 if one is black. */
async function darkest(bytes: Uint8Array): Promise<number> {
  const sharp = await loadSharp()
  const pixels = await sharp(bytes).removeAlpha().raw().toBuffer()
  let least = 255
  for (let at = 0; at < pixels.length; at += 3) {
    least = Math.min(least, Math.max(pixels[at]!, pixels[at + 1]!, pixels[at + 2]!))
  }
  return least
}
