import type { Page } from 'playwright/test'
import type { Photo } from '../../src/contract/photos.ts'
import { clearAway, type RunningVitrine } from '../support/executable.ts'
import { makePhotos } from '../support/made-photos.ts'
import { claimedGallery, type OwnerClient } from '../support/owner-client.ts'
import { expect, expectPictures, settled, test } from './gallery.ts'
import { publish } from './long-gallery.ts'
import {
  expectInterface,
  expectPhoto,
  open,
  publicPhotos,
  scrollToTiles,
  signInBrowser,
} from './screen.ts'

const total = 40
const hidden = 3

let server: RunningVitrine
let owner: OwnerClient
let photos: Photo[]

test.beforeAll(async () => {
  test.setTimeout(120_000)
  ;({ server, owner } = await claimedGallery())
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

/** The lists that the page asks for. */
function watchLists(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (/^\/api\/(photos|photos\/search|albums\/[^/]+\/photos)$/.test(pathname)) {
      asked.push(pathname + search)
    }
  })
  return asked
}

test('Escape leads to the tile of the photo that was seen last, however far one paged', async ({
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

test('also where one came by the address of the photo, or from a later page of the grid', async ({
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

test('the skip link goes to the content and leaves no trace in the history', async ({ page }) => {
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

test('keys that are pressed before the scripts are there are heard when they are', async ({
  page,
}) => {
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/route-*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  const asked = page.waitForRequest('**/assets/route-*.js')
  await page.goto(`${server.address}/photo/${photos[3]!.id}`)
  await asked
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(`${server.address}/photo/${photos[3]!.id}`)
  held.resolve()
  await expectPhoto(page, photos[5]!)
})

test('but not by a later screen: what is typed elsewhere is nobody’s key', async ({ page }) => {
  await page.goto(server.address)
  await page.keyboard.press('Delete')
  await page.keyboard.press('ArrowRight')
  await expectInterface(page)
  await page.keyboard.press('ArrowRight')
  await tiles(page).nth(2).click()
  await expectPhoto(page, photos[2]!)
})

test("'Show Photostream' is in the address: reload, viewer and the way back keep it", async ({
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

  await page.reload()
  await expectInterface(page)
  await expect(toggle(page)).toBeChecked()
  await expect(tiles(page).first()).toHaveAttribute(
    'href',
    `/photo/${photos[0]!.id}?show=photostream`,
  )
  await expect(page.getByRole('button', { name: /^Public: / }).first()).toBeVisible()
  await tiles(page).nth(1).click()
  await expectPhoto(page, photos[1]!, '?show=photostream')
  await page.reload()
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

test('its switch turns at once and never falls back, however slow the machine is', async ({
  page,
}) => {
  await signInBrowser(page, server, owner.cookie)
  await open(page, server.address)
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 8 })
  await toggle(page).evaluate((track) => {
    window.turns = []
    const note = () => window.turns.push(track.getAttribute('aria-checked')!)
    new MutationObserver(note).observe(track, { attributeFilter: ['aria-checked'] })
  })
  for (const turns of [['true'], ['true', 'false'], ['true', 'false', 'true']]) {
    await toggle(page).click()
    const isOn = turns.at(-1) === 'true'
    await expect(page).toHaveURL(({ search }) => search.includes('show') === isOn)
    await expect(toggle(page)).toHaveAttribute('aria-busy', 'false')
    expect(await page.evaluate(() => window.turns)).toEqual(turns)
  }
})

test('the server draws the owner’s photostream, and nothing else of the address for a visitor', async ({
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

test('a lock closes in the photostream too, and the photo stays to be taken back', async ({
  page,
}) => {
  await signInBrowser(page, server, owner.cookie)
  await open(page, `${server.address}/?show=photostream`)
  const lock = page.getByRole('button', { name: `Public: ${photos[2]!.title}` })
  await lock.click()
  await expect(lock).toHaveAttribute('aria-pressed', 'false')
  await expect(tileOf(page, photos[2]!)).toHaveClass(/is-private/)
  await expect.poll(async () => (await publicPhotos(server)).length).toBe(total - hidden - 1)
  await expect(page.getByText(`${total - hidden - 1} photos`, { exact: true })).toBeVisible()
  await lock.click()
  await expect.poll(async () => (await publicPhotos(server)).length).toBe(total - hidden)
})

test('a count that was asked for before a lock is closed is not shown after it', async ({
  page,
}) => {
  await signInBrowser(page, server, owner.cookie)
  // Answered before the lock is closed, and heard after it.
  const isAnswered = Promise.withResolvers<void>()
  const mayBeHeard = Promise.withResolvers<void>()
  const count = /\/api\/albums\/[^/]+\/photos\?limit=1$/
  await page.route(
    count,
    async (route) => {
      const response = await route.fetch()
      isAnswered.resolve()
      await mayBeHeard.promise
      await route.fulfill({ response })
    },
    { times: 1 },
  )
  await open(page, `${server.address}/?show=photostream`)
  // The page brings the count; coming back to the grid asks for it.
  await page.getByRole('link', { name: 'Albums' }).first().click()
  await expect(page).toHaveURL(/\/album\b/)
  await page.getByRole('link', { name: 'Home' }).first().click()
  await isAnswered.promise
  const lock = page.getByRole('button', { name: `Public: ${photos[2]!.title}` })
  await lock.click()
  await expect(page.getByText(`${total - hidden - 1} photos`, { exact: true })).toBeVisible()
  const again = page.waitForResponse(count)
  mayBeHeard.resolve()
  await again
  await settled(page)
  await expect(page.getByText(`${total - hidden - 1} photos`, { exact: true })).toBeVisible()
  await lock.click()
  await expect.poll(async () => (await publicPhotos(server)).length).toBe(total - hidden)
})

for (const [viewer, width] of [
  ['visitor', 320],
  ['visitor', 390],
  ['visitor', 1440],
  ['owner', 390],
  ['owner', 1440],
] as const) {
  test(`nothing moves when the scripts take the ${viewer}'s page over, at ${width} px`, async ({
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

/** Waits until no view transition is under way, nor about to be. */
const transitionsOver = (page: Page) =>
  expect
    .poll(async () => {
      await settled(page)
      return page.evaluate(() => document.documentElement.matches(':active-view-transition'))
    })
    .toBe(false)

for (const pauseMs of [0, 40, 80, 160, 320]) {
  test(`back and, ${pauseMs} ms later, forward again show what the address says`, async ({
    page,
  }) => {
    await open(page, server.address)
    await tileOf(page, photos[4]!).click()
    await expectPhoto(page, photos[4]!)
    // Paging takes the address's place, so that only the way back has a view transition.
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
    // A transition may still draw the grid, for a moment: no key of the viewer is heard there.
    await transitionsOver(page)
    await expectPhoto(page, photos[5]!)
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(`${server.address}/`)
    await expect(tileOf(page, photos[5]!)).toBeVisible()
  })
}

for (const width of [820, 1440]) {
  test(`nothing moves while the bar's links come one by one, at ${width} px`, async ({ page }) => {
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
        const answer = await fetch(server.address + pathname + search, { headers })
        if (pathname !== '/about') return answer
        const pieces = (await answer.text()).split(/(?=<(?:search|nav|a|footer)\b)/)
        async function* oneByOne() {
          for (const [place, piece] of pieces.entries()) {
            yield piece
            await Bun.sleep(60)
            // The gallery's name is there; on a slow machine all would be before it is painted.
            if (place === 2) await expect(expectPaint).toPass()
          }
        }
        return new Response(oneByOne() as unknown as BodyInit, { headers: answer.headers })
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
      // Else nothing could have moved.
      expect(painted).toBeLessThan(read)
      expect(await shifts(page)).toEqual([])
    } finally {
      // What it may still be asking for is not cut, but let go by itself.
      await page.close()
      await slow.stop(true)
    }
  })
}

test('after a deletion only the photo that is missing is asked for', async ({ page }) => {
  await signInBrowser(page, server, owner.cookie)
  await page.setViewportSize({ width: 390, height: 300 })
  await open(page, server.address)
  await expect.poll(() => tiles(page).count()).toBeGreaterThanOrEqual(24)
  await page.waitForLoadState('networkidle')
  const count = await tiles(page).count()
  const asked = watchLists(page)
  await tiles(page).nth(1).click()
  // Its likes are asked for once it stays; after its deletion they would be those of nothing.
  await expect(page.getByText('Be the first to like this picture')).toBeVisible()
  await expectPictures(page)
  await page.getByRole('button', { name: 'Delete Photo' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Ok' }).click()
  await expect(page.getByText(`2 of ${total - 1}`)).toBeVisible()
  await page.goBack()
  await expect.poll(() => tiles(page).count()).toBeGreaterThanOrEqual(count - 1)
  await page.waitForLoadState('networkidle')
  const offsets = asked.flatMap((address) => address.match(/(?<=offset=)\d+/) ?? []).map(Number)
  expect(offsets.filter((offset) => offset < count - 1)).toEqual([])
  await scrollToTiles(page, total - 1)
  expect(asked).toEqual([...new Set(asked)])
})

declare global {
  interface Window {
    /** Layout shifts since the page began, with what moved. */
    shifts: string[]
    /** What the switch was turned to, in order. */
    turns: string[]
  }
}

/** Has the page write down what moves in it, with the score of each layout shift. */
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
