import { test as base, expect, type Page } from 'playwright/test'

export { expect }

type Watching = {
  /** A failed request or an error in the console that the test means to see. */
  allowed: RegExp | undefined
}

/** What an event has begun is drawn by now, and its effects have run: all else comes first. */
export const settled = (page: Page): Promise<void> =>
  page.evaluate(() => scheduler.postTask(() => undefined, { priority: 'background' }))

/**
 * Playwright's test, failing also on any error in the console, uncaught exception, failed request,
 * refused answer, or request to another host than the page's own.
 *
 * Keys are pressed by somebody who sees the screen: what was just drawn has had its effects by
 * then, and a dialog listens for Escape.
 */
export const test = base.extend<Watching>({
  allowed: [undefined, { option: true }],
  page: async ({ page, allowed }, use) => {
    const troubles = watch(page)
    const press = page.keyboard.press.bind(page.keyboard)
    page.keyboard.press = async (key, options) => {
      // A page that is being left settles nothing.
      await settled(page).catch(() => undefined)
      await press(key, options)
    }
    await use(page)
    const unexpected = troubles.filter((trouble) => !allowed?.test(trouble))
    expect(unexpected).toEqual([])
  },
})

/** For a browser that runs no scripts: it says of each one preloaded that it was not let in. */
export const withoutScripts = { javaScriptEnabled: false, allowed: /^failed: \S+\.js csp$/ }

function watch(page: Page): string[] {
  const troubles: string[] = []
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return
    troubles.push(`console: ${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => troubles.push(`exception: ${error.message}`))
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText
    // What was still on its way when the page was left; what a server cuts is called otherwise.
    if (reason !== 'net::ERR_ABORTED') troubles.push(`failed: ${request.url()} ${reason}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400) troubles.push(`answer ${response.status()}: ${response.url()}`)
  })
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    const isOwn = hostname === 'localhost' || protocol === 'data:' || protocol === 'blob:'
    if (!isOwn) troubles.push(`another host: ${request.url()}`)
  })
  return troubles
}

/** Pixels by which the page can be scrolled sideways; 0 is right. */
export function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth - clientWidth
  })
}

/** The addresses of the pictures on the screen that have no pixels. */
export const missingPictures = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.images]
      .filter((image) => {
        const { top, bottom, left, right } = image.getBoundingClientRect()
        const isHere = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth
        return isHere && !(image.complete && image.naturalWidth > 0)
      })
      .map((image) => image.currentSrc || image.src),
  )

/** Waits until every picture that is on the screen has its pixels. */
export async function expectPictures(page: Page): Promise<void> {
  await expect.poll(() => missingPictures(page)).toEqual([])
}
