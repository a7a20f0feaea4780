import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { clearAway, startVitrine, temporaryFolder } from '../support/executable.ts'
import { claim, ownerClient } from '../support/owner-client.ts'
import { camera } from '../support/photos.ts'
import { tileArchive } from '../support/vector-tiles.ts'
import { expect, test } from './gallery.ts'
import { publish } from './long-gallery.ts'
import { open } from './screen.ts'

test.afterAll(clearAway)

/** Of the light theme. */
const water = [0xdf, 0xe6, 0xea]

test('the map is drawn from a PMTiles archive in the data folder', async ({ page }) => {
  const folder = join(temporaryFolder(), 'data')
  const before = await startVitrine(folder)
  const cookie = await claim(before)
  await before.stop()
  writeFileSync(join(folder, 'map.pmtiles'), tileArchive())
  const server = await startVitrine(folder)
  const owner = ownerClient(server, cookie)
  await owner.upload({ name: '1.jpg', bytes: await camera({ title: 'One', gps: [48.85, 2.35] }) })
  await publish(owner, await owner.photos())
  await owner.send('PUT', '/api/places/settings', { whoSees: 'town', homeZones: [] })
  const statuses: number[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('/api/map/tiles')) statuses.push(response.status())
  })
  await open(page, `${server.address}/map`)
  const canvas = page.locator('canvas.maplibregl-canvas')
  // Paris is land on any other map.
  await expect(async () => {
    const { data, info } = await sharp(await canvas.screenshot())
      .raw()
      .toBuffer({ resolveWithObject: true })
    const at =
      (Math.round(info.height / 2) * info.width + Math.round(info.width / 4)) * info.channels
    expect([...data.subarray(at, at + 3)]).toEqual(water)
  }).toPass()
  expect(statuses.length).toBeGreaterThan(1)
  expect(new Set(statuses)).toEqual(new Set([206]))
  await expect(page.locator('.maplibregl-ctrl-attrib')).toContainText('OpenStreetMap')
})
