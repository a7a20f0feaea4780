import { Database } from 'bun:sqlite'
import { readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import type { Photo } from '../../src/contract/photos/photos.ts'
import type { Originals, PutBackResult } from '../../src/contract/site/originals.ts'
import type { Safety } from '../../src/contract/site/safety.ts'
import { originalKey } from '../../src/storage/media-keys.ts'
import { clearAway, type RunningVitrine, temporaryFolder } from '../support/executable.ts'
import { type MadePhoto, makePhotos } from '../support/made-photos.ts'
import { claimedGallery, type OwnerClient } from '../support/owner-client.ts'
import { violations } from './axe.ts'
import { expect, sidewaysScroll, test } from './gallery.ts'
import { mockNotices } from './notices-mock.ts'
import { damagedOriginals, mockOriginals } from './originals-mock.ts'
import { open, signInBrowser } from './screen.ts'

let server: RunningVitrine
let owner: OwnerClient
let made: MadePhoto[]
let photos: Photo[]

test.beforeAll(async () => {
  ;({ server, owner } = await claimedGallery())
  made = await makePhotos(3)
  const ids: (string | undefined)[] = []
  for (const photo of made) ids.push((await owner.upload(photo)).id)
  photos = await photosOf(ids)
})
test.afterAll(clearAway)

const openSafety = async (page: Page) => {
  await mockNotices(page)
  await signInBrowser(page, server, owner.cookie)
  await open(page, `${server.address}/account/safety`)
}
const photosOf = async (ids: readonly (string | undefined)[]): Promise<Photo[]> => {
  const all = await owner.photos()
  return ids.map((id) => all.find((photo) => photo.id === id)!)
}
const row = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true })
const stateOf = () => owner.json<Originals>('/api/safety/originals')

/** Backs the gallery up, and damages originals as if the rolling check had just found that. */
async function damage(folder: string): Promise<void> {
  await owner.request('/api/safety', {
    method: 'PUT',
    body: JSON.stringify({ folders: [folder] }),
    headers: { 'Content-Type': 'application/json' },
  })
  await expect
    .poll(async () => (await owner.json<Safety>('/api/safety')).targets[0]?.lastRun?.outcome)
    .toBe('done')
  const database = new Database(join(server.data, 'vitrine.db'))
  for (const { id } of photos) {
    const path = join(server.data, originalKey(id))
    const bytes = readFileSync(path)
    bytes[bytes.length >> 1]! ^= 1
    // The backup's copy is a hard link.
    rmSync(path)
    writeFileSync(path, bytes)
    database.run("INSERT INTO damaged_original VALUES (?, 'changed', 1e12, 1e12, NULL)", [id])
  }
  database.close()
}

test('damaged originals are shown with their pictures, checked again, and put back by keyboard', async ({
  page,
}) => {
  const folder = join(realpathSync(temporaryFolder()), 'photos')
  await damage(folder)
  rmSync(join(folder, originalKey(photos[2]!.id)))
  await openSafety(page)
  await expect(page.getByText('3 originals are missing or damaged. No backup has')).toBeVisible()
  const again = page.getByRole('button', { name: 'Check again' })
  await again.press('Enter')
  await expect(page.getByText('Backups have 2 of them.')).toBeVisible()
  await expect(again).toBeFocused()
  const names = photos.map(({ title }) => title)
  await expect(row(page, names[0]!)).toContainText('The original has changed, so it is damaged.')
  await expect(row(page, names[0]!)).toContainText(`A good copy is in ${folder}`)
  await expect(row(page, names[2]!)).toContainText('upload it again: that puts the original back')
  await expect(row(page, names[2]!).getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Put back all' })).toBeVisible()

  await row(page, names[0]!)
    .getByRole('button', { name: `Put back: ${names[0]}` })
    .press('Enter')
  await expect(row(page, names[0]!)).toHaveCount(0)
  await expect(
    page.getByRole('status').filter({ hasText: 'The original was put back.' }),
  ).toBeVisible()
  await expect(row(page, names[1]!).getByRole('button')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(row(page, names[1]!)).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Originals' })).toBeFocused()
  const whole = photos.map(({ id }, index) =>
    readFileSync(join(server.data, originalKey(id))).equals(made[index]!.bytes),
  )
  expect(whole).toEqual([true, true, false])
  expect((await stateOf()).damaged.map(({ id }) => id)).toEqual([photos[2]!.id])

  // The same file again.
  await owner.upload(made[2]!)
  // Its pictures were made again, with other names.
  photos = await photosOf(photos.map(({ id }) => id))
  await again.press('Enter')
  await expect(page.getByText('1 original is missing or damaged.')).toHaveCount(0)
  await expect(row(page, names[2]!)).toHaveCount(0)
})

test('all are put back a few at a time, and those that cannot be are named with the reason', async ({
  page,
}) => {
  const before = damagedOriginals(photos)
  const [first, second, ...rest] = before.damaged
  const asked: unknown[] = []
  await mockOriginals(page, before)
  await page.route('**/api/safety/originals/put-back', (route) => {
    asked.push(route.request().postDataJSON())
    const data: PutBackResult = {
      putBack: [first!.id],
      failed: [{ id: second!.id, reason: 'its copy in the backup is damaged, too' }],
      originals: { ...before, damaged: [second!, ...rest], damagedCount: 3, savedCount: 1 },
    }
    return route.fulfill({ json: { data } })
  })
  await openSafety(page)
  await page.getByRole('button', { name: 'Put back all' }).press('Enter')
  await expect(
    page.getByRole('alert').filter({ hasText: 'Could not put it back: its copy' }),
  ).toBeVisible()
  await expect(page.getByText('3 originals are missing or damaged.')).toBeVisible()
  expect(asked).toEqual([{ ids: [first!.id, second!.id] }])
  // Its button is gone.
  await expect(page.getByRole('button', { name: /^Put back:/ })).toBeFocused()
})

for (const [width, name] of [
  [390, 'on a phone'],
  [1280, 'on a desktop'],
] as const) {
  test(`damaged originals are shown without violations ${name}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    await mockOriginals(page, damagedOriginals(photos))
    await openSafety(page)
    await expect(page.getByText('4 originals are missing or damaged.')).toBeVisible()
    await expect(page.getByText('An earlier version has changed, so it is damaged.')).toBeVisible()
    expect(await sidewaysScroll(page)).toBe(0)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await violations(page, colorScheme === 'light' ? 'all' : 'colours')).toEqual([])
    }
  })
}
