import { basename, join } from 'node:path'
import type { Page } from 'playwright/test'
import type { Album } from '../../src/contract/albums/albums.ts'
import type { Photo, PhotoList } from '../../src/contract/photos/photos.ts'
import { clearAway, type RunningVitrine, temporaryFolder } from '../support/executable.ts'
import { makePhotos, writePhotos } from '../support/made-photos.ts'
import { claimedGallery, type OwnerClient, ownerPassword } from '../support/owner-client.ts'
import { expect, expectPictures, test } from './gallery.ts'
import { expectPhoto, open, publicPhotos, wallPicture } from './screen.ts'

let server: RunningVitrine
let owner: OwnerClient
let files: string[]

test.beforeAll(async () => {
  ;({ server, owner } = await claimedGallery())
  files = writePhotos(join(temporaryFolder(), 'photos'), await makePhotos(2))
  // An album with a code, for the list in 'Edit Photo'.
  await owner.send('POST', '/api/albums', { name: 'Family' })
  const { id } = await albumCalled('Family')
  expect((await owner.send('PUT', `/api/albums/${id}`, { code: 'kin-only' })).status).toBe(200)
})
test.afterAll(clearAway)
test.use({ reducedMotion: 'reduce' })

type Role = 'button' | 'checkbox' | 'link' | 'textbox'

/** More than any screen here has focusable elements. */
const maxTabs = 60

/** Presses Tab until the element with this role and name is focused and in the viewport. */
async function tabTo(page: Page, role: Role, name: string | RegExp, key = 'Tab'): Promise<void> {
  const wanted = page.getByRole(role, { name, exact: true })
  await expect(wanted.first()).toBeVisible()
  const focused = wanted.and(page.locator(':focus'))
  for (let tabs = 0; tabs < maxTabs && (await focused.count()) === 0; tabs++) {
    await page.keyboard.press(key)
  }
  await expect(focused).toBeFocused()
  // A visually hidden field is represented by its label.
  await expect(page.locator('label:has(:focus), :focus').first()).toBeInViewport()
}

async function enter(page: Page, role: Role, name: string | RegExp): Promise<void> {
  await tabTo(page, role, name)
  await page.keyboard.press('Enter')
}

/** Replaces a field's text, reaching it with Tab. */
async function type(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, 'textbox', label)
  await page.keyboard.press('Control+A')
  await page.keyboard.type(text)
  await expect(page.getByRole('textbox', { name: label, exact: true })).toHaveValue(text)
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const notice = (page: Page) => page.getByRole('region', { name: 'Notification' }).getByRole('alert')
const albumCalled = async (name: string) =>
  (await owner.json<Album[]>('/api/albums')).find((album) => album.name === name)!

/** A request without a session. */
async function visitor<T>(path: string): Promise<{ status: number; data: T | undefined }> {
  const response = await fetch(server.address + path)
  return { status: response.status, data: ((await response.json()) as { data?: T }).data }
}

test("the owner can do a day's work without a mouse", async ({ page }) => {
  await signIn(page)
  await upload(page)
  await describePhoto(page)
  await cropSquare(page)
  await addAlbum(page)
  await fillAlbum(page)
  await orderAlbum(page)
  await closeAlbum(page)
  await showAndHide(page)
  await deleteOther(page)
  await logOut(page)
  await expectVisitorsSee()
})

async function signIn(page: Page): Promise<void> {
  await open(page, `${server.address}/account`)
  await expect(heading(page)).toHaveText('Login to edit settings')
  await tabTo(page, 'textbox', 'Password')
  await page.keyboard.type(ownerPassword)
  await enter(page, 'button', 'Submit')
  await expect(heading(page)).toHaveText('Profile')
  await expect(page.getByRole('main')).toBeFocused()
}

async function upload(page: Page): Promise<void> {
  await enter(page, 'link', 'Local Drive')
  await expect(heading(page)).toHaveText('Local Drive')
  const chooser = page.waitForEvent('filechooser')
  await enter(page, 'button', /choose files$/)
  await (await chooser).setFiles(files)
  const chosen = page.getByRole('list', { name: 'Chosen files' })
  for (const file of files) await expect(chosen).toContainText(basename(file))
  await enter(page, 'button', 'Upload 2 files')
  await expect(page.getByText('2 uploaded, 0 duplicates, 0 failed')).toBeVisible()
  expect(await publicPhotos(server)).toEqual([])
}

async function describePhoto(page: Page): Promise<void> {
  await enter(page, 'link', 'Home')
  await enter(page, 'link', 'Made photo 1')
  await expect(heading(page)).toHaveText('Made photo 1')
  await enter(page, 'button', 'Edit Photo Description')
  const dialog = page.getByRole('dialog', { name: 'Edit Photo' })
  await expect(dialog.getByLabel('Title')).toBeFocused()
  await type(page, 'Title', 'The old quay')
  await type(page, 'Keywords', 'harbour, dusk')
  await enter(page, 'button', 'Albums Not in any album')
  const item = page.getByRole('menuitemcheckbox', { name: /^Family/ })
  // The list handles typed keys once it has the focus.
  await expect(page.getByRole('menuitemcheckbox').first()).toBeFocused()
  await page.keyboard.type('fam')
  await expect(item).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(item).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(button(page, 'Albums Family')).toBeFocused()
  await enter(page, 'button', 'Save')
  await expect(dialog).toHaveCount(0)
  await expect(button(page, 'Edit Photo Description')).toBeFocused()
  await expect(heading(page)).toHaveText('The old quay')
  await expect(page.getByText('harbour, dusk')).toBeVisible()
}

async function cropSquare(page: Page): Promise<void> {
  const before = (await owner.photos()).find(({ title }) => title === 'The old quay')!
  await enter(page, 'button', 'Cropper & Rotate Photo')
  const dialog = page.getByRole('dialog', { name: 'Crop & rotate' })
  await tabTo(page, 'button', 'Square Cropper')
  await page.keyboard.press('Space')
  await expect(button(page, 'Square Cropper')).toHaveAttribute('aria-pressed', 'true')
  await expect(dialog.getByText('320 × 320 pixels', { exact: true })).toBeVisible()
  // The picture's old address stops working once the edit is saved.
  await expectPictures(page)
  await enter(page, 'button', 'Save Image')
  await expect(dialog).toHaveCount(0)
  await expect(button(page, 'Cropper & Rotate Photo')).toBeFocused()
  const cropped = await owner.json<Photo>(`/api/photos/${before.id}`)
  expect(cropped.fileName).not.toBe(before.fileName)
  await expectPhoto(page, cropped)
  const ratio = wallPicture(page).evaluate(
    (image: HTMLImageElement) => image.naturalWidth / image.naturalHeight,
  )
  expect(await ratio).toBe(1)
}

async function addAlbum(page: Page): Promise<void> {
  await enter(page, 'link', 'Albums')
  await expect(heading(page)).toHaveText('Photo Albums')
  await enter(page, 'button', 'Add Album')
  const dialog = page.getByRole('dialog', { name: 'Add Album' })
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await type(page, 'Name', 'By the sea')
  await type(page, 'Description', 'Two evenings')
  await enter(page, 'button', 'Add Album')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('link', { name: /By the sea/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('By the sea')
  await expect(page.getByText('Two evenings')).toBeVisible()
  await expect(page.getByText('No photos in this album yet')).toBeVisible()
}

async function fillAlbum(page: Page): Promise<void> {
  await enter(page, 'button', 'Add photos to the album')
  const dialog = page.getByRole('dialog', { name: 'Add photos to By the sea' })
  for (const name of ['The old quay', 'Made photo 0']) {
    await tabTo(page, 'checkbox', name)
    await page.keyboard.press('Space')
    await expect(page.getByRole('checkbox', { name, exact: true })).toBeChecked()
  }
  await enter(page, 'button', 'Add 2 photos')
  await expect(dialog).toHaveCount(0)
  await expect(notice(page)).toHaveText('2 photos added')
  await expect(button(page, 'Add photos to the album')).toBeFocused()
  await expect(page.locator('a.tile')).toHaveCount(2)
}

async function orderAlbum(page: Page): Promise<void> {
  const order = () =>
    page.locator('li[data-photo] img, a.tile img').evaluateAll((images) => {
      return images.map((image) => (image as HTMLImageElement).alt)
    })
  const [first, second] = (await order()) as [string, string]
  await enter(page, 'button', 'Order photos')
  await enter(page, 'button', `Move up: ${second}`)
  await expect.poll(order).toEqual([second, first])
  await expect(page.getByText(`${second}: position 1 of 2`)).toBeAttached()
  await expect(button(page, `Move up: ${second}`)).toBeFocused()
  await tabTo(page, 'button', 'Save Ordering', 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(notice(page)).toHaveText('Order saved')
  await enter(page, 'button', 'Done')
  await expect(button(page, 'Order photos')).toBeFocused()
  await expect.poll(order).toEqual([second, first])
  const { id } = await albumCalled('By the sea')
  const seen = await visitor<PhotoList>(`/api/albums/${id}/photos`)
  expect(seen.data?.photos.map(({ title }) => title)).toEqual([second, first])
}

async function closeAlbum(page: Page): Promise<void> {
  await enter(page, 'button', 'Edit album')
  const dialog = page.getByRole('dialog', { name: 'Edit Album' })
  await type(page, 'Share code', 'low-tide')
  await enter(page, 'button', 'Save')
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(/\/album\/[^/]+\?code=low-tide$/)
  await expect(page.getByText('Code required')).toBeVisible()
  await expect(button(page, 'Edit album')).toBeFocused()
}

async function showAndHide(page: Page): Promise<void> {
  await enter(page, 'link', 'Home')
  const lock = button(page, 'Public: The old quay')
  await tabTo(page, 'button', 'Public: The old quay')
  await expect(lock).toHaveAttribute('aria-pressed', 'false')
  await page.keyboard.press('Space')
  await expect(notice(page)).toHaveText('No PhotoStream album set')
  await enter(page, 'button', 'Create one')
  await expect(lock).toHaveAttribute('aria-pressed', 'true')
  const publicTitles = async () => (await publicPhotos(server)).map(({ title }) => title)
  await expect.poll(publicTitles).toEqual(['The old quay'])

  await tabTo(page, 'button', 'Public: The old quay')
  await page.keyboard.press('Space')
  await expect(lock).toHaveAttribute('aria-pressed', 'false')
  await expect(lock).toBeFocused()
  await expect.poll(publicTitles).toEqual([])
}

async function deleteOther(page: Page): Promise<void> {
  await enter(page, 'link', 'Made photo 0')
  // Wait for the photo's likes: after its deletion, the request would fail.
  await expect(page.getByText('Be the first to like this picture')).toBeVisible()
  await expectPictures(page)
  await enter(page, 'button', 'Delete Photo')
  const dialog = page.getByRole('alertdialog', { name: 'Delete Photo?' })
  await expect(button(page, 'Cancel')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(button(page, 'Delete Photo')).toBeFocused()
  expect(await owner.photos()).toHaveLength(2)
  await page.keyboard.press('Enter')
  await enter(page, 'button', 'Move to trash')
  await expect(dialog).toHaveCount(0)
  await expect(heading(page)).toHaveText('The old quay')
  await expect(button(page, 'Delete Photo')).toBeFocused()
  await tabTo(page, 'link', 'All photos', 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.locator('a.tile')).toHaveCount(1)
  await expect(page.getByRole('link', { name: 'The old quay' })).toBeVisible()
}

async function logOut(page: Page): Promise<void> {
  await enter(page, 'link', 'ACCOUNT')
  await enter(page, 'link', 'Logout')
  await enter(page, 'button', 'Sign out')
  await expect(notice(page)).toHaveText('You have been signed out.')
  await expect(heading(page)).toHaveText('Login to edit settings')
  await expect(page.getByRole('main')).toBeFocused()
  // The remaining cookie signs nobody in; it only keeps others from locking this browser out.
  const left = await page.context().cookies()
  expect(left.map(({ name }) => name)).toEqual(['vitrine_known'])
}

/** Expects visitors to see the photo only in albums, with their codes. */
async function expectVisitorsSee(): Promise<void> {
  const { id } = await albumCalled('By the sea')
  const { id: family } = await albumCalled('Family')
  expect(await publicPhotos(server)).toEqual([])
  expect((await visitor<Album[]>('/api/albums')).data?.map(({ name }) => name)).toEqual([
    'Photostream',
  ])
  for (const closed of [id, family]) {
    expect((await visitor(`/api/albums/${closed}/photos`)).status).toBe(404)
  }
  for (const open of [`${id}/photos?code=low-tide`, `${family}/photos?code=kin-only`]) {
    const { photos } = (await visitor<PhotoList>(`/api/albums/${open}`)).data!
    expect(photos).toHaveLength(1)
    expect(photos[0]).toMatchObject({
      title: 'The old quay',
      keywords: ['harbour', 'dusk'],
      width: 320,
      height: 320,
    })
  }
}
