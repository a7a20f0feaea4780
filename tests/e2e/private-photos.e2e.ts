import type { Locator, Page } from 'playwright/test'
import type { Photo } from '../../src/contract/photos/photos.ts'
import { loadSharp } from '../../src/images/sharp.ts'
import { clearAway, type RunningVitrine } from '../support/executable.ts'
import { claimedGallery, type OwnerClient } from '../support/owner-client.ts'
import { camera } from '../support/photos.ts'
import { expect, expectPictures, test } from './gallery.ts'
import { reload } from './go-to.ts'
import { publish } from './long-gallery.ts'
import { open, publicPhotos, signInBrowser } from './screen.ts'

// The last tests hide photos.
test.describe.configure({ mode: 'serial' })

let server: RunningVitrine
let owner: OwnerClient

/** Two tones in vertical stripes. */
async function striped(one: number, other: number): Promise<Buffer> {
  const sharp = await loadSharp()
  const [width, height] = [400, 400]
  const data = Buffer.alloc(width * height * 3)
  for (let at = 0; at < data.length; at++) {
    data[at] = Math.floor(((at / 3) % width) / 50) % 2 === 0 ? one : other
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 95 })
    .toBuffer()
}

/** Of a light and a dark pair of photos, the first is public. */
const tones = [
  { name: 'light-public.jpg', pair: [250, 226] },
  { name: 'light-private.jpg', pair: [251, 226] },
  { name: 'dark-public.jpg', pair: [6, 30] },
  { name: 'dark-private.jpg', pair: [7, 30] },
] as const

test.beforeAll(async () => {
  ;({ server, owner } = await claimedGallery())
  for (const { name, pair } of tones) {
    await owner.upload({ name, bytes: await striped(pair[0], pair[1]) })
  }
  await owner.upload({ name: 'DSC_0042.JPG', bytes: await camera({ title: '' }) })
  const photos = await owner.photos()
  const named = (part: string) => photos.filter((photo) => photo.sourceName?.includes(part))
  await publish(owner, named('public'))
})
test.afterAll(clearAway)
test.beforeEach(({ page }) => signInBrowser(page, server, owner.cookie))

const lock = (page: Page, name: string) => page.getByRole('button', { name: `Public: ${name}` })
const tileOf = (page: Page, { id }: Photo) => page.locator(`a.tile[href^='/photo/${id}']`)
const count = (page: Page) => page.locator('.owner-tools > span:not(:empty)')

/** Grey values of a row of pixels: `across` the element, at a share of its height. */
async function row(element: Locator, height: number): Promise<number[]> {
  const sharp = await loadSharp()
  const image = sharp(await element.screenshot({ animations: 'disabled' })).greyscale()
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
  const y = Math.floor(info.height * height)
  return Array.from({ length: info.width }, (_, x) => data[(y * info.width + x) * info.channels]!)
}

const spread = (values: number[]) => Math.max(...values) - Math.min(...values)

/** WCAG's contrast of two greys. */
function contrast(one: number, other: number): number {
  const luminance = (value: number) =>
    value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

for (const theme of ['light', 'dark'] as const) {
  for (const width of [390, 1440]) {
    test(`light and dark private photos are still visible, and are marked, in the ${theme} theme at ${width} px`, async ({
      page,
    }) => {
      await owner.send('POST', '/api/user/config', { colorTheme: theme })
      await page.setViewportSize({ width, height: 900 })
      await open(page, server.address)
      await expectPictures(page)
      const photos = await owner.photos()
      const photoOf = (name: string) => photos.find(({ sourceName }) => sourceName === name)!
      for (const tone of ['light', 'dark']) {
        const [shown, hidden] = [photoOf(`${tone}-public.jpg`), photoOf(`${tone}-private.jpg`)]
        await expect(lock(page, hidden.sourceName!)).toHaveAttribute('data-state', 'private')
        const inPublic = await row(tileOf(page, shown), 0.3)
        const inPrivate = await row(tileOf(page, hidden), 0.3)
        expect(spread(inPrivate)).toBeGreaterThan(spread(inPublic) * 0.6)
        expect(inPrivate).not.toEqual(inPublic)
        // From the photo over the ring to the disc and the icon.
        const badge = await row(lock(page, hidden.sourceName!).locator('span'), 0.5)
        const surroundings = inPrivate.slice(0, 10)
        const seen = Math.max(...badge.map((value) => contrast(value, surroundings[0]!)))
        expect(seen).toBeGreaterThan(3)
        expect(contrast(Math.min(...badge), Math.max(...badge))).toBeGreaterThan(4.5)
      }
    })
  }
}

test('a lock names an untitled photo by its file', async ({ page }) => {
  await open(page, server.address)
  await expect(lock(page, 'DSC_0042.JPG')).toHaveAttribute('aria-pressed', 'false')
})

test("a hidden photo leaves the grid with 'Show Photostream', and Undo brings it back", async ({
  page,
}) => {
  await open(page, `${server.address}/?show=photostream`)
  const tiles = page.locator('a.tile')
  await expect(tiles).toHaveCount(2)
  const order = () => tiles.evaluateAll((all) => all.map((tile) => tile.getAttribute('href')))
  const before = await order()
  await lock(page, 'light-public.jpg').press('Enter')
  await expect(page.getByRole('alert')).toHaveText('The photo was removed from the photostream.')
  await expect(tiles).toHaveCount(1)
  await expect(count(page)).toHaveText('1 photo')
  await expect(lock(page, 'dark-public.jpg')).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(tiles).toHaveCount(2)
  await expect(count(page)).toHaveText('2 photos')
  expect(await order()).toEqual(before)
  expect(await publicPhotos(server)).toHaveLength(2)
})

test('hiding the last photo of the photostream leaves an empty photostream, not a dimmed tile', async ({
  page,
}) => {
  await open(page, `${server.address}/?show=photostream`)
  await lock(page, 'light-public.jpg').press('Enter')
  await expect(count(page)).toHaveText('1 photo')
  await lock(page, 'dark-public.jpg').press('Enter')
  await expect(page.locator('a.tile')).toHaveCount(0)
  await expect(count(page)).toHaveText('0 photos')
  await expect(page.getByRole('heading', { name: 'The photostream is empty' })).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Show Photostream' })).toBeFocused()
  await reload(page)
  await expect(count(page)).toHaveText('0 photos')
  await expect(page.locator('a.tile')).toHaveCount(0)
})
