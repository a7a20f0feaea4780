import type { BrowserContext, CDPSession, Page } from 'playwright/test'
import { expectOnly, test as galleryTest, watch } from './gallery.ts'

type Kept = {
  readonly page: Page
  readonly session: CDPSession
  readonly problems: string[]
  /** Those of its window, as they were when it was opened. */
  readonly options: string
  /** Whether a test has done to it what cannot be undone. */
  isSpoilt: boolean
}
/** One for each worker; empty while there is no page that the next test can have. */
type Shelf = { kept?: Kept }

/**
 * The gallery's test for files whose tests need no window of their own: they share one page. Opening a
 * window and starting its process takes several times as long as loading a screen.
 *
 * Each test finds the page as if it were new: without cookies, storage, cache, mocks and problems of
 * the test before. It has another page if its options differ, or if the test before has stopped the
 * clock, added scripts or listeners, or closed the page. After a failed test Playwright starts another
 * browser.
 */
export const test = galleryTest.extend<{ kept: Kept }, { shelf: Shelf }>({
  shelf: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires the pattern.
    async ({}, use) => {
      const shelf: Shelf = {}
      await use(shelf)
      await shelf.kept?.page.context().close()
    },
    { scope: 'worker' },
  ],
  kept: async (
    { browser, shelf, viewport, hasTouch, isMobile, javaScriptEnabled, reducedMotion },
    use,
  ) => {
    const options = JSON.stringify([hasTouch, isMobile, javaScriptEnabled, reducedMotion])
    if (shelf.kept && !(isFit(shelf.kept, options) && (await clear(shelf.kept)))) {
      await shelf.kept.page.context().close()
      delete shelf.kept
    }
    // Playwright gives it the test's options.
    shelf.kept ??= await openKept(await browser.newContext(), options)
    if (viewport) await shelf.kept.page.setViewportSize(viewport)
    await use(shelf.kept)
  },
  context: ({ kept }, use) => use(kept.page.context()),
  page: async ({ kept, allowed }, use) => {
    await use(kept.page)
    expectOnly(kept.problems, allowed)
  },
})

const isFit = ({ page, options, isSpoilt }: Kept, needed: string): boolean =>
  options === needed && !isSpoilt && !page.isClosed() && page.context().pages().length === 1

async function openKept(context: BrowserContext, options: string): Promise<Kept> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const kept = { page, session, problems: watch(page), options, isSpoilt: false }
  const spoil = () => {
    kept.isSpoilt = true
  }
  noteCalls(page, ['addInitScript', 'emulateMedia', 'exposeFunction', 'on', 'once'], spoil)
  noteCalls(page.clock, ['install', 'pauseAt', 'setFixedTime'], spoil)
  noteCalls(context, ['addInitScript', 'grantPermissions', 'newCDPSession', 'on', 'route'], spoil)
  noteCalls(context, ['setOffline'], spoil)
  return kept
}

/** Calls `note` before each call of these methods. */
function noteCalls<T extends object>(object: T, names: (keyof T & string)[], note: () => void) {
  for (const name of names) {
    const method = object[name] as (...args: unknown[]) => unknown
    Object.assign(object, {
      [name]: (...args: unknown[]) => {
        note()
        return method.apply(object, args)
      },
    })
  }
}

/** @returns whether the page is now as if it were new: not if its gallery has stopped. */
async function clear({ page, session, problems }: Kept): Promise<boolean> {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  if (page.url() !== 'about:blank') {
    // Has no scripts, and is of the same site: for another one, Chromium starts a new process.
    const robots = new URL('/robots.txt', page.url()).href
    if (!(await page.goto(robots).catch(() => undefined))) return false
    await page.evaluate(clearStorage)
  }
  await page.context().clearCookies()
  await session.send('Network.clearBrowserCache')
  await page.mouse.move(-1, -1)
  problems.length = 0
  return true
}

/** Runs in the page. */
function clearStorage(): void {
  sessionStorage.clear()
  localStorage.clear()
}
