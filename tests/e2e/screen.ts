import type { Page, Response } from 'playwright/test'
import {
  altText,
  cameraName,
  exposureSettings,
  focalLengths,
  lensName,
  photoTitle,
  takenOn,
} from '../../src/contract/photo-facts.ts'
import type { Photo, PhotoList } from '../../src/contract/photos.ts'
import type { RunningVitrine } from '../support/executable.ts'
import { expect, settled } from './gallery.ts'

/** Opens an address and waits until the page is hydrated. */
export async function open(page: Page, address: string): Promise<Response | null> {
  const answer = await page.goto(address)
  await expectInterface(page)
  return answer
}

/** Waits until the server's page is hydrated: from then on it reacts to everything. */
export async function expectInterface(page: Page): Promise<void> {
  await expect(page.locator('html[data-hydrated]')).toBeAttached()
}

/** Signs the page's browser in with a session's cookie. */
export async function signInBrowser(page: Page, server: RunningVitrine, cookie: string) {
  const [name = '', value = ''] = cookie.split(/=(.*)/s)
  await page.context().addCookies([{ name, value, url: server.address }])
}

/**
 * From now on the page's installed clock goes on as far as the test says. On a slow machine the
 * moment to stop at has gone by when it is told; the clock stands still by then all the same.
 */
export const stopClock = (page: Page): Promise<void> =>
  expect(async () => {
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 500))
  }).toPass()

/** Looks like expect.poll, the page's stopped clock going on by a second before each look. */
export const pollOverTime = <Seen>(page: Page, look: () => Seen | Promise<Seen>) =>
  expect.poll(async () => {
    await page.clock.runFor(1000)
    return look()
  })

/** What a visitor's photostream holds, in its order. */
export async function publicPhotos(server: RunningVitrine, limit = 100): Promise<Photo[]> {
  const answer = await fetch(`${server.address}/api/photos?limit=${limit}`)
  return ((await answer.json()) as { data: PhotoList }).data.photos
}

/** The picture that hangs on the viewer's wall. */
export const wallPicture = (page: Page) => page.locator("[data-picture='current'] img")

/** Expects the viewer to show this photo: address, picture with its pixels, title, and every fact. */
export async function expectPhoto(page: Page, photo: Photo, query = ''): Promise<void> {
  await expect(page).toHaveURL((url) => url.pathname + url.search === `/photo/${photo.id}${query}`)
  const picture = wallPicture(page)
  await expect(picture).toHaveCount(1)
  await expect(picture).toHaveAttribute('alt', altText(photo))
  await expect(picture).toBeInViewport()
  // The address is there before the photo is drawn, and the one before may have the same words.
  const shown = ({ complete, naturalWidth, currentSrc }: HTMLImageElement) =>
    complete && naturalWidth > 0 ? currentSrc : ''
  await expect.poll(() => picture.evaluate(shown)).toContain(photo.fileName)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(photoTitle(photo))
  await expect(page).toHaveTitle(new RegExp(`^${RegExp.escape(photoTitle(photo))}`))
  const facts = [takenOn, cameraName, focalLengths, exposureSettings, lensName]
  for (const fact of facts.map((of) => of(photo))) {
    if (fact) await expect(page.locator('aside')).toContainText(fact)
  }
}

/** Scrolls down until the grid holds so many photos. */
export async function scrollToTiles(page: Page, count: number): Promise<void> {
  const tiles = page.locator('a.tile')
  await expect
    .poll(async () => {
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
      return tiles.count()
    })
    .toBe(count)
}

/** Drops files on the page, as from a file manager. */
export async function dropFiles(page: Page, files: string[]): Promise<void> {
  // A screen that has just been drawn listens only with its effects.
  await settled(page)
  await page.evaluate(() => {
    const input = document.createElement('input')
    input.type = 'file'
    input.multiple = true
    input.id = 'dropped'
    input.hidden = true
    document.body.append(input)
  })
  const input = page.locator('#dropped')
  await input.setInputFiles(files)
  await input.evaluate((element: HTMLInputElement) => {
    const dataTransfer = new DataTransfer()
    for (const file of element.files ?? []) dataTransfer.items.add(file)
    element.remove()
    const target = document.querySelector('main') ?? document.body
    for (const type of ['dragenter', 'dragover', 'drop']) {
      target.dispatchEvent(
        new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true, composed: true }),
      )
    }
  })
}

type Point = { x: number; y: number }

/** One finger, or as many as there are ways, from `from` to `to`. */
export async function swipe(
  page: Page,
  ...ways: { from: Point; to: Point; holdMs?: number }[]
): Promise<void> {
  const client = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: Point[]) =>
    client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map(({ x, y }, id) => ({ x, y, id })),
    })
  await touch(
    'touchStart',
    ways.map(({ from }) => from),
  )
  await page.waitForTimeout(ways[0]?.holdMs ?? 0)
  for (const share of [0.4, 0.8, 1]) {
    const between = ({ from, to }: { from: Point; to: Point }) => ({
      x: from.x + (to.x - from.x) * share,
      y: from.y + (to.y - from.y) * share,
    })
    await touch('touchMove', ways.map(between))
  }
  await touch('touchEnd', [])
  await client.detach()
}
