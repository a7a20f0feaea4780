import type { CDPSession, Page } from 'playwright/test'
import type { Photo } from '../../src/contract/photos/photos.ts'
import { clearAway, type RunningVitrine } from '../support/executable.ts'
import { makePhotos } from '../support/made-photos.ts'
import { claimedGallery } from '../support/owner-client.ts'
import { expect, test } from './gallery.ts'
import { publish } from './long-gallery.ts'
import { expectPhoto, open, publicPhotos, swipe } from './screen.ts'

/** The width of the originals, which are larger than every viewport here. */
const width = 2400

let server: RunningVitrine
let photos: Photo[]

test.beforeAll(async () => {
  const gallery = await claimedGallery()
  server = gallery.server
  const { owner } = gallery
  for (const photo of await makePhotos(3, { width, height: 1600 })) await owner.upload(photo)
  await publish(owner, await owner.photos())
  photos = await publicPhotos(server)
})
test.afterAll(clearAway)

type Point = { x: number; y: number }

const dialog = (page: Page) => page.getByRole('dialog')
const original = ({ fileName }: Photo) => `img[src='/api/images/${fileName}']`

/** Opens the middle photo's original and waits until it stops moving. */
async function openOriginal(page: Page) {
  const photo = photos[1]!
  await open(page, `${server.address}/photo/${photo.id}`)
  await expectPhoto(page, photo)
  await page.getByRole('button', { name: 'Fullscreen' }).click()
  const shown = dialog(page).locator(original(photo))
  await expect(shown).toBeVisible()
  const box = async () => (await shown.boundingBox())!
  const isSettled = async () => {
    const before = await box()
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
    return JSON.stringify(before) === JSON.stringify(await box())
  }
  const fitted = page.viewportSize()!.width
  await expect.poll(async () => Math.round((await box()).width)).toBeLessThanOrEqual(fitted)
  await expect.poll(isSettled).toBe(true)
  return { photo, box, isSettled, fitted: (await box()).width }
}

const isAt = (page: Page, photo: Photo) =>
  expect(page).toHaveURL(`${server.address}/photo/${photo.id}`)

test.describe('touch', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  const middle = { x: 195, y: 422 }

  async function fingers(page: Page): Promise<{
    touch: (type: 'touchStart' | 'touchMove' | 'touchEnd', points: Point[]) => Promise<unknown>
    client: CDPSession
  }> {
    const client = await page.context().newCDPSession(page)
    return {
      client,
      touch: (type, points) =>
        client.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: points.map(({ x, y }, id) => ({ x, y, id })),
        }),
    }
  }

  /** Pinches with two fingers, from one distance in pixels to another. */
  async function pinch(page: Page, from: number, to: number): Promise<void> {
    const { touch, client } = await fingers(page)
    const apart = (distance: number) => [
      { x: middle.x - distance / 2, y: middle.y },
      { x: middle.x + distance / 2, y: middle.y },
    ]
    await touch('touchStart', apart(from))
    for (let step = 1; step <= 8; step++) {
      await touch('touchMove', apart(from + ((to - from) * step) / 8))
    }
    await touch('touchEnd', [])
    await client.detach()
  }

  async function doubleTap(page: Page): Promise<void> {
    const { touch, client } = await fingers(page)
    // Sent at once: after 300 ms, the second tap would be a single one.
    await Promise.all([0, 1].flatMap(() => [touch('touchStart', [middle]), touch('touchEnd', [])]))
    await client.detach()
  }

  test('a pinch zooms in and out again', async ({ page }) => {
    const { photo, box, fitted } = await openOriginal(page)
    await pinch(page, 80, 240)
    await expect.poll(async () => (await box()).width).toBeGreaterThan(fitted * 2)
    await pinch(page, 260, 120)
    await expect.poll(async () => (await box()).width).toBeLessThan(fitted * 2)
    expect((await box()).width).toBeGreaterThanOrEqual(fitted - 1)
    await isAt(page, photo)
  })

  test('a double tap zooms to the original’s pixels, and another one zooms out', async ({
    page,
  }) => {
    const { box, fitted } = await openOriginal(page)
    await doubleTap(page)
    await expect.poll(async () => Math.round((await box()).width)).toBe(width)
    await doubleTap(page)
    await expect.poll(async () => Math.round((await box()).width)).toBe(Math.round(fitted))
  })

  test('a swipe pans a zoomed photo and pages when it is zoomed out', async ({ page }) => {
    const { photo, box, isSettled } = await openOriginal(page)
    await doubleTap(page)
    await expect.poll(async () => Math.round((await box()).width)).toBe(width)
    await expect.poll(isSettled).toBe(true)
    const before = await box()
    const by = (x: number) => ({
      from: { ...middle, x: 195 - x / 2 },
      to: { ...middle, x: 195 + x / 2 },
      // The first move only shows the direction: the viewer drags from there on.
      shares: [0.05, 0.4, 0.8, 1],
    })
    // How far it glides after the swipe depends on the speed of the machine.
    await swipe(page, by(-240))
    await expect.poll(async () => (await box()).x).toBeLessThan(before.x - 100)
    // Also at the picture's edge.
    for (let push = 0; push < 12; push++) await swipe(page, by(-300))
    await expect.poll(isSettled).toBe(true)
    await isAt(page, photo)
    const edge = async () => {
      const { x, width: drawn } = await box()
      return Math.round(x + drawn)
    }
    await expect.poll(edge).toBeGreaterThanOrEqual(390)

    await doubleTap(page)
    await expect.poll(async () => (await box()).width).toBeLessThan(400)
    await expect.poll(isSettled).toBe(true)
    // From the screen's edge, it is the browser's.
    await swipe(page, by(-360))
    await expect.poll(isSettled).toBe(true)
    await isAt(page, photo)
    // More than half of the screen, so that it pages however slowly the finger moves.
    await swipe(page, by(-320))
    await isAt(page, photos[2]!)
    await expect(dialog(page).locator(original(photos[2]!))).toBeVisible()
  })
})

test('the wheel zooms at the pointer and never pages', async ({ page }) => {
  const { photo, box, fitted } = await openOriginal(page)
  const { width: screen, height } = page.viewportSize()!
  const pointer = { x: screen / 2 + 120, y: height / 2 }
  await page.mouse.move(pointer.x, pointer.y)
  const shareAtPointer = async () => {
    const { x, width: drawn } = await box()
    return (pointer.x - x) / drawn
  }
  const share = await shareAtPointer()
  for (let notch = 0; notch < 3; notch++) await page.mouse.wheel(0, -120)
  await expect.poll(async () => (await box()).width).toBeGreaterThan(fitted * 1.5)
  expect(await shareAtPointer()).toBeCloseTo(share, 1)
  for (let notch = 0; notch < 30; notch++) await page.mouse.wheel(0, -120)
  await expect.poll(async () => (await box()).width).toBeGreaterThanOrEqual(width)
  for (let notch = 0; notch < 60; notch++) await page.mouse.wheel(0, 120)
  await expect.poll(async () => Math.round((await box()).width)).toBe(Math.round(fitted))
  await isAt(page, photo)
  await expect(dialog(page)).toBeVisible()
})

/** How each key moves a zoomed picture: to the right, and down. */
const panKeys = [
  ['ArrowRight', -1, 0],
  ['ArrowLeft', 1, 0],
  ['ArrowDown', 0, -1],
  ['ArrowUp', 0, 1],
] as const

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test(`arrow keys pan a zoomed photo up to its edges and page when it is zoomed out (motion: ${reducedMotion})`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion })
    const { photo, box, isSettled, fitted } = await openOriginal(page)
    const { width: across, height: down } = page.viewportSize()!
    for (let press = 0; press < 5; press++) await page.keyboard.press('+')
    // The largest zoom. Animations start after 30 ms, during which everything seems settled.
    await expect.poll(async () => Math.round((await box()).width)).toBe(width * 2)
    await expect.poll(isSettled).toBe(true)
    expect((await box()).width).toBeGreaterThan(across * 1.5)

    for (const [key, right, below] of panKeys) {
      const before = await box()
      await page.keyboard.press(key)
      const hasMoved = async () => {
        const { x, y } = await box()
        const moved = { x: Math.round(x - before.x), y: Math.round(y - before.y) }
        return { x: near(moved.x, right * across * 0.2), y: near(moved.y, below * down * 0.2) }
      }
      await expect.poll(hasMoved).toEqual({ x: true, y: true })
      await expect.poll(isSettled).toBe(true)
    }
    for (let press = 0; press < 30; press++) await page.keyboard.press('ArrowRight')
    for (let press = 0; press < 30; press++) await page.keyboard.press('ArrowDown')
    const corner = async () => {
      const { x, y, width: drawn, height: drawnDown } = await box()
      return [Math.round(x + drawn), Math.round(y + drawnDown)]
    }
    await expect.poll(corner).toEqual([across, down])
    await expect.poll(isSettled).toBe(true)
    expect(await corner()).toEqual([across, down])
    await isAt(page, photo)

    await page.keyboard.press('0')
    await expect.poll(async () => Math.round((await box()).width)).toBe(Math.round(fitted))
    await expect.poll(isSettled).toBe(true)
    await page.keyboard.press('ArrowRight')
    await isAt(page, photos[2]!)
    await expect(dialog(page).locator(original(photos[2]!))).toBeVisible()
  })
}

const near = (value: number, wanted: number) => Math.abs(value - wanted) <= 2

test('the page’s shortcuts do nothing in fullscreen', async ({ page }) => {
  const { photo } = await openOriginal(page)
  for (const key of ['?', 'l', 'c', 'i']) await page.keyboard.press(key)
  await expect(dialog(page)).toHaveCount(1)
  await expect(dialog(page)).toHaveAccessibleName('Full-size photo')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Fullscreen' })).toBeFocused()
  await isAt(page, photo)
  await page.keyboard.press('?')
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(list).toContainText('Pan a zoomed photo↑↓←→')
})
