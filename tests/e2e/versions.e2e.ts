import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright/test'
import type { Photo } from '../../src/contract/photos/photos.ts'
import { clearAway, type RunningVitrine, temporaryFolder } from '../support/executable.ts'
import { writePhotos } from '../support/made-photos.ts'
import { claimedGallery, type OwnerClient } from '../support/owner-client.ts'
import { type CameraOptions, camera } from '../support/photos.ts'
import { expect, expectPictures, sidewaysScroll, test } from './gallery.ts'
import { reload } from './go-to.ts'
import { dropFiles, open, signInBrowser, wallPicture } from './screen.ts'

let server: RunningVitrine
let owner: OwnerClient

test.beforeAll(async () => {
  ;({ server, owner } = await claimedGallery())
})
test.afterAll(clearAway)
test.use({ reducedMotion: 'reduce' })
test.beforeEach(({ page }) => signInBrowser(page, server, owner.cookie))

const photoOf = (id: string) => owner.json<Photo>(`/api/photos/${id}`)
const md5Of = async (id: string) => (await photoOf(id)).md5
const countPhotos = async () => (await owner.photos()).length

/** Photos of this run of the tests: each was taken on another day. */
let days = 0
const nextDay = () => `2011:03:${String(++days).padStart(2, '0')} 10:11:12`

type Pair = { readonly photo: Photo; readonly name: string; readonly file: string }

/** A photo in the gallery, and the path of another export of it, of the same name and time. */
async function exportedTwice(next: CameraOptions = {}): Promise<Pair> {
  const date = nextDay()
  const [name, title] = [`IMG_${days}.jpg`, `Harbour ${days}`]
  const shot = { date, title, serial: `CAMERA-${days}` }
  const first = await camera({ width: 600, height: 400, ...shot })
  const photo = await photoOf((await owner.upload({ name, bytes: first })).id!)
  const bytes = Buffer.from(await camera({ width: 900, height: 600, ...shot, ...next }))
  const [file = ''] = writePhotos(join(temporaryFolder(), 'exports'), [{ name, bytes, md5: '' }])
  return { photo, name, file }
}

const cropped = { rotation: 0, x: 30, y: 20, width: 300, height: 300 }

async function crop({ id }: Photo): Promise<void> {
  expect((await owner.send('PUT', `/api/photos/${id}/edit`, cropped)).status).toBe(200)
}

const openLocal = (page: Page) => open(page, `${server.address}/account/local`)
const rows = (page: Page) => page.getByRole('region', { name: 'Uploads' }).getByRole('listitem')
const waiting = (page: Page) =>
  page.getByRole('region', { name: 'Waiting for your decision' }).getByRole('listitem')
const alert = (page: Page) => page.getByRole('alert')
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' })
const button = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, exact: typeof name === 'string' })

/** Uploads files and waits until their rows ask. */
async function uploadMatching(page: Page, pairs: readonly Pair[]): Promise<void> {
  await dropFiles(
    page,
    pairs.map(({ file }) => file),
  )
  await expect(page.getByText(`0 failed, ${pairs.length} waiting for your decision`)).toBeVisible()
}

test('an upload that matches shows both pictures; Replace keeps the photo, and Undo the file', async ({
  page,
}) => {
  const pair = await exportedTwice()
  const { photo, name } = pair
  await openLocal(page)
  await uploadMatching(page, [pair])
  const row = rows(page)
  await expect(row).toContainText('Both have the same file name and were taken at the same time.')
  await row.getByRole('img', { name: 'New file' }).scrollIntoViewIfNeeded()
  await expect(row.getByRole('img', { name: photo.title })).toHaveCount(1)
  await expectPictures(page)
  await expect(row.getByRole('link', { name: photo.title })).toHaveAttribute(
    'href',
    `/photo/${photo.id}`,
  )

  await button(row, `Replace “${photo.title}” with ${name}`).click()
  await expect(row.getByRole('link', { name })).toBeFocused()
  await expect(row).toContainText('Replaced the photo’s previous file')
  await expect(alert(page)).toHaveText(`“${photo.title}” now shows the new file.`)
  await expect(page.getByText('0 uploaded, 0 duplicates, 0 failed, 1 replaced')).toBeVisible()
  const replaced = await photoOf(photo.id)
  expect([replaced.width, replaced.height]).toEqual([900, 600])
  expect(replaced.md5).not.toBe(photo.md5)

  await undo(page).click()
  await expect(row).toContainText('The photo shows its previous file again')
  expect(await md5Of(photo.id)).toBe(photo.md5)
})

test('several files are replaced with the keyboard on a phone, and Undo restores a lost crop', async ({
  page,
}) => {
  const pairs = [await exportedTwice(), await exportedTwice({ width: 500, height: 500 })]
  for (const { photo } of pairs) await crop(photo)
  await page.setViewportSize({ width: 390, height: 844 })
  await openLocal(page)
  await uploadMatching(page, pairs)
  expect(await sidewaysScroll(page)).toBe(0)
  await button(page, 'Replace all 2').focus()
  await page.keyboard.press('Enter')
  await expect(alert(page)).toHaveText(
    '2 photos now show their new files. The crop of 1 photo was removed, because its new file has a different shape.',
  )
  await expect(rows(page).filter({ hasText: 'the crop was removed' })).toHaveCount(1)
  await expect(button(page, 'Clear list')).toBeFocused()
  const [same, other] = await Promise.all(pairs.map(({ photo }) => photoOf(photo.id)))
  expect(same!.edit).toEqual({ rotation: 0, x: 45, y: 30, width: 450, height: 450 })
  expect(other!.edit).toBeNull()

  await undo(page).focus()
  await page.keyboard.press('Enter')
  await expect(alert(page)).toHaveText('2 photos show their previous files again.')
  for (const { photo } of pairs) {
    const { md5, edit } = await photoOf(photo.id)
    expect({ md5, edit }).toEqual({ md5: photo.md5, edit: cropped })
  }
})

test('decisions that were postponed are offered again, and Keep both and Discard leave the photo', async ({
  page,
}) => {
  const pairs = [await exportedTwice(), await exportedTwice()]
  const [kept, discarded] = pairs as [Pair, Pair]
  await openLocal(page)
  await uploadMatching(page, pairs)
  await open(page, `${server.address}/account/profile`)
  await expect(alert(page)).toHaveText('2 files may be new versions of photos in the gallery.')
  await expect(page.getByRole('link', { name: 'Local Drive 2 waiting' })).toBeVisible()
  await button(page, 'Decide').focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/account\/local$/)
  await expect(waiting(page)).toHaveCount(2)
  const heading = page.getByRole('heading', { name: 'Waiting for your decision' })
  await expect(heading).toBeFocused()
  await expect(heading).toBeInViewport()
  // They are offered once. For an owner who comes for something else, the page does not scroll.
  await open(page, `${server.address}/account/profile`)
  await expect(page.getByRole('link', { name: 'Local Drive 2 waiting' })).toBeVisible()
  await expect(alert(page)).toHaveCount(0)
  await openLocal(page)
  await expect(waiting(page)).toHaveCount(2)
  await page.waitForLoadState('networkidle')
  await expect(page.locator('body')).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(0)

  const before = await countPhotos()
  await button(page, `Keep both “${kept.photo.title}” and ${kept.name}`).focus()
  await page.keyboard.press('Enter')
  await expect(waiting(page)).toHaveCount(1)
  await expect(alert(page)).toHaveText('Added as a new photo.')
  expect(await countPhotos()).toBe(before + 1)
  expect(await md5Of(kept.photo.id)).toBe(kept.photo.md5)
  // The next file's first button has the focus; Discard is the last.
  await expect(
    button(page, `Replace “${discarded.photo.title}” with ${discarded.name}`),
  ).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog', { name: `Discard ${discarded.name}?` })
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(waiting(page)).toHaveCount(1)
  await button(page, `Discard ${discarded.name}`).click()
  await button(question, 'Discard').click()
  await expect(waiting(page)).toHaveCount(0)
  await expect(page.locator('input[type=file]')).toBeFocused()
  expect(await countPhotos()).toBe(before + 1)
  expect(await md5Of(discarded.photo.id)).toBe(discarded.photo.md5)
  await reload(page)
  await expect(page.getByRole('heading', { name: 'Local Drive' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Local Drive', exact: true })).toBeVisible()
})

test("'Keep both for all' adds the new photos to the photostream if that was wanted", async ({
  page,
}) => {
  const own = await exportedTwice()
  const pairs = [await exportedTwice(), await exportedTwice()]
  await openLocal(page)
  await uploadMatching(page, [own])
  await button(page, /^Keep both “/).click()
  await expect(rows(page)).toContainText('Uploaded as a separate photo')
  await button(page, 'Clear list').click()
  await page.getByLabel('Add to the photostream').check()
  await uploadMatching(page, pairs)
  await button(page, 'Keep both for all 2').click()
  await expect(rows(page).getByText('In the gallery and the photostream')).toHaveCount(2)
  await expect(page.getByText('2 uploaded, 0 duplicates, 0 failed')).toBeVisible()
})

test.describe(() => {
  test.use({ allowed: /404.*uploads\/pending/ })

  test('a file that was decided in another window is no longer waiting', async ({ page }) => {
    const pair = await exportedTwice()
    await openLocal(page)
    await uploadMatching(page, [pair])
    await discardElsewhere()
    await button(page, /^Keep both/).click()
    await expect(rows(page)).toContainText('No longer waiting')
    expect(await md5Of(pair.photo.id)).toBe(pair.photo.md5)
    // Without a row among the uploads, a notice says it.
    const more = [await exportedTwice(), await exportedTwice(), await exportedTwice()]
    const [first] = more as [Pair, ...Pair[]]
    await uploadMatching(page, more)
    await openLocal(page)
    await expect(waiting(page)).toHaveCount(3)
    await discardElsewhere(first.name)
    await button(page, `Keep both “${first.photo.title}” and ${first.name}`).click()
    await expect(alert(page)).toHaveText(
      `${first.name} is no longer waiting: it was decided elsewhere or has expired.`,
    )
    await expect(waiting(page)).toHaveCount(2)
    await discardElsewhere()
    await button(page, 'Keep both for all 2').click()
    await expect(alert(page)).toHaveText(
      '2 files are no longer waiting: they were decided elsewhere or have expired.',
    )
    await expect(waiting(page)).toHaveCount(0)
  })

  /** Discards the files that wait, or one of them. */
  async function discardElsewhere(name?: string): Promise<void> {
    const left = await owner.json<{ id: string; fileName: string }[]>('/api/uploads/pending')
    for (const { id, fileName } of left) {
      if (name === undefined || name === fileName)
        await owner.send('POST', `/api/uploads/pending/${id}`, { decision: 'discard' })
    }
  }
})

/** A photo with an earlier version, whose crop was lost. */
async function withVersions(): Promise<Photo> {
  const { photo, name, file } = await exportedTwice({ width: 500, height: 500 })
  const form = new FormData()
  form.append('sourceId', name)
  form.append('onMatch', 'replace')
  form.append('image', new Blob([readFileSync(file)]), name)
  const { status } = await owner.request('/api/local/upload', { method: 'PUT', body: form })
  expect(status).toBe(200)
  return photo
}

const versionsOf = (page: Page) => page.getByRole('dialog', { name: 'Versions' })

test("the viewer lists a photo's versions, and 'Use this version' returns to one, with undo", async ({
  page,
}) => {
  const [{ photo: single }, photo] = [await exportedTwice(), await withVersions()]
  const now = await photoOf(photo.id)
  await crop(now)
  await open(page, `${server.address}/photo/${single.id}`)
  await button(page, 'Versions').click()
  await expect(versionsOf(page)).toContainText('This photo has had only one file.')
  await expect(versionsOf(page).getByRole('listitem')).toHaveCount(1)
  const choosing = page.waitForEvent('filechooser')
  await button(versionsOf(page), 'Upload new version').press('Enter')
  const own = await camera({ date: '2001:02:03 04:05:06', serial: 'another', title: 'Chosen' })
  const buffer = Buffer.from(own)
  await (await choosing).setFiles({ name: 'chosen.jpg', mimeType: 'image/jpeg', buffer })
  await expect(alert(page)).toHaveText('“Chosen” now shows the new file.')
  expect(await md5Of(single.id)).not.toBe(single.md5)
  await undo(page).click()
  await expect(alert(page)).toHaveText('The photo shows its previous file again.')
  expect(await md5Of(single.id)).toBe(single.md5)
  await open(page, `${server.address}/photo/${photo.id}`)
  await button(page, 'Versions').click()
  const list = versionsOf(page).getByRole('listitem')
  await expect(list).toHaveCount(2)
  await expect(list.first()).toContainText('Shown now')
  for (const item of await list.all()) {
    await expect(item).toContainText(/IMG_\d+\.jpg, [\d.]+ KB/)
  }
  await button(list.nth(1), /^Use this version/).click()
  await expect(versionsOf(page)).toHaveCount(0)
  await expect(alert(page)).toContainText('Its crop was removed')
  await expect(button(page, 'Versions')).toBeFocused()
  expect(await md5Of(photo.id)).toBe(photo.md5)
  const { fileName } = await photoOf(photo.id)
  const shown = (image: HTMLImageElement) => image.currentSrc
  await expect.poll(() => wallPicture(page).evaluate(shown)).toContain(fileName)

  await undo(page).click()
  await expect(alert(page)).toHaveText('The photo shows its previous file again.')
  const restored = await photoOf(photo.id)
  expect([restored.md5, restored.edit]).toEqual([now.md5, cropped])
})

test('versions are chosen with the keyboard on a phone', async ({ page }) => {
  const photo = await withVersions()
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, `${server.address}/photo/${photo.id}`)
  const openVersions = async () => {
    await page.getByRole('button', { name: 'More', exact: true }).press('Enter')
    // The list gets the focus in the next frame, and only then handles keys.
    await expect(page.getByRole('menuitem').first()).toBeFocused()
    await page.keyboard.press('v')
    await expect(page.getByRole('menuitem', { name: 'Versions' })).toBeFocused()
    await page.keyboard.press('Enter')
  }
  await openVersions()
  const use = button(versionsOf(page), /^Use this version/)
  await expect(use).toBeVisible()
  expect(await sidewaysScroll(page)).toBe(0)
  await page.keyboard.press('Tab')
  await expect(use).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(versionsOf(page)).toHaveCount(0)
  await expect.poll(() => md5Of(photo.id)).toBe(photo.md5)

  await openVersions()
  await expect(versionsOf(page).getByRole('listitem').nth(1)).toContainText('Shown now')
  await page.keyboard.press('Escape')
  await expect(versionsOf(page)).toHaveCount(0)
})
