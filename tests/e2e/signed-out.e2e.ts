import { join } from 'node:path'
import type { Locator, Page } from 'playwright/test'
import type { Album } from '../../src/contract/albums/albums.ts'
import type { User } from '../../src/contract/people/owner.ts'
import type { Photo } from '../../src/contract/photos/photos.ts'
import {
  clearAway,
  type RunningVitrine,
  runCommand,
  temporaryFolder,
} from '../support/executable.ts'
import { makePhotos, writePhotos } from '../support/made-photos.ts'
import { claimedGallery, type OwnerClient, ownerPassword, signIn } from '../support/owner-client.ts'
import { expect, test } from './gallery.ts'
import { guestCookie } from './guest.ts'
import { leave } from './kept-page.ts'
import { publish } from './long-gallery.ts'
import { open, publicPhotos, signInBrowser } from './screen.ts'

let server: RunningVitrine
/** Uses the page's session. */
let owner: OwnerClient
let photos: Photo[]

// A gallery per test, since sign-ins are rate-limited by address.
test.beforeEach(async ({ page }) => {
  ;({ server, owner } = await claimedGallery())
  for (const made of await makePhotos(3)) await owner.upload(made)
  photos = await owner.photos()
  await publish(owner, photos.slice(0, 1))
  await signInBrowser(page, server, owner.cookie)
})
test.afterEach(async ({ page }) => {
  // The page may still be loading pictures: a gallery that stops would reset their connections.
  await leave(page)
  await clearAway()
})
test.use({
  allowed: /^(answer|console.*) (401|403|429)|status of (401|403|429)|ApiError: 401/,
  reducedMotion: 'reduce',
  // Tracing fetches the page's files again in ways that its policy forbids.
  trace: 'off',
})

/** Ends the page's session on the server, like signing out in another tab. */
const endSession = () => owner.request('/api/logout')
const question = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' })
const password = (page: Page) => question(page).getByLabel('Password', { exact: true })

async function signInAgain(page: Page, typed = ownerPassword): Promise<void> {
  await expect(password(page)).toBeFocused()
  await password(page).fill(typed)
  await question(page).getByRole('button', { name: 'Sign in', exact: true }).click()
}

async function editPhoto(page: Page): Promise<Locator> {
  await open(page, `${server.address}/photo/${photos[0]!.id}`)
  await page.getByRole('button', { name: 'Edit Photo Description' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Photo' })
  await expect(form.getByRole('button', { name: /^Albums/ })).toBeVisible()
  return form
}

/** Reads saved data with a separate session. */
async function stored<T>(path: string, withPassword = ownerPassword): Promise<T> {
  const cookie = await signIn(server, withPassword)
  const response = await fetch(server.address + path, { headers: { Cookie: cookie } })
  return ((await response.json()) as { data: T }).data
}

test('a photo’s title is saved after signing in again', async ({ page }) => {
  const form = await editPhoto(page)
  await form.getByLabel('Title').fill('The old quay')
  await endSession()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(question(page)).toContainText('nothing you typed is lost')
  await signInAgain(page, '')
  await expect(password(page)).toHaveAttribute('aria-invalid', 'true')
  await expect(password(page)).toHaveAccessibleDescription('Enter your password')
  await signInAgain(page, 'a wrong password')
  await expect(question(page).getByText('Incorrect Password')).toBeVisible()
  await expect(password(page)).toBeFocused()
  await signInAgain(page)
  await expect(question(page)).toHaveCount(0)
  await expect(form).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The old quay')
  expect((await stored<Photo>(`/api/photos/${photos[0]!.id}`)).title).toBe('The old quay')
})

test('cancelling the sign-in keeps the typed text and says what to do; saving asks again', async ({
  page,
}) => {
  const form = await editPhoto(page)
  await form.getByLabel('Title').fill('The old quay')
  await endSession()
  const save = form.getByRole('button', { name: 'Save' })
  await save.click()
  await expect(password(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question(page)).toHaveCount(0)
  await expect(form.getByLabel('Title')).toHaveValue('The old quay')
  await expect(
    form.getByText('Your session has ended; try again and sign in when asked'),
  ).toBeVisible()
  await expect(save).toBeFocused()
  await page.keyboard.press('Enter')
  await question(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(question(page)).toHaveCount(0)
  await expect(form.getByLabel('Title')).toHaveValue('The old quay')
  await save.click()
  await signInAgain(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The old quay')
})

test('the old password is refused after a password change, and the new one saves the settings', async ({
  page,
}) => {
  await open(page, `${server.address}/account/uxconfig`)
  await page.getByLabel('Grid Columns').fill('5')
  const changed = await runCommand(['password', '--data', server.data], {
    input: 'another long password\n',
  })
  expect(changed.code).toBe(0)
  await page.getByRole('button', { name: 'Submit' }).click()
  await signInAgain(page)
  await expect(question(page).getByText('Incorrect Password')).toBeVisible()
  await signInAgain(page, 'another long password')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Grid Columns')).toHaveValue('5')
})

test('a profile is saved after signing out in another tab', async ({ page, context }) => {
  await open(page, `${server.address}/account/profile`)
  await page.getByLabel('Bio').fill('Photographs of harbours.')
  const tab = await context.newPage()
  await open(tab, `${server.address}/account/logout`)
  await tab.getByRole('button', { name: 'Sign out' }).click()
  await expect(tab.getByText('You have been signed out.')).toBeVisible()
  await page.getByRole('button', { name: 'Submit' }).click()
  await signInAgain(page)
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  expect((await stored<User>('/api/user')).bio).toBe('Photographs of harbours.')
})

test('the owner is not asked if another tab has signed in meanwhile', async ({ page }) => {
  await open(page, `${server.address}/account/profile`)
  await page.getByLabel('Bio').fill('Photographs of harbours.')
  // The refused session is not the browser's current one.
  const refusal = { error: { code: 401, message: 'owner only' } }
  await page.route('**/api/user', (route) => route.fulfill({ status: 401, json: refusal }), {
    times: 1,
  })
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect(question(page)).toHaveCount(0)
})

test('the order of an album is saved after signing in again', async ({ page }) => {
  const made = await owner.send('POST', '/api/albums', { name: 'Harbours' })
  const { id } = ((await made.json()) as { data: Album }).data
  const photoIds = photos.map((photo) => photo.id)
  await owner.send('PUT', `/api/albums/${id}/photos/add`, { photoIds })
  await open(page, `${server.address}/album/${id}`)
  await page.getByRole('button', { name: 'Order photos' }).click()
  const places = () =>
    page.locator('li[data-photo]').evaluateAll((items) => items.map((item) => item.dataset.photo))
  await expect.poll(places).toHaveLength(3)
  const before = await places()
  await page
    .getByRole('button', { name: /^Move down/ })
    .first()
    .click()
  await expect.poll(places).not.toEqual(before)
  const wanted = await places()
  await endSession()
  await page.getByRole('button', { name: 'Save Ordering' }).click()
  await signInAgain(page)
  await expect(page.getByRole('alert')).toHaveText('Order saved')
  const saved = await stored<{ photos: Photo[] }>(`/api/albums/${id}/photos?limit=10`)
  expect(saved.photos.map((photo) => photo.id)).toEqual(wanted as string[])
})

test('many uploads share one sign-in, and all finish', async ({ page }) => {
  const made = await makePhotos(8, { first: 20 })
  // Refused before it has been sent completely.
  const large = { ...made[0]!, bytes: Buffer.concat([made[0]!.bytes, Buffer.alloc(40_000_000)]) }
  const files = writePhotos(join(temporaryFolder(), 'photos'), [large, ...made.slice(1)])
  await open(page, `${server.address}/account/local`)
  await page.locator('input[type=file]').setInputFiles(files)
  await endSession()
  await page.getByRole('button', { name: 'Upload 8 files' }).click()
  await signInAgain(page)
  await expect(page.getByText('8 uploaded, 0 duplicates, 0 failed')).toBeVisible({
    timeout: 60_000,
  })
  await expect(question(page)).toHaveCount(0)
  expect((await stored<{ total: number }>('/api/photos?limit=1')).total).toBe(11)
})

test('uploads pause if sign-in is cancelled, and can be retried', async ({ page }) => {
  const files = writePhotos(join(temporaryFolder(), 'photos'), await makePhotos(8, { first: 20 }))
  await open(page, `${server.address}/account/local`)
  await page.locator('input[type=file]').setInputFiles(files)
  await endSession()
  await page.getByRole('button', { name: 'Upload 8 files' }).click()
  await expect(password(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alert').filter({ hasText: 'session has ended' })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'made-' })).toHaveCount(8)
  await page.getByRole('button', { name: 'Retry all failed' }).click()
  await signInAgain(page)
  await expect(page.getByText('8 uploaded, 0 duplicates, 0 failed')).toBeVisible({
    timeout: 60_000,
  })
})

test('a lock changes the photo after signing in again', async ({ page }) => {
  await open(page, `${server.address}/`)
  await endSession()
  const locks = (isPublic: boolean) =>
    page.getByRole('button', { name: /^Public: /, pressed: isPublic })
  await expect(locks(true)).toHaveCount(1)
  await locks(false).first().click()
  await signInAgain(page)
  await expect(locks(true)).toHaveCount(2)
  await expect.poll(async () => (await publicPhotos(server)).length).toBe(2)
})

test('a comment of the owner is posted after signing in again', async ({ page }) => {
  await open(page, `${server.address}/photo/${photos[0]!.id}`)
  await page.getByLabel('Comment', { exact: true }).fill('My favourite.')
  await endSession()
  await page.getByRole('button', { name: 'Post' }).click()
  await signInAgain(page)
  await expect(page.getByRole('region', { name: 'Comments' })).toContainText('My favourite.')
  await expect(page.getByLabel('Comment', { exact: true })).toHaveValue('')
})

test('data loaded while signed out is reloaded after signing in again', async ({ page }) => {
  await owner.send('POST', '/api/albums', { name: 'Hidden' })
  for (const album of await owner.json<Album[]>('/api/albums')) {
    if (album.name === 'Hidden')
      await owner.send('PUT', `/api/albums/${album.id}`, { code: 'a-secret-code' })
  }
  await open(page, `${server.address}/`)
  await endSession()
  await page.getByRole('link', { name: 'Albums' }).first().click()
  await expect(page.locator('a[data-album]')).toHaveCount(1)
  await page.getByRole('button', { name: 'Add Album' }).click()
  const form = page.getByRole('dialog', { name: 'Add Album' })
  await form.getByLabel('Name').fill('Third')
  await page.keyboard.press('Enter')
  await signInAgain(page)
  await expect(page.locator('a[data-album]')).toHaveCount(3)
})

test('the owner is also asked if the browser is signed in as a guest', async ({ page }) => {
  await signInBrowser(page, server, await guestCookie(server, 'Bea', 'bea@example.org'))
  const form = await editPhoto(page)
  await form.getByLabel('Title').fill('The old quay')
  await endSession()
  await form.getByRole('button', { name: 'Save' }).click()
  await signInAgain(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The old quay')
})

test('too many attempts and a wrong password have different messages', async ({ page }) => {
  const form = await editPhoto(page)
  await form.getByLabel('Title').fill('The old quay')
  await endSession()
  await form.getByRole('button', { name: 'Save' }).click()
  for (let status = 0; status !== 429; ) {
    const response = page.waitForResponse((response) => response.url().endsWith('/api/login'))
    await signInAgain(page, 'a wrong password')
    status = (await response).status()
  }
  await expect(question(page).getByText(/too many/i)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(form.getByLabel('Title')).toHaveValue('The old quay')
})

test('a guest whose sign-in has ended keeps the comment text and can register again', async ({
  page,
  context,
}) => {
  await context.clearCookies()
  const guest = await guestCookie(server, 'Bea', 'bea@example.org')
  await signInBrowser(page, server, guest)
  await open(page, `${server.address}/photo/${photos[0]!.id}`)
  const comment = page.getByLabel('Comment', { exact: true })
  await comment.fill('What a quay!')
  await fetch(`${server.address}/api/guest/logout`, { headers: { Cookie: guest } })
  await page.getByRole('button', { name: 'Post' }).click()
  await expect(page.getByRole('dialog', { name: 'Register User' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(comment).toHaveValue('What a quay!')
})
