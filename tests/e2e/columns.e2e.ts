import type { Page } from 'playwright/test'
import { clearAway, type RunningVitrine } from '../support/executable.ts'
import { makePhotos } from '../support/made-photos.ts'
import { claimedGallery, type OwnerClient } from '../support/owner-client.ts'
import { expect, test, withoutScripts } from './gallery.ts'
import { publish } from './long-gallery.ts'
import { open, signInBrowser } from './screen.ts'

let server: RunningVitrine
let owner: OwnerClient

test.beforeAll(async () => {
  ;({ server, owner } = await claimedGallery())
  for (const photo of await makePhotos(13)) await owner.upload(photo)
  await publish(owner, await owner.photos())
})
test.afterAll(clearAway)

/** The number of tiles in the first row. */
const inFirstRow = (page: Page): Promise<number> =>
  page.locator('a.tile').evaluateAll((tiles) => {
    const tops = tiles.map((tile) => Math.round(tile.getBoundingClientRect().top))
    return tops.filter((top) => top === tops[0]).length
  })

test('the lock leaves most of a small tile to the link, and has its full size on a large one', async ({
  page,
}) => {
  await signInBrowser(page, server, owner.cookie)
  const lock = page.getByRole('button', { name: /^Public: / }).first()
  const share = async (photoGridCols: number) => {
    await owner.send('POST', '/api/user/config', { photoGridCols, photoGridSpacing: 0 })
    await page.setViewportSize({ width: 1440, height: 900 })
    await open(page, server.address)
    const tile = (await page.locator('a.tile').first().boundingBox())!
    const { width, height } = (await lock.boundingBox())!
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(24)
    return { width, part: (width * height) / (tile.width * tile.height) }
  }
  expect((await share(12)).part).toBeLessThan(0.15)
  expect((await share(3)).width).toBe(44)
})

/** The number of columns in a window of this width, of at least ten configured ones. */
function columnsIn(width: number, photoGridCols: number, photoGridSpacing: number): number {
  if (width > 1024) return photoGridCols
  if (width === 820) return photoGridSpacing === 0 ? 7 : 6
  return 3
}

for (const scripts of ['with', 'without'] as const) {
  test.describe(`${scripts} JavaScript`, () => {
    if (scripts === 'without') test.use(withoutScripts)

    test('a grid has the configured ten to twelve columns in wide windows, and fewer in narrow ones', async ({
      page,
    }) => {
      for (const photoGridCols of [10, 11, 12]) {
        for (const photoGridSpacing of [0, 15]) {
          const body = { photoGridCols, photoGridSpacing, photoItemsLoad: 13 }
          await owner.send('POST', '/api/user/config', body)
          for (const width of [1440, 1920, 1080, 820, 390]) {
            await page.setViewportSize({ width, height: 900 })
            if (scripts === 'with') await open(page, server.address)
            else await page.goto(server.address)
            const expected = columnsIn(width, photoGridCols, photoGridSpacing)
            const found = await inFirstRow(page)
            expect([photoGridCols, photoGridSpacing, width, found]).toEqual([
              photoGridCols,
              photoGridSpacing,
              width,
              expected,
            ])
          }
        }
      }
    })
  })
}
