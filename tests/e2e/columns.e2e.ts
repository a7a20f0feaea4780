import type { Page } from 'playwright/test'
import { clearAway, type RunningVitrine } from '../support/executable.ts'
import { makePhotos } from '../support/made-photos.ts'
import { claimedGallery, type OwnerClient } from '../support/owner-client.ts'
import { expect, test, withoutScripts } from './gallery.ts'
import { publish } from './long-gallery.ts'
import { open } from './screen.ts'

let server: RunningVitrine
let owner: OwnerClient

test.beforeAll(async () => {
  test.setTimeout(120_000)
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

for (const scripts of ['with', 'without'] as const) {
  test.describe(`a grid ${scripts} JavaScript`, () => {
    if (scripts === 'without') test.use(withoutScripts)

    test('has the configured ten to twelve columns in wide windows, and fewer in narrow ones', async ({
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
            const fitting = width === 820 ? (photoGridSpacing === 0 ? 7 : 6) : 3
            const expected = width > 1024 ? photoGridCols : fitting
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
