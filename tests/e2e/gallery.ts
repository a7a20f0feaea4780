import { test as base, expect, type Page } from 'playwright/test'
import { clear, closeAll, type Kept, keyOf, openKept, type Shelf } from './kept-page.ts'
import { expectOnly } from './watch.ts'

export { expect }

type Fixtures = {
  /** Failed requests and console errors that the test expects. */
  allowed: RegExp | undefined
  kept: Kept
}

/**
 * Playwright's test, which also fails on console errors, uncaught exceptions, failed requests, error
 * responses and requests to another host.
 *
 * Key presses wait for effects, like those of a user who sees the screen: a dialog, for example,
 * must be listening for Escape.
 *
 * The tests of a worker share one page, because opening a window and starting its process takes
 * several times as long as loading a screen. Each test finds the page as if it were new.
 */
export const test = base.extend<Fixtures, { shelf: Shelf }>({
  allowed: [undefined, { option: true }],
  shelf: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires the pattern.
    async ({}, use) => {
      const shelf: Shelf = new Map()
      await use(shelf)
      await closeAll(shelf)
    },
    { scope: 'worker' },
  ],
  kept: async (
    { browser, shelf, viewport, hasTouch, isMobile, javaScriptEnabled, reducedMotion },
    use,
  ) => {
    const key = keyOf({ hasTouch, isMobile, javaScriptEnabled })
    const known = shelf.get(key)
    if (known && !(await clear(known))) {
      shelf.delete(key)
      await known.page.context().close()
    }
    // Playwright gives the context the test's options.
    const kept = shelf.get(key) ?? (await openKept(await browser.newContext()))
    shelf.set(key, kept)
    await kept.prepare({ viewport, reducedMotion })
    await use(kept)
  },
  context: ({ kept }, use) => use(kept.page.context()),
  page: async ({ kept, allowed }, use) => {
    await use(kept.page)
    expectOnly(kept.problems, allowed)
  },
})

/** For a browser without JavaScript, which reports every preloaded script as blocked. */
export const withoutScripts = { javaScriptEnabled: false, allowed: /^failed: \S+\.js csp$/ }

/** How far the page can be scrolled horizontally, in pixels; should be 0. */
export function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth - clientWidth
  })
}

/** Addresses of pictures in the viewport that have no pixels. */
export const missingPictures = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.images]
      .filter((image) => {
        const { top, bottom, left, right } = image.getBoundingClientRect()
        const isInViewport = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth
        return isInViewport && !(image.complete && image.naturalWidth > 0)
      })
      .map((image) => image.currentSrc || image.src),
  )

/** Waits until every picture in the viewport has pixels. */
export async function expectPictures(page: Page): Promise<void> {
  await expect.poll(() => missingPictures(page)).toEqual([])
}
