// The map of a gallery whose photos are from more towns than one list should show.
import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { multiplyPhotos } from '../../scripts/bench/many-photos.ts'
import { maxListedTowns } from '../../src/contract/places/map-address.ts'
import type { Places } from '../../src/contract/places/places.ts'
import {
  clearAway,
  type RunningVitrine,
  runCommand,
  startVitrine,
  temporaryFolder,
} from '../support/executable.ts'
import { makePhotos, writePhotos } from '../support/made-photos.ts'
import { expect, test, withoutScripts } from './gallery.ts'
import { open } from './screen.ts'

const count = 600

let server: RunningVitrine
let towns: Places['groups']

test.beforeAll(async () => {
  const data = join(temporaryFolder(), 'data')
  const folder = join(temporaryFolder(), 'photos')
  writePhotos(folder, await makePhotos(1))
  await runCommand(['import', folder, '--album', 'Stream', '--photostream', '--data', data])
  multiplyPhotos(data, count)
  const database = new Database(join(data, 'vitrine.db'))
  database.run("UPDATE place_setting SET who_sees = 'exact'")
  // So far apart that most are near towns of their own.
  database.run('UPDATE photo SET latitude = 37 + row_id % 9 * 2, longitude = -5 + row_id / 9 * 0.5')
  database.close()
  server = await startVitrine(data, {
    environment: { VITRINE_PASSWORD: 'a long enough password' },
  })
  const answer = await fetch(`${server.address}/api/places`)
  towns = ((await answer.json()) as { data: Places }).data.groups
  expect(towns.length).toBeGreaterThan(maxListedTowns)
})
test.afterAll(clearAway)

const links = (page: Page) => page.getByRole('navigation', { name: 'Places' }).getByRole('link')

test('the other towns are shown on request, and the first of them has the focus', async ({
  page,
}) => {
  await open(page, `${server.address}/map`)
  await expect(links(page)).toHaveCount(maxListedTowns)
  await page.getByRole('button', { name: `Show all ${towns.length} places` }).press('Enter')
  await expect(links(page)).toHaveCount(towns.length)
  await expect(links(page).nth(maxListedTowns)).toBeFocused()
  await expect(page.getByRole('button', { name: /^Show all/ })).toHaveCount(0)
})

test.describe('no JavaScript', () => {
  test.use(withoutScripts)

  test('the towns with the most photos are listed without JavaScript', async ({ page }) => {
    await page.goto(`${server.address}/map`)
    await expect(links(page)).toHaveCount(maxListedTowns)
    await expect(links(page).first()).toContainText(towns[0]!.town ?? 'Far from any town')
  })
})
