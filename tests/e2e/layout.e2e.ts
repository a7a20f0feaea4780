import type { Page } from 'playwright/test'
import { colorThemes } from '../../src/contract/site/appearance.ts'
import { clearAway, type RunningVitrine } from '../support/executable.ts'
import { narrowFont } from '../support/fonts.ts'
import type { OwnerClient } from '../support/owner-client.ts'
import { violations } from './axe.ts'
import { expect, expectPictures, sidewaysScroll, test } from './gallery.ts'
import { longGallery } from './long-gallery.ts'
import { open, signInBrowser } from './screen.ts'
import type { Screen, Shown } from './screen-state.ts'
import { expectedProblems, screens } from './screens.ts'

const widths = [320, 390, 820, 1440, 2560]

let server: RunningVitrine
let owner: OwnerClient
let shown: Shown

test.beforeAll(async () => {
  const gallery = await longGallery()
  server = gallery.server
  owner = gallery.owner
  shown = gallery.shown
})
test.afterAll(clearAway)
test.use({ allowed: expectedProblems, reducedMotion: 'reduce', trace: 'off' })

for (const screen of screens) {
  test(`nothing is clipped or overlaps, and axe finds no problems: ${screen.name}, ${screen.viewer}`, async ({
    page,
  }) => {
    if (screen.viewer === 'owner') await signInBrowser(page, server, owner.cookie)
    const height = (width: number) => (width < 820 ? 844 : 900)
    const fitting = widths.filter((width) => width < (screen.below ?? Number.POSITIVE_INFINITY))
    await page.setViewportSize({ width: fitting[0]!, height: height(fitting[0]!) })
    await screen.mock?.(page, shown)
    await open(page, server.address + screen.path(shown))
    await expectNoTroubles(page, 'at once')
    await expectPictures(page)
    await screen.prepare?.(page, shown)
    for (const width of fitting) {
      await page.setViewportSize({ width, height: height(width) })
      await page.evaluate(twoFrames)
      await expectPictures(page)
      await expectNoTroubles(page, width)
    }
    await expectAccessible(page, screen)
  })
}

/** In every theme, at a desktop's width and, if its parts are arranged anew there, a phone's. */
async function expectAccessible(page: Page, screen: Screen): Promise<void> {
  const both = rearranged.test(screen.name) ? [1440, 390] : [1440]
  for (const width of screen.below ? [390] : both) {
    await page.setViewportSize({ width, height: 900 })
    await expectPictures(page)
    for (const theme of colorThemes) {
      await page.evaluate(switchTheme, theme)
      const rules = theme === colorThemes[0] ? 'all' : 'colours'
      const found = [...(await violations(page, rules)), await sidewaysScroll(page)]
      expect.soft([width, theme, ...found]).toEqual([width, theme, 0])
    }
  }
}

/** All that the setting changes. At once, as texts within texts would fade one after another. */
function switchTheme(theme: string): void {
  const still = new CSSStyleSheet()
  still.replaceSync('* { transition: none !important }')
  document.adoptedStyleSheets = [still]
  document.documentElement.className = theme
}

/** Those whose parts are arranged anew where it is narrow. */
const rearranged =
  /^(status|sources|page editor|filter|save as album|share|slideshow|camera|lens|keyword|archive|sharing|versions|trash|rules|selection|google drive|edit photo, next)/

test('text is narrower in the narrow font than in the usual one', async ({ page }) => {
  await open(page, `${server.address}/about`)
  const name = page.locator('.top-bar a > [dir]')
  const widthOf = () => name.evaluate((element) => element.getBoundingClientRect().width)
  const usual = await widthOf()
  await page.evaluate(useFont, narrowFont)
  expect(await widthOf()).toBeLessThan(usual * 0.9)
  await page.evaluate(useFont, '')
  expect(await widthOf()).toBe(usual)
})

test('a name of forty characters is shown completely in both bars', async ({ page }) => {
  const { name } = await owner.json<{ name: string }>('/api/user')
  const forty = 'Maximiliane Freifrau von Hohenstein-Wald'
  expect(forty).toHaveLength(40)
  const put = (name: string) => owner.send('PUT', '/api/user', { name })
  try {
    await put(forty)
    for (const denseTopBar of [false, true]) {
      await owner.send('POST', '/api/user/config', { denseTopBar })
      for (const width of widths) {
        await page.setViewportSize({ width, height: 844 })
        await open(page, `${server.address}/about`)
        const cut = await page.locator('.top-bar a > [dir]').evaluate((brand) => ({
          across: brand.scrollWidth - brand.clientWidth,
          down: brand.scrollHeight - brand.clientHeight,
        }))
        expect.soft([width, cut]).toEqual([width, { across: 0, down: 0 }])
        await expectNoTroubles(page, width)
      }
    }
  } finally {
    await put(name)
    await owner.send('POST', '/api/user/config', { denseTopBar: false })
  }
})

test('dense bars are smaller, and nothing is clipped or overlaps', async ({ page }) => {
  const heights = async () => {
    const [top, bottom] = [page.getByRole('banner'), page.getByRole('contentinfo')]
    return [(await top.boundingBox())!.height, (await bottom.boundingBox())!.height]
  }
  await open(page, server.address)
  const [top, bottom] = await heights()
  const dense = { denseTopBar: true, denseBottomBar: true }
  await owner.send('POST', '/api/user/config', dense)
  try {
    for (const path of ['/', `/photo/${shown.photos[0]!.id}`, '/account']) {
      await open(page, server.address + path)
      const [denseTop, denseBottom] = await heights()
      expect([path, denseTop! < top!, denseBottom! < bottom!]).toEqual([path, true, true])
      for (const width of widths) {
        await page.setViewportSize({ width, height: 844 })
        await page.evaluate(twoFrames)
        await expectPictures(page)
        await expectNoTroubles(page, path, width)
      }
    }
  } finally {
    await owner.send('POST', '/api/user/config', { denseTopBar: false, denseBottomBar: false })
  }
})

test('three hundred albums fit their page and every list of albums', async ({ page }) => {
  const covers = shown.photos.map(({ fileName }) => `/api/landscapes/${fileName}`)
  for (let number = 1; number <= 300; number++) {
    const album = {
      name: `${number === 297 ? 'Zebras' : 'Album'} ${number} of many, ${'as long as the name of an album may be, '.repeat(3)}`.slice(
        0,
        120,
      ),
      description: number % 3 === 0 ? 'A word on it. '.repeat(12) : '',
      coverPic: number % 2 === 0 ? covers[number % covers.length] : '',
    }
    expect((await owner.send('POST', '/api/albums', album)).status).toBe(200)
  }
  const cards = page.getByRole('main').getByRole('listitem')
  await signInBrowser(page, server, owner.cookie)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 })
    await open(page, `${server.address}/album`)
    await expect.poll(() => cards.count()).toBeGreaterThanOrEqual(303)
    await expectNoTroubles(page, width)
    await cards.last().scrollIntoViewIfNeeded()
    await expectPictures(page)
    await expectNoTroubles(page, 'end', width)
  }

  await page.setViewportSize({ width: 320, height: 844 })
  await open(page, `${server.address}/photo/${shown.photos[0]!.id}`)
  await page.keyboard.press('e')
  const form = page.getByRole('dialog', { name: 'Edit Photo' })
  await form.getByRole('button', { name: /^Albums/ }).click()
  await expect(page.locator('[role="menu"]:focus-within')).toBeVisible()
  // One letter: a slow machine may not type two before the list's timeout.
  await page.keyboard.press('z')
  const chosen = page.getByRole('menuitemcheckbox', { name: /^Zebras 297 / })
  await expect(chosen).toBeFocused()
  await expect(chosen).toBeInViewport()
  await expectNoTroubles(page)

  await open(page, `${server.address}/account/uxconfig`)
  const choice = page.getByRole('combobox', { name: /album/i })
  // Wait until the albums are loaded, so that the list has the option.
  await expect(choice).toHaveText('Stream')
  await choice.click()
  await expect(page.locator('[role="option"]:focus')).toHaveCount(1)
  await page.keyboard.press('z')
  await expect(page.getByRole('option', { name: /^Zebras 297 / })).toBeInViewport()
  await expectNoTroubles(page)
})

/** Runs in the page: waits until a new window size has been rendered. */
const twoFrames = () =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))

/** Expects a good layout with the wide font and with the narrow one. */
async function expectNoTroubles(page: Page, ...where: (string | number)[]): Promise<void> {
  expect.soft([...where, ...(await layoutTroubles(page))]).toEqual(where)
  await page.evaluate(useFont, narrowFont)
  await page.evaluate(twoFrames)
  const troubles = await layoutTroubles(page)
  await page.evaluate(useFont, '')
  expect.soft([...where, narrowFont, ...troubles]).toEqual([...where, narrowFont])
}

/** Runs in the page: shows all text in this font, or in the usual one. */
function useFont(family: string): void {
  const sheet = new CSSStyleSheet()
  const all = '*, ::before, ::after, ::placeholder'
  if (family) sheet.replaceSync(`${all} { font-family: '${family}' !important }`)
  document.adoptedStyleSheets = [sheet]
}

/** Finds elements that are clipped, overlap others or make the page scroll sideways. */
function layoutTroubles(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const troubles = new Set<string>()
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth > clientWidth) troubles.add(`scrolls sideways by ${scrollWidth - clientWidth}`)
    const scope = document.querySelector('[role="dialog"], [role="alertdialog"]') ?? document.body

    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()} "${(element.textContent || element.getAttribute('aria-label') || '').trim().slice(0, 40)}"`
    const isVisible = (element: Element) => {
      const { width, height, bottom } = element.getBoundingClientRect()
      const isRendered = element.checkVisibility({
        opacityProperty: true,
        visibilityProperty: true,
      })
      // Skip links wait above the page, and elements of one pixel are for screen readers.
      return isRendered && width > 1 && height > 1 && bottom > 0
    }

    // Many elements have the same ancestors.
    const styles = new Map<
      Element,
      { [name in 'overflow' | 'textOverflow' | 'position']: string }
    >()
    const styleOf = (element: Element) => {
      const known = styles.get(element)
      if (known) return known
      const { overflowX, overflowY, textOverflow, position } = getComputedStyle(element)
      const style = { overflow: `${overflowX} ${overflowY}`, textOverflow, position }
      styles.set(element, style)
      return style
    }

    // Notices may cover anything for a while.
    const isFloating = (element: Element) => {
      for (let box: Element | null = element; box && box !== scope; box = box.parentElement) {
        if (styleOf(box).position === 'fixed') return true
      }
      return false
    }

    // Text must be within the window and within everything that clips it.
    const texts = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const parent = node.parentElement
      if (!parent || !node.textContent?.trim() || !isVisible(parent)) continue
      if (parent.closest('script, style, noscript, .visually-hidden')) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const text = range.getBoundingClientRect()
      let isWithin = text.left >= -1 && text.right <= clientWidth + 1
      for (let box: Element | null = parent; box && box !== scope; box = box.parentElement) {
        const { overflow, textOverflow } = styleOf(box)
        if (overflow === 'visible visible') continue
        // It may be scrolled, or shortened if the whole text is available elsewhere.
        isWithin =
          /auto|scroll/.test(overflow) ||
          (textOverflow === 'ellipsis' && box.matches('[title]')) ||
          box.matches('.top-bar a > [dir]')
        if (isWithin) break
        const clip = box.getBoundingClientRect()
        const isWide = text.left < clip.left - 1 || text.right > clip.right + 1
        const isHigh = text.top < clip.top - 3 || text.bottom > clip.bottom + 3
        isWithin = !isWide && !isHigh
        if (!isWithin) break
      }
      if (!isWithin) troubles.add(`clipped: ${nameOf(parent)}`)
    }

    // No element may overlap another, except by design on a picture or in a field.
    const elements = [
      ...scope.querySelectorAll('a, button, input, textarea, h1, h2, p, dt, dd, label'),
    ]
      .filter(isVisible)
      .filter((element) => !element.closest('figure, .visually-hidden, .pswp'))
      // A link in running text may wrap, so its box covers other text.
      .filter((element) => !element.matches('.prose a'))
      .filter((element) => !isFloating(element))
    // Of what is scrolled inside the page, only a part is shown.
    const shownOf = (element: Element, whole: DOMRect) => {
      let { left, right, top, bottom } = whole
      for (let box = element.parentElement; box && box !== scope; box = box.parentElement) {
        if (!/auto|scroll/.test(styleOf(box).overflow)) continue
        const clip = box.getBoundingClientRect()
        left = Math.max(left, clip.left)
        right = Math.min(right, clip.right)
        top = Math.max(top, clip.top)
        bottom = Math.min(bottom, clip.bottom)
      }
      return { left, right, top, bottom }
    }
    const boxOf = (element: Element) => {
      const isShortened = styleOf(element).textOverflow === 'ellipsis'
      if (isShortened || !element.matches('h1, h2, p, dt, dd'))
        return element.getBoundingClientRect()
      // Measure the text instead of the full-width block.
      const range = document.createRange()
      range.selectNodeContents(element)
      return range.getBoundingClientRect()
    }
    const boxes = elements.map((element) => shownOf(element, boxOf(element)))
    for (const [index, element] of elements.entries()) {
      const box = boxes[index]!
      if (box.left < -1 || box.right > clientWidth + 1) troubles.add(`outside: ${nameOf(element)}`)
      for (let other = index + 1; other < elements.length; other++) {
        // First what is cheap: nearly all pairs end here.
        const width =
          Math.min(box.right, boxes[other]!.right) - Math.max(box.left, boxes[other]!.left)
        const height =
          Math.min(box.bottom, boxes[other]!.bottom) - Math.max(box.top, boxes[other]!.top)
        if (width <= 2 || height <= 2) continue
        const second = elements[other]!
        if (element.contains(second) || second.contains(element)) continue
        if (element.matches('.tile') && element.parentElement === second.parentElement) continue
        if (element.matches('input') && element.parentElement?.contains(second)) continue
        // Scrolled content passes below the sticky bar.
        const isInBar = (item: Element) => item.closest('.top-bar') !== null
        if (scrollY > 0 && isInBar(element) !== isInBar(second)) continue
        troubles.add(`${nameOf(element)} over ${nameOf(second)}`)
      }
    }
    return [...troubles]
  })
}
