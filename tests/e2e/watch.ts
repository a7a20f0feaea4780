import { expect, type Page } from 'playwright/test'

/** Waits until React has rendered the results of events and run their effects. */
export const settled = (page: Page): Promise<void> =>
  page.evaluate(() => scheduler.postTask(() => undefined, { priority: 'background' }))

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
