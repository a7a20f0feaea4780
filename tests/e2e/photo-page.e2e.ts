import type { Locator, Page } from 'playwright/test'
import type { Photo } from '../../src/contract/photos/photos.ts'
import { clearAway, type RunningVitrine } from '../support/executable.ts'
import { claimedGallery, type OwnerClient } from '../support/owner-client.ts'
import { camera } from '../support/photos.ts'
import { expect, expectPictures, sidewaysScroll, test } from './gallery.ts'
import { publish } from './long-gallery.ts'
import { goBack, open, signInBrowser, wallPicture } from './screen.ts'

let server: RunningVitrine
let owner: OwnerClient
let photos: Photo[]

test.beforeAll(async () => {
  ;({ server, owner } = await claimedGallery())
  for (const [number, title] of ['One', 'Two', 'Three', 'Four'].entries()) {
    const shape = number === 1 ? { width: 400, height: 800 } : { width: 900, height: 600 }
    const model = 'A camera whose name needs two lines'
    const date = `2024:05:0${8 - number} 07:08:09`
    await owner.upload({
      name: `${title}.jpg`,
      bytes: await camera({ ...shape, title, model, date, description: '' }),
    })
  }
  await publish(owner, await owner.photos())
  photos = await owner.photos()
  expect(photos.map(({ title }) => title)).toEqual(['One', 'Two', 'Three', 'Four'])
})
test.afterAll(clearAway)
test.use({ reducedMotion: 'reduce' })

async function openPhoto(page: Page, place: number): Promise<void> {
  await signInBrowser(page, server, owner.cookie)
  await open(page, `${server.address}/photo/${photos[place]!.id}`)
  await expectPictures(page)
}

const boxOf = async (part: Locator) => (await part.boundingBox())!

async function expectApart(one: Locator, other: Locator, ...where: unknown[]): Promise<void> {
  const [a, b] = [await boxOf(one), await boxOf(other)]
  const isApart =
    a.x + a.width <= b.x ||
    b.x + b.width <= a.x ||
    a.y + a.height <= b.y + 1 ||
    b.y + b.height <= a.y + 1
  expect.soft([...where, isApart, a, b]).toEqual([...where, true, a, b])
}

const more = (page: Page) => page.getByRole('button', { name: 'More', exact: true })
const tools = (page: Page) => page.getByRole('group', { name: 'Owner tools' })
const notice = (page: Page) => page.getByRole('region', { name: 'Notification' })

for (const [width, height] of [
  [1440, 900],
  [1366, 768],
] as const) {
  test(`a photo's title and settings are in view without scrolling at ${width} × ${height}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height })
    for (const path of [
      `/photo/${photos[0]!.id}`,
      `/photo/${photos[1]!.id}`,
      `/photo/${photos[0]!.id}?orientation=landscape`,
    ]) {
      await open(page, server.address + path)
      await expectPictures(page)
      const info = page.getByRole('complementary', { name: 'Photo info' })
      for (const shown of [
        wallPicture(page),
        page.getByRole('heading', { level: 1 }),
        info.getByText(/^Taken on /),
        info.getByText('Focal length'),
        info.getByText(/^f\/.*ISO.* s$/),
      ]) {
        const { y, height: high } = await boxOf(shown)
        expect.soft([path, y >= 56, y + high <= height]).toEqual([path, true, true])
      }
    }
  })
}

for (const [width, height] of [
  [1440, 900],
  [1366, 768],
  [1024, 600],
  [820, 1180],
  [390, 844],
  [375, 667],
  [320, 568],
] as const) {
  test(`a notice does not cover the tools of a photo at ${width} × ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await openPhoto(page, 0)
    if (width < 820) {
      await more(page).click()
      await page.getByRole('menuitem', { name: 'Set Profile Picture' }).click()
    } else {
      await page.getByRole('button', { name: 'Set Profile Picture' }).click()
    }
    await expect(notice(page)).toBeVisible()
    await expectApart(notice(page), tools(page))
    await expectApart(notice(page), page.getByRole('navigation', { name: 'Photos' }))
  })
}

test('the list of shortcuts is not offered to those who have only a touch screen', async ({
  page,
}) => {
  await openPhoto(page, 0)
  await expect(page.getByRole('button', { name: 'Keyboard shortcuts' })).toBeVisible()
})

test.describe('phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('on a phone, the owner’s tools have names: one button and a menu', async ({ page }) => {
    await openPhoto(page, 0)
    await expect(page.getByRole('button', { name: 'Keyboard shortcuts' })).toHaveCount(0)
    await expect(tools(page).getByRole('button')).toHaveText(['Edit', 'More'])
    for (const button of await tools(page).getByRole('button').all()) {
      expect((await boxOf(button)).height).toBeGreaterThanOrEqual(44)
    }
    await more(page).tap()
    const items = page.getByRole('menuitem')
    await expect(items).toHaveText([
      'Set Profile Picture',
      'Set Private Photo',
      'Cropper & Rotate Photo',
      'Versions',
      'Download Original',
      'Delete Photo',
    ])
    for (const item of await items.all()) {
      await expect(item).toBeInViewport({ ratio: 1 })
      expect((await boxOf(item)).height).toBeGreaterThanOrEqual(44)
    }
    // Back closes the menu, and the photo stays.
    await goBack(page)
    await expect(items).toHaveCount(0)
    await expect(page).toHaveURL(`${server.address}/photo/${photos[0]!.id}`)

    await more(page).tap()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Download Original' }).tap()
    expect((await download).suggestedFilename()).toBe('One.jpg')

    await more(page).tap()
    await page.getByRole('menuitem', { name: 'Set Private Photo' }).tap()
    await expect.poll(async () => (await owner.photos())[0]!.isPublic).toBe(false)
    await more(page).tap()
    await page.getByRole('menuitem', { name: 'Set Public Photo' }).tap()
    await expect.poll(async () => (await owner.photos())[0]!.isPublic).toBe(true)
  })

  test('on a phone, the tools’ menu works with a keyboard and gets the focus back', async ({
    page,
  }) => {
    await openPhoto(page, 0)
    for (const [letter, name, dialog] of [
      ['c', 'Cropper & Rotate Photo', page.getByRole('dialog', { name: 'Crop & rotate' })],
      ['v', 'Versions', page.getByRole('dialog', { name: 'Versions' })],
      ['d', 'Delete Photo', page.getByRole('alertdialog', { name: 'Delete Photo?' })],
    ] as const) {
      await more(page).press('Enter')
      // The list gets the focus in the next frame, and only then handles keys.
      await expect(page.getByRole('menuitem').first()).toBeFocused()
      await page.keyboard.press(letter)
      if (letter === 'd') await page.keyboard.press('End')
      await expect(page.getByRole('menuitem', { name })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(dialog).toBeVisible()
      await expect(page.getByRole('menu')).toHaveCount(0)
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
      await expect(more(page)).toBeFocused()
    }
    expect(await sidewaysScroll(page)).toBe(0)
  })
})
