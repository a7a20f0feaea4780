import type { Page } from 'playwright/test'
import type { Photo } from '../../src/contract/photos/photos.ts'
import { clearAway, type RunningVitrine } from '../support/executable.ts'
import { makePhotos } from '../support/made-photos.ts'
import { writeOwnPages } from '../support/own-pages.ts'
import { claimedGallery, type OwnerClient } from '../support/owner-client.ts'
import { expect, expectPictures, test } from './gallery.ts'
import { reload } from './go-to.ts'
import { publish } from './long-gallery.ts'
import {
  expectInterface,
  expectPhoto,
  open,
  publicPhotos,
  scrollToTiles,
  signInBrowser,
  transitionsOver,
} from './screen.ts'
import { settled } from './watch.ts'

const total = 40
const hidden = 3

let server: RunningVitrine
let owner: OwnerClient
let photos: Photo[]

test.beforeAll(async () => {
  ;({ server, owner } = await claimedGallery())
  writeOwnPages(server.data)
  for (const photo of await makePhotos(total)) await owner.upload(photo)
  await publish(owner, (await owner.photos()).slice(hidden))
  photos = await publicPhotos(server)
})
test.afterAll(clearAway)

const tiles = (page: Page) => page.locator('a.tile')
const tileOf = (page: Page, { id }: Photo) => page.locator(`a.tile[href^='/photo/${id}']`)
const toggle = (page: Page) => page.getByRole('switch', { name: 'Show Photostream' })

async function expectTile(page: Page, photo: Photo): Promise<void> {
  await expect(tileOf(page, photo)).toBeFocused()
  await expect(tileOf(page, photo)).toBeInViewport({ ratio: 0.5 })
}

/** Records the lists that the page requests. */
function watchLists(page: Page): string[] {
  const requested: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (/^\/api\/(photos|photos\/search|albums\/[^/]+\/photos)$/.test(pathname)) {
      requested.push(pathname + search)
    }
  })
  return requested
}

test('the Escape key returns to the tile of the current photo, even after much paging', async ({
  page,
}) => {
  await open(page, server.address)
  await tiles(page).first().click()
  await expectPhoto(page, photos[0]!)
  for (const photo of photos.slice(1, 31)) {
    await page.keyboard.press('ArrowRight')
    await expect(page).toHaveURL(`${server.address}/photo/${photo.id}`)
  }
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(`${server.address}/`)
  await expectTile(page, photos[30]!)
  await page.keyboard.press('Enter')
  await expectPhoto(page, photos[30]!)
})

test('the Escape key returns to the grid after opening a photo by URL, or from a later page of the grid', async ({
  page,
}) => {
  await open(page, `${server.address}/photo/${photos[30]!.id}`)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(`${server.address}/?offset=24`)
  await expectTile(page, photos[30]!)

  await page.goto(`${server.address}/?offset=24`)
  await expectInterface(page)
  await tiles(page).first().click()
  await expectPhoto(page, photos[24]!)
  await page.keyboard.press('ArrowLeft')
  await expectPhoto(page, photos[23]!)
  await page.keyboard.press('Escape')
  await expectTile(page, photos[23]!)
})

test('the skip link moves the focus to the content without a history entry', async ({ page }) => {
  await open(page, `${server.address}/account`)
  await page.goto(server.address)
  await expectInterface(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.locator('main')).toBeFocused()
  await expect(page).toHaveURL(`${server.address}/`)
  await page.goBack()
  await expect(page).toHaveURL(`${server.address}/account`)
})

test('keys pressed before the code is loaded take effect afterwards', async ({ page }) => {
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/route-*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  const requested = page.waitForRequest('**/assets/route-*.js')
  await page.goto(`${server.address}/photo/${photos[3]!.id}`)
  await requested
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(`${server.address}/photo/${photos[3]!.id}`)
  held.resolve()
  await expectPhoto(page, photos[5]!)
})

test('early key presses are not delivered to a later screen', async ({ page }) => {
  await page.goto(server.address)
  await page.keyboard.press('Delete')
  await page.keyboard.press('ArrowRight')
  await expectInterface(page)
  await page.keyboard.press('ArrowRight')
  await tiles(page).nth(2).click()
  await expectPhoto(page, photos[2]!)
})

test("'Show Photostream' is part of the address: reload, viewer and Back keep it", async ({
  page,
}) => {
  await signInBrowser(page, server, owner.cookie)
  await open(page, server.address)
  await scrollToTiles(page, total)
  await page.evaluate(() => window.scrollTo(0, 40))
  await toggle(page).click()
  await expect(page).toHaveURL(`${server.address}/?show=photostream`)
  await expect(tileOf(page, photos[0]!)).toBeVisible()
  await expect(page.locator('a.tile.is-private')).toHaveCount(0)
  expect(await page.evaluate(() => window.scrollY)).toBe(40)
  await expect(page.getByText(`${total - hidden} photos`, { exact: true })).toBeVisible()

  await reload(page)
  await expectInterface(page)
  await expect(toggle(page)).toBeChecked()
  await expect(tiles(page).first()).toHaveAttribute(
    'href',
    `/photo/${photos[0]!.id}?show=photostream`,
  )
  await expect(page.getByRole('button', { name: /^Public: / }).first()).toBeVisible()
  await tiles(page).nth(1).click()
  await expectPhoto(page, photos[1]!, '?show=photostream')
  await reload(page)
  await expectInterface(page)
  await expect(page.getByText(`2 of ${total - hidden}`)).toBeVisible()
  await page.getByRole('link', { name: 'Home' }).first().click()
  await expect(toggle(page)).toBeChecked()
  await page.goBack()
  await expectPhoto(page, photos[1]!, '?show=photostream')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(`${server.address}/?show=photostream`)
  await expectTile(page, photos[1]!)
  await toggle(page).click()
  await expect(page).toHaveURL(`${server.address}/`)
  await expect(page.locator('a.tile.is-private')).toHaveCount(hidden)
})

test("the switch of 'Show Photostream' updates immediately and never flips back, even on a slow machine", async ({
  page,
}) => {
  await signInBrowser(page, server, owner.cookie)
  await open(page, server.address)
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 8 })
  await toggle(page).evaluate((track) => {
    window.states = []
    const note = () => window.states.push(track.getAttribute('aria-checked')!)
    new MutationObserver(note).observe(track, { attributeFilter: ['aria-checked'] })
  })
  for (const states of [['true'], ['true', 'false'], ['true', 'false', 'true']]) {
    await toggle(page).click()
    const isOn = states.at(-1) === 'true'
    await expect(page).toHaveURL(({ search }) => search.includes('show') === isOn)
    await expect(toggle(page)).toHaveAttribute('aria-busy', 'false')
    expect(await page.evaluate(() => window.states)).toEqual(states)
  }
})

test("the server renders 'Show Photostream' for the owner and ignores it for visitors", async ({
  page,
  request,
}) => {
  const headers = { cookie: owner.cookie }
  const address = `${server.address}/?show=photostream`
  const asOwner = await (await request.get(address, { headers })).text()
  expect(asOwner).toContain(`/photo/${photos[0]!.id}?show=photostream`)
  expect(asOwner).not.toContain('is-private')
  await open(page, address)
  await expect(tiles(page).first()).toHaveAttribute('href', `/photo/${photos[0]!.id}`)
  await expect(page.getByRole('link', { name: 'Home' }).first()).toHaveAttribute('href', '/')
})

test('a photo hidden while the photostream is shown leaves the grid, which can be undone', async ({
  page,
}) => {
  await signInBrowser(page, server, owner.cookie)
  await open(page, `${server.address}/?show=photostream`)
  const lock = page.getByRole('button', { name: `Public: ${photos[2]!.title}` })
  await lock.click()
  await expect(tileOf(page, photos[2]!)).toHaveCount(0)
  await expect.poll(async () => (await publicPhotos(server)).length).toBe(total - hidden - 1)
  await expect(page.getByText(`${total - hidden - 1} photos`, { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(tileOf(page, photos[2]!)).toBeVisible()
  await expect(lock).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(async () => (await publicPhotos(server)).length).toBe(total - hidden)
})

test('a count requested before a photo is hidden is not shown afterwards', async ({ page }) => {
  await signInBrowser(page, server, owner.cookie)
  // The response is created before the lock is closed, and arrives after it.
  const isAnswered = Promise.withResolvers<void>()
  const mayArrive = Promise.withResolvers<void>()
  const count = /\/api\/albums\/[^/]+\/photos\?limit=1$/
  await page.route(
    count,
    async (route) => {
      const response = await route.fetch()
      isAnswered.resolve()
      await mayArrive.promise
      await route.fulfill({ response })
    },
    { times: 1 },
  )
  await open(page, `${server.address}/?show=photostream`)
  // The page includes the count; returning to the grid requests it.
  await page.getByRole('link', { name: 'Albums' }).first().click()
  await expect(page).toHaveURL(/\/album\b/)
  await page.getByRole('link', { name: 'Home' }).first().click()
  await isAnswered.promise
  const lock = page.getByRole('button', { name: `Public: ${photos[2]!.title}` })
  await lock.click()
  await expect(page.getByText(`${total - hidden - 1} photos`, { exact: true })).toBeVisible()
  const again = page.waitForResponse(count)
  mayArrive.resolve()
  await again
  await settled(page)
  await expect(page.getByText(`${total - hidden - 1} photos`, { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await publicPhotos(server)).length).toBe(total - hidden)
})

for (const [viewer, width] of [
  ['visitor', 320],
  ['visitor', 390],
  ['visitor', 1440],
  ['owner', 390],
  ['owner', 1440],
] as const) {
  test(`hydration causes no layout shift for ${viewer === 'owner' ? 'the owner' : 'visitors'} at ${width} px`, async ({
    page,
  }) => {
    if (viewer === 'owner') await signInBrowser(page, server, owner.cookie)
    await page.setViewportSize({ width, height: 844 })
    await watchShifts(page)
    const model = encodeURIComponent(photos[0]!.cameraModel!)
    const paths = [
      '/',
      '/?offset=12',
      `/photo/${photos[4]!.id}`,
      `/photo?cameraModel=${model}`,
      `/photo/${photos[4]!.id}?cameraModel=${model}`,
      '/photo?cameraModel=Nothing',
      ...(viewer === 'owner' ? ['/?show=photostream'] : []),
    ]
    for (const path of paths) {
      await open(page, server.address + path)
      await expectPictures(page)
      await page.waitForLoadState('networkidle')
      expect.soft([path, ...(await shifts(page))]).toEqual([path])
    }
  })
}

for (const pauseMs of [0, 40, 80, 160, 320]) {
  test(`Back and, ${pauseMs} ms later, Forward show the photo at the address`, async ({ page }) => {
    await open(page, server.address)
    await tileOf(page, photos[4]!).click()
    await expectPhoto(page, photos[4]!)
    // Paging replaces the address, so that only Back has a view transition.
    await page.keyboard.press('ArrowRight')
    await expectPhoto(page, photos[5]!)
    for (let round = 0; round < 3; round++) {
      await page.evaluate(async (ms) => {
        const popped = () =>
          new Promise((done) => addEventListener('popstate', done, { once: true }))
        for (const go of [() => history.back(), () => history.forward()]) {
          const there = popped()
          go()
          await there
          await new Promise((done) => setTimeout(done, ms))
        }
      }, pauseMs)
      await expectPhoto(page, photos[5]!)
    }
    // A transition may still show the grid, where the viewer's keys do nothing.
    await transitionsOver(page)
    await expectPhoto(page, photos[5]!)
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(`${server.address}/`)
    await expect(tileOf(page, photos[5]!)).toBeVisible()
  })
}

for (const width of [820, 1440]) {
  test(`a bar whose links arrive one by one causes no layout shift at ${width} px`, async ({
    page,
  }) => {
    const expectPaint = async () => {
      const name = 'first-contentful-paint'
      const paints = await page.evaluate((name) => performance.getEntriesByName(name).length, name)
      expect(paints).toBe(1)
    }
    const slow = Bun.serve({
      hostname: 'localhost',
      port: 0,
      fetch: async (request) => {
        const { pathname, search } = new URL(request.url)
        const headers = { 'accept-encoding': 'identity' }
        const response = await fetch(server.address + pathname + search, { headers })
        if (pathname !== '/about') return response
        const pieces = (await response.text()).split(/(?=<(?:search|nav|a|footer)\b)/)
        async function* oneByOne() {
          for (const [index, piece] of pieces.entries()) {
            yield piece
            await Bun.sleep(60)
            // After the gallery's name: a slow machine might paint only once everything has arrived.
            if (index === 2) await expect(expectPaint).toPass()
          }
        }
        return new Response(oneByOne() as unknown as BodyInit, { headers: response.headers })
      },
    })
    try {
      await page.setViewportSize({ width, height: 844 })
      await watchShifts(page)
      await open(page, `http://localhost:${slow.port}/about`)
      const painted = await page.evaluate(
        () => performance.getEntriesByName('first-contentful-paint')[0]!.startTime,
      )
      const read = await page.evaluate(
        () =>
          (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming)
            .domInteractive,
      )
      // Otherwise no shift could have occurred.
      expect(painted).toBeLessThan(read)
      expect(await shifts(page)).toEqual([])
    } finally {
      // Closed first, so that pending requests are aborted by the page.
      await page.close()
      await slow.stop(true)
    }
  })
}

test('only the missing photo is requested after a deletion', async ({ page }) => {
  await signInBrowser(page, server, owner.cookie)
  await page.setViewportSize({ width: 390, height: 300 })
  await open(page, server.address)
  await expect.poll(() => tiles(page).count()).toBeGreaterThanOrEqual(24)
  await page.waitForLoadState('networkidle')
  const count = await tiles(page).count()
  const requested = watchLists(page)
  await tiles(page).nth(1).click()
  // Wait for its likes: a request after the deletion would fail.
  await expect(page.getByText('Be the first to like this picture')).toBeVisible()
  await expectPictures(page)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Delete Photo' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Move to trash' }).click()
  await expect(page.getByText(`2 of ${total - 1}`)).toBeVisible()
  await page.goBack()
  await expect.poll(() => tiles(page).count()).toBeGreaterThanOrEqual(count - 1)
  await page.waitForLoadState('networkidle')
  const offsets = requested.flatMap((address) => address.match(/(?<=offset=)\d+/) ?? []).map(Number)
  expect(offsets.filter((offset) => offset < count - 1)).toEqual([])
  await scrollToTiles(page, total - 1)
  expect(requested).toEqual([...new Set(requested)])
})

declare global {
  interface Window {
    /** Layout shifts since the page was opened, with the elements that moved. */
    shifts: string[]
    /** The states of the switch, in order. */
    states: string[]
  }
}

/** Records the page's layout shifts: score and moved elements. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.shifts = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as PerformanceEntry & {
          value: number
          sources: { node?: Element }[]
        }
        const moved = sources.map(({ node }) => `${node?.nodeName} ${node?.className ?? ''}`)
        window.shifts.push(`${value} ${moved}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

function shifts(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(window.shifts))),
      ),
  )
}
