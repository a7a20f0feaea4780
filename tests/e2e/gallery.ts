import { test as base, expect, type Page } from 'playwright/test'

export { expect }

type Fixtures = {
  /** Failed requests and console errors that the test expects. */
  allowed: RegExp | undefined
}

/** Waits until React has rendered the results of events and run their effects. */
export const settled = (page: Page): Promise<void> =>
  page.evaluate(() => scheduler.postTask(() => undefined, { priority: 'background' }))

/**
 * Playwright's test, which also fails on console errors, uncaught exceptions, failed requests, error
 * responses and requests to another host.
 *
 * Key presses wait for effects, like those of a user who sees the screen: a dialog, for example,
 * must be listening for Escape.
 */
export const test = base.extend<Fixtures>({
  allowed: [undefined, { option: true }],
  page: async ({ page, allowed }, use) => {
    const problems = watch(page)
    await use(page)
    expectOnly(problems, allowed)
  },
})

export const expectOnly = (problems: readonly string[], allowed: RegExp | undefined): void =>
  expect(problems.filter((problem) => !allowed?.test(problem))).toEqual([])

/** Makes a page's key presses wait for effects. @returns the problems that it has from now on. */
export function watch(page: Page): string[] {
  const press = page.keyboard.press.bind(page.keyboard)
  page.keyboard.press = async (key, options) => {
    // Fails while navigating away.
    await settled(page).catch(() => undefined)
    await press(key, options)
  }
  return problemsOf(page)
}

/** For a browser without JavaScript, which reports every preloaded script as blocked. */
export const withoutScripts = { javaScriptEnabled: false, allowed: /^failed: \S+\.js csp$/ }

function problemsOf(page: Page): string[] {
  const problems: string[] = []
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return
    // Chromium's own remark when WebGL is drawn without a graphics card.
    if (message.text().includes('GL Driver Message (OpenGL, Performance')) return
    problems.push(`console: ${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => problems.push(`exception: ${error.message}`))
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText
    // Requests cancelled by leaving the page; connections closed by the server have other reasons.
    if (reason !== 'net::ERR_ABORTED') problems.push(`failed: ${request.url()} ${reason}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`answer ${response.status()}: ${response.url()}`)
  })
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    const isOwn = hostname === 'localhost' || protocol === 'data:' || protocol === 'blob:'
    if (!isOwn) problems.push(`another host: ${request.url()}`)
  })
  return problems
}

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
