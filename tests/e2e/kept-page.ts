import type { CDPSession, Page } from 'playwright/test'
import { expectOnly, test as galleryTest, watch } from './gallery.ts'

type Kept = { page: Page; session: CDPSession; problems: string[] }

/**
 * The gallery's test for files with a test for each screen: they share one page, without animations.
 * Opening a window and starting its process takes several times as long as loading a screen.
 *
 * Each test finds the page as if it were new: without cookies, storage, cache, mocks and problems of
 * the test before. After a failed test Playwright starts another browser.
 */
export const test = galleryTest.extend<object, { kept: Kept }>({
  kept: [
    async ({ browser }, use) => {
      const context = await browser.newContext({ reducedMotion: 'reduce' })
      const page = await context.newPage()
      const session = await context.newCDPSession(page)
      await use({ page, session, problems: watch(page) })
      await context.close()
    },
    { scope: 'worker' },
  ],
  context: ({ kept }, use) => use(kept.page.context()),
  page: async ({ kept, allowed }, use) => {
    await clear(kept)
    await use(kept.page)
    expectOnly(kept.problems, allowed)
  },
})

async function clear({ page, session, problems }: Kept): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  if (page.url() !== 'about:blank') {
    // Has no scripts, and is of the same site: for another one, Chromium starts a new process.
    await page.goto(new URL('/robots.txt', page.url()).href)
    await page.evaluate(() => {
      sessionStorage.clear()
      localStorage.clear()
    })
  }
  await page.context().clearCookies()
  await session.send('Network.clearBrowserCache')
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.mouse.move(-1, -1)
  problems.length = 0
}
