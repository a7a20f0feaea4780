import type { Page } from 'playwright/test'
import { clearAway, type RunningVitrine } from '../support/executable.ts'
import { makePhotos } from '../support/made-photos.ts'
import { writeOwnPages } from '../support/own-pages.ts'
import { claimedGallery } from '../support/owner-client.ts'
import { expect, test } from './gallery.ts'
import { publish } from './long-gallery.ts'
import { expectInterface, expectPhoto, open, publicPhotos, signInBrowser, swipe } from './screen.ts'
import { settled } from './watch.ts'

// Tracing changes what runs in the page.
test.use({ trace: 'off' })

let server: RunningVitrine
let cookie: string

test.beforeAll(async () => {
  const gallery = await claimedGallery()
  writeOwnPages(gallery.server.data)
  server = gallery.server
  cookie = gallery.owner.cookie
  for (const photo of await makePhotos(4)) await gallery.owner.upload(photo)
  await publish(gallery.owner, await gallery.owner.photos())
})
test.afterAll(clearAway)

type Key = { key: string; code: string; keyCode?: number; isComposing?: boolean; ctrlKey?: boolean }

/** Presses a key as an input method or another layout reports it. */
const pressAs = (page: Page, key: Key) =>
  page.evaluate((init) => {
    const target = document.activeElement ?? document.body
    return target.dispatchEvent(
      new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }),
    )
  }, key)

test('the Enter that ends a composition sends and chooses nothing', async ({ page }) => {
  await signInBrowser(page, server, cookie)
  const [photo] = await publicPhotos(server)
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') requests.push(request.url())
  })
  await open(page, `${server.address}/photo/${photo!.id}`)
  const search = page.getByRole('searchbox').or(page.getByRole('combobox'))
  for (const composing of [{ keyCode: 229 }, { isComposing: true }]) {
    await page.getByLabel('Comment', { exact: true }).fill('写真')
    // False: its default, such as sending the form, does not happen.
    expect(await pressAs(page, { key: 'Enter', code: 'Enter', ...composing })).toBe(false)
    await search.first().fill('写真')
    expect(await pressAs(page, { key: 'Enter', code: 'Enter', ...composing })).toBe(false)
    await pressAs(page, { key: 'Escape', code: 'Escape', ...composing })
    await pressAs(page, { key: 'ArrowRight', code: 'ArrowRight', ...composing })
    await expectPhoto(page, photo!)
  }
  await page.keyboard.press('Control+A')
  await page.locator('h1').click()
  await page.keyboard.press('e')
  const title = page.getByLabel('Title')
  await title.fill('写真')
  await title.focus()
  expect(await pressAs(page, { key: 'Enter', code: 'Enter', keyCode: 229 })).toBe(false)
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(requests).toEqual([])
})

test('shortcuts follow the position of keys in other scripts, and the letter in Latin', async ({
  page,
}) => {
  await signInBrowser(page, server, cookie)
  const [photo] = await publicPhotos(server)
  await open(page, `${server.address}/photo/${photo!.id}`)
  const like = page.getByRole('button', { name: /^(Like|Unlike)/ }).first()
  await expect(like).toHaveAttribute('aria-pressed', 'false')
  let isLiked = false
  for (const key of ['д', 'λ', 'ך', 'م', 'り']) {
    isLiked = !isLiked
    await settled(page)
    await pressAs(page, { key, code: 'KeyL' })
    await expect(like).toHaveAttribute('aria-pressed', String(isLiked))
  }
  // Dvorak: n is on the key of l, l on that of p.
  await pressAs(page, { key: 'n', code: 'KeyL' })
  await pressAs(page, { key: 'д', code: 'KeyL', ctrlKey: true })
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  await pressAs(page, { key: 'l', code: 'KeyP' })
  await expect(like).toHaveAttribute('aria-pressed', 'false')
})

test.describe('phone', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 780 } })

  test('swipes from the edge of the screen are left to the browser', async ({ page }) => {
    const photos = await publicPhotos(server)
    await open(page, `${server.address}/photo/${photos[1]!.id}`)
    await expectPhoto(page, photos[1]!)
    const y = 200
    await swipe(page, { from: { x: 12, y }, to: { x: 200, y } })
    await swipe(page, { from: { x: 380, y }, to: { x: 150, y } })
    await settled(page)
    await expectPhoto(page, photos[1]!)
    await swipe(page, { from: { x: 80, y }, to: { x: 300, y } })
    await expectPhoto(page, photos[0]!)
  })
})

/** Wraps every text as translators do: moved into an element, or replaced by a copy in one. */
const translate = (page: Page, how: 'moved' | 'copied') =>
  page.evaluate((how) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    for (const text of texts) {
      const parent = text.parentElement
      if (!parent || parent.closest('script, style, textarea, title, font, svg')) continue
      const font = document.createElement('font')
      text.replaceWith(font)
      font.append(how === 'moved' ? text : `${text.data}`)
    }
  }, how)

/** Waits until the code that follows translators runs. */
const followed = (page: Page) =>
  page.waitForFunction(() => !String(Node.prototype.removeChild).includes('native code'))

for (const how of ['moved', 'copied'] as const) {
  test(`a page whose texts a translator has ${how} stays usable and current`, async ({ page }) => {
    const exceptions: string[] = []
    page.on('pageerror', (error) => exceptions.push(error.message))
    await signInBrowser(page, server, cookie)
    const photos = await publicPhotos(server)
    await open(page, `${server.address}/photo/${photos[0]!.id}`)
    await followed(page)
    await translate(page, how)
    for (const photo of photos.slice(1)) {
      await page.keyboard.press('ArrowRight')
      await expectPhoto(page, photo)
      await translate(page, how)
    }
    await expect(page.getByRole('navigation', { name: 'Photos', exact: true })).toContainText(
      `${photos.length}`,
    )
    const like = page.getByRole('button', { name: /^(Like|Unlike)/ }).first()
    await expect(page.locator('[data-loading=true]')).toHaveCount(0)
    const liked = await like.getAttribute('aria-pressed')
    await page.keyboard.press('l')
    await expect(like).toHaveAttribute('aria-pressed', liked === 'true' ? 'false' : 'true')
    await translate(page, how)
    await page.keyboard.press('c')
    await page.keyboard.type(`Comment, ${how}`)
    await page.keyboard.press('Enter')
    const comments = page.getByRole('region', { name: 'Comments' })
    await expect(comments.getByText(`Comment, ${how}`)).toBeVisible()
    await translate(page, how)
    await page.locator('h1').click()
    for (const key of ['e', '?', 'r', 'Delete']) {
      await page.keyboard.press(key)
      await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toBeVisible()
      await translate(page, how)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toHaveCount(0)
    }
    await page.keyboard.press('Escape')
    await expect(page.locator('a.tile').first()).toBeVisible()
    await translate(page, how)
    await page.getByRole('button', { name: 'Filter' }).click()
    // Photos have checkboxes too, which select them.
    const choice = page.getByRole('list', { name: 'Camera' }).getByRole('checkbox').first()
    await choice.check({ force: true })
    await translate(page, how)
    await choice.uncheck({ force: true })
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.getByRole('banner').getByLabel('Search photos').fill('photo')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('photo')
    await open(page, `${server.address}/account/profile`)
    await followed(page)
    await translate(page, how)
    for (const name of ['UX Config', 'Rules', 'Status', 'Trash', 'Profile']) {
      await page.getByRole('link', { name, exact: true }).first().click()
      await expect(page.getByRole('heading', { name: 'Something went wrong' })).toHaveCount(0)
      await translate(page, how)
    }
    expect(exceptions).toEqual([])
  })
}

test.describe('translation', () => {
  // React renders a page anew that was translated before it was hydrated.
  test.use({ allowed: /Hydration failed|Minified React error/ })

  for (const [when, script] of [
    ['before it is hydrated', 'client'],
    ['before the code for it is loaded', 'translated-text'],
  ] as const) {
    test(`a page that is translated ${when} stays usable and current`, async ({ page }) => {
      const exceptions: string[] = []
      page.on('pageerror', (error) => exceptions.push(error.message))
      const photos = await publicPhotos(server)
      const held = Promise.withResolvers<void>()
      await page.route(`**/assets/${script}-*.js`, async (route) => {
        await held.promise
        await route.continue()
      })
      const requested = page.waitForRequest(`**/assets/${script}-*.js`)
      await page.goto(`${server.address}/photo/${photos[0]!.id}`)
      await requested
      await translate(page, script === 'client' ? 'moved' : 'copied')
      held.resolve()
      await expectInterface(page)
      await followed(page)
      for (const photo of photos.slice(1)) {
        await page.keyboard.press('ArrowRight')
        await expectPhoto(page, photo)
      }
      await expect(page.getByRole('navigation', { name: 'Photos', exact: true })).toContainText(
        `${photos.length}`,
      )
      await page.keyboard.press('Escape')
      await expect(page.locator('a.tile').first()).toBeVisible()
      expect(exceptions).toEqual([])
    })
  }
})

test('browsers below the oldest supported ones show the page as the server rendered it', async ({
  page,
}) => {
  const [photo] = await publicPhotos(server)
  await page.addInitScript(() => {
    const { supports } = CSS
    CSS.supports = ((...of: [string]) =>
      !String(of).includes('color-mix') && supports(...of)) as never
    delete (window as { PerformanceObserver?: unknown }).PerformanceObserver
  })
  const scripts: string[] = []
  page.on('request', (request) => {
    if (/\.js$/.test(request.url())) scripts.push(request.url())
  })
  for (const path of ['/', `/photo/${photo!.id}`, '/album', '/about']) {
    await page.goto(server.address + path, { waitUntil: 'networkidle' })
    await expect(page.locator('main')).toContainText(/\w/)
    await expect(page.getByRole('alert')).toHaveCount(0)
    // What only the scripts can do is not offered.
    await expect(page.getByRole('button', { name: 'Filter' })).toBeHidden()
  }
  for (const [path, heading] of [
    ['/guest', 'Guest'],
    ['/account', 'Account'],
    ['/account/status', 'Account'],
  ] as const) {
    await page.goto(server.address + path, { waitUntil: 'networkidle' })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expect(page.locator('main')).toContainText('This browser is too old for this page.')
    await expect(page.getByText('Loading…')).toHaveCount(0)
  }
  expect(new Set(scripts.map((script) => new URL(script).pathname)).size).toBe(1)
})

test('every screen works in the oldest supported browsers', async ({ page }) => {
  await page.addInitScript(() => {
    const lack = (owner: object, ...names: string[]) => {
      for (const name of names) Reflect.deleteProperty(owner, name)
    }
    lack(RegExp, 'escape')
    lack(Promise, 'withResolvers', 'try')
    lack(Array, 'fromAsync')
    lack(Array.prototype, 'toSorted', 'toReversed', 'toSpliced', 'with')
    lack(Object, 'groupBy')
    lack(Map, 'groupBy')
    lack(URL, 'canParse', 'parse')
    lack(AbortSignal, 'any', 'timeout')
    lack(String.prototype, 'isWellFormed', 'toWellFormed')
    lack(
      Set.prototype,
      ...['union', 'intersection', 'difference', 'symmetricDifference'],
      ...['isSubsetOf', 'isSupersetOf', 'isDisjointFrom'],
    )
    lack(window, 'Iterator', 'navigation', 'URLPattern')
    lack(Intl, 'Segmenter')
    lack(Document.prototype, 'startViewTransition')
    lack(Element.prototype, 'checkVisibility')
    const iterator = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()))
    lack(iterator, 'map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray', 'forEach')
    lack(iterator, 'some', 'every', 'find')
  })
  await signInBrowser(page, server, cookie)
  const [photo] = await publicPhotos(server)
  for (const path of [
    ...['/', '/album', '/camera', '/map', '/archive', '/keyword', '/lens', '/about'],
    ...[`/photo/${photo!.id}`, '/photo?q=photo', '/account/profile', '/account/rules'],
    ...['/account/uxconfig', '/account/places', '/account/trash', '/account/status'],
  ]) {
    await open(page, server.address + path)
    await page.waitForLoadState('networkidle')
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toHaveCount(0)
    await expect(page.getByRole('alert')).toHaveCount(0)
  }
  await open(page, `${server.address}/photo/${photo!.id}`)
  for (const key of ['e', 'r', '?']) {
    await page.keyboard.press(key)
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})

test('the print version has dark text on white with whole pictures and without bars', async ({
  page,
}) => {
  const [photo] = await publicPhotos(server)
  for (const path of ['/', `/photo/${photo!.id}`]) {
    await open(page, server.address + path)
    await page.evaluate(() => {
      document.documentElement.classList.replace('light', 'dark')
    })
    await page.emulateMedia({ media: 'print' })
    await expect(page.locator('.top-bar')).toBeHidden()
    await expect(page.locator('.bottom-bar')).toBeHidden()
    expect(await page.getByRole('button').filter({ visible: true }).count()).toBe(0)
    const colours = await page.evaluate(() => {
      const { color, backgroundColor } = getComputedStyle(document.body)
      return [color, backgroundColor]
    })
    expect(colours).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)'])
    expect(
      await page
        .locator("a.tile img, [data-picture='current'] img")
        .first()
        .evaluate((image) => getComputedStyle(image).breakInside),
    ).toBe('avoid')
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
    await expect(page.locator('img[loading=lazy]')).toHaveCount(0)
    await page.emulateMedia({ media: 'screen' })
  }
})

test('switches are distinguishable in forced colours', async ({ page }) => {
  await signInBrowser(page, server, cookie)
  await page.emulateMedia({ forcedColors: 'active' })
  for (const path of ['/account/uxconfig', '/']) {
    await open(page, server.address + path)
    const first = page.getByRole('switch').first()
    await expect(first).toBeVisible()
    const look = () => first.evaluate((element) => getComputedStyle(element).backgroundColor)
    const before = await look()
    await first.click()
    await expect.poll(look).not.toBe(before)
  }
})
