import type { Page, Response } from 'playwright/test'
import {
  altText,
  exposureSettings,
  focalLengths,
  photoTitle,
  takenOn,
} from '../../src/contract/photos/photo-facts.ts'
import type { Photo, PhotoList } from '../../src/contract/photos/photos.ts'
import type { RunningVitrine } from '../support/executable.ts'
import { expect } from './gallery.ts'
import { goTo } from './go-to.ts'
import { settled } from './watch.ts'

/** Opens an address and waits until the page is hydrated. */
export async function open(page: Page, address: string): Promise<Response | null> {
  const response = await goTo(page, address)
  await expectInterface(page)
  return response
}

/** Runs in the page: waits until it is hydrated. */
const untilHydrated = () =>
  new Promise<void>((resolve) => {
    const page = document.documentElement
    const check = () => page.hasAttribute('data-hydrated') && resolve()
    new MutationObserver(check).observe(page, { attributes: true })
    check()
  })

/** Waits until the page is hydrated, and so reacts to input. */
export async function expectInterface(page: Page): Promise<void> {
  // Playwright would look only now and then. A page that is left answers with an error.
  const hydrated = page.evaluate(untilHydrated).catch(() => undefined)
  await Promise.race([hydrated, Bun.sleep(15_000)])
  await expect(page.locator('html[data-hydrated]')).toBeAttached()
}

/** The browser's Back. The document may be gone before it has answered. */
export async function goBack(page: Page): Promise<void> {
  const isGone = ({ message }: Error) => message.includes('Execution context was destroyed')
  await page
    .evaluate(() => history.back())
    .catch((error: Error) => {
      if (!isGone(error)) throw error
    })
}

/** Signs the browser in with a session cookie. */
export async function signInBrowser(page: Page, server: RunningVitrine, cookie: string) {
  const [name = '', value = ''] = cookie.split(/=(.*)/s)
  await page.context().addCookies([{ name, value, url: server.address }])
}

/**
 * Stops the page's installed clock, which then advances only through the test. Retried, because on a
 * slow machine the time to stop at may have passed already.
 */
export const stopClock = (page: Page): Promise<void> =>
  expect(async () => {
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 500))
  }).toPass()

/** Like expect.poll, but advances the page's stopped clock by a second before each attempt. */
export const pollOverTime = <Value>(page: Page, read: () => Value | Promise<Value>) =>
  expect.poll(async () => {
    await page.clock.runFor(1000)
    return read()
  })

/** The photos that visitors see in the photostream, in its order. */
export async function publicPhotos(server: RunningVitrine, limit = 100): Promise<Photo[]> {
  const response = await fetch(`${server.address}/api/photos?limit=${limit}`)
  return ((await response.json()) as { data: PhotoList }).data.photos
}

/** The picture that the viewer shows. */
export const wallPicture = (page: Page) => page.locator("[data-picture='current'] img")

/** Expects the viewer to show this photo: address, loaded picture, title and camera data. */
export async function expectPhoto(page: Page, photo: Photo, query = ''): Promise<void> {
  await expect(page).toHaveURL((url) => url.pathname + url.search === `/photo/${photo.id}${query}`)
  const picture = wallPicture(page)
  await expect(picture).toHaveCount(1)
  await expect(picture).toHaveAttribute('alt', altText(photo))
  await expect(picture).toBeInViewport()
  // The address changes before the photo is rendered, and the previous photo may have equal texts.
  const shown = ({ complete, naturalWidth, currentSrc }: HTMLImageElement) =>
    complete && naturalWidth > 0 ? currentSrc : ''
  await expect.poll(() => picture.evaluate(shown)).toContain(photo.fileName)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(photoTitle(photo))
  await expect(page).toHaveTitle(new RegExp(`^${RegExp.escape(photoTitle(photo))}`))
  const facts = [takenOn, focalLengths, exposureSettings].map((of) => of(photo))
  for (const fact of [...facts, photo.cameraName, photo.lensName]) {
    if (fact) await expect(page.locator('aside')).toContainText(fact)
  }
}

/** Scrolls down until the grid has this many photos. */
export async function scrollToTiles(page: Page, count: number): Promise<void> {
  const tiles = page.locator('a.tile')
  await expect
    .poll(async () => {
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
      return tiles.count()
    })
    .toBe(count)
}

/**
 * Drops files on the page, as from a file manager. Like a browser it drops them only where they are
 * accepted: a screen that is loaded later than its frame listens later, too.
 */
export async function dropFiles(page: Page, files: string[]): Promise<void> {
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
  await expect.poll(() => input.evaluate(drop)).toBe(true)
  await input.evaluate((element) => element.remove())
}

/** Runs in the page. @returns whether the page has accepted the files. */
function drop({ files }: HTMLElement & { files?: FileList | null }): boolean {
  const dataTransfer = new DataTransfer()
  for (const file of files ?? []) dataTransfer.items.add(file)
  const target = document.querySelector('main') ?? document.body
  const init = { dataTransfer, bubbles: true, cancelable: true, composed: true }
  target.dispatchEvent(new DragEvent('dragenter', init))
  const isAccepted = !target.dispatchEvent(new DragEvent('dragover', init))
  if (isAccepted) target.dispatchEvent(new DragEvent('drop', init))
  return isAccepted
}

/** Waits until no view transition is running or about to start. */
export const transitionsOver = (page: Page) =>
  expect
    .poll(async () => {
      await settled(page)
      return page.evaluate(() => document.documentElement.matches(':active-view-transition'))
    })
    .toBe(false)

type Point = { x: number; y: number }

type Swipe = {
  readonly from: Point
  readonly to: Point
  readonly holdMs?: number
  /** Where the finger moves to, as shares of the way; a press ends at the first move. */
  readonly shares?: readonly number[]
}

/** Swipes with one finger for each path, at the pace of the first. */
export async function swipe(page: Page, ...paths: readonly Swipe[]): Promise<void> {
  const client = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: Point[]) =>
    client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map(({ x, y }, id) => ({ x, y, id })),
    })
  await touch(
    'touchStart',
    paths.map(({ from }) => from),
  )
  await page.waitForTimeout(paths[0]?.holdMs ?? 0)
  for (const share of paths[0]?.shares ?? [0.4, 0.8, 1]) {
    const between = ({ from, to }: { from: Point; to: Point }) => ({
      x: from.x + (to.x - from.x) * share,
      y: from.y + (to.y - from.y) * share,
    })
    await touch('touchMove', paths.map(between))
  }
  await touch('touchEnd', [])
  await client.detach()
}
