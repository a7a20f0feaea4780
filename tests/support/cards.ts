import type { Browser } from './browser.ts'

/** The address of a page's Open Graph picture on this site; '' if it has none. */
export async function cardOf(browser: Browser, page: string): Promise<string> {
  const html = await (await browser.get(page)).text()
  const address = /<meta property="og:image" content="([^"]*)">/.exec(html)?.[1] ?? ''
  return address.replaceAll('&amp;', '&').replace(/^https?:\/\/[^/]+/, '')
}
