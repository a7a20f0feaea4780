import type { Locator, Page } from 'playwright/test'
import type { Album } from '../../src/contract/albums/albums.ts'
import type { User } from '../../src/contract/people/owner.ts'
import type { Photo } from '../../src/contract/photos/photos.ts'
import { clearAway, type RunningVitrine } from '../support/executable.ts'
import { claimedGallery, type OwnerClient } from '../support/owner-client.ts'
import { camera } from '../support/photos.ts'
import { expect, test } from './gallery.ts'
import { publish } from './long-gallery.ts'
import { expectPhoto, goBack, open, signInBrowser, stopClock } from './screen.ts'

let server: RunningVitrine
let owner: OwnerClient
const albumIds: Record<string, string> = {}

test.beforeAll(async () => {
  ;({ server, owner } = await claimedGallery())
  await publish(owner, [])
  for (const name of ['Family', 'Friends', 'Lakes', 'Mountains', 'Portraits', 'Trains', 'Zoo']) {
    const made = await owner.send('POST', '/api/albums', { name })
    albumIds[name] = ((await made.json()) as { data: Album }).data.id
  }
  for (const album of await owner.json<Album[]>('/api/albums')) albumIds[album.name] = album.id
})
test.afterAll(clearAway)
test.use({ reducedMotion: 'reduce' })

const photoOf = (id: string) => owner.json<Photo>(`/api/photos/${id}`)
const albumsOf = async ({ id }: Photo) =>
  (await owner.json<Album[]>(`/api/photos/${id}/albums`)).map(({ name }) => name).sort()

async function upload(title = 'Quay'): Promise<Photo> {
  const keywords = ['harbour', 'evening']
  const bytes = await camera({ width: 300, height: 200, title, keywords, description: 'Calm.' })
  return photoOf((await owner.upload({ name: 'quay.jpg', bytes })).id!)
}

const put = (name: string, photo: Photo) =>
  owner.send('PUT', `/api/albums/${albumIds[name]}/photos/add`, { photoIds: [photo.id] })

async function openPhoto(page: Page, photo: Photo, path = '/photo'): Promise<void> {
  await signInBrowser(page, server, owner.cookie)
  await open(page, `${server.address}${path}/${photo.id}`)
  await expect(page.getByRole('group', { name: 'Owner tools' })).toBeVisible()
}

async function openForm(page: Page, photo: Photo): Promise<Locator> {
  await openPhoto(page, photo)
  await page.getByRole('button', { name: 'Edit Photo Description' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Photo' })
  await expect(dialog.getByRole('button', { name: /^Albums/ })).toBeVisible()
  return dialog
}

const save = (dialog: Locator) => dialog.getByRole('button', { name: 'Save' }).click()

/** Records every change of a photo that the page sends. */
function watchChanges(page: Page): { path: string; body: unknown }[] {
  const sent: { path: string; body: unknown }[] = []
  page.on('request', (request) => {
    if (request.method() !== 'PUT') return
    sent.push({ path: new URL(request.url()).pathname, body: request.postDataJSON() })
  })
  return sent
}

test('only changed texts are sent, and they are updated wherever the photo is shown', async ({
  page,
}) => {
  const photo = await upload()
  const sent = watchChanges(page)
  const dialog = await openForm(page, photo)
  await expect(dialog.getByLabel('Title')).toBeFocused()
  await expect(dialog.getByLabel('Title')).toHaveValue('Quay')
  await expect(dialog.getByLabel('Keywords')).toHaveValue('harbour, evening')
  await expect(dialog.getByText('Separated by commas')).toBeVisible()
  await expect(dialog.getByLabel('Description')).toHaveAttribute('rows', '2')
  await dialog.getByLabel('Title').fill('The old quay')
  await dialog.getByLabel('Keywords').fill('harbour, dusk,, dusk')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  expect(sent).toEqual([
    {
      path: `/api/photos/${photo.id}`,
      body: { id: photo.id, title: 'The old quay', keywords: ['harbour', 'dusk'] },
    },
  ])
  const saved = await photoOf(photo.id)
  expect(saved).toMatchObject({ title: 'The old quay', description: 'Calm.' })
  await expectPhoto(page, saved)
  await expect(page.getByText('harbour, dusk')).toBeVisible()
  await page.getByRole('link', { name: 'All photos' }).click()
  // The title is also the alt text in the viewer.
  await expect(page.locator('a.tile', { has: page.getByAltText('The old quay') })).toBeVisible()
})

test("saving without a change shows the alert 'no changes' and sends nothing", async ({ page }) => {
  const sent = watchChanges(page)
  const dialog = await openForm(page, await upload())
  await save(dialog)
  await expect(dialog.getByRole('alert')).toHaveText('no changes')
  expect(sent).toEqual([])
  await dialog.getByLabel('Description').fill('Calm. ')
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await save(dialog)
  await expect(dialog.getByRole('alert')).toHaveText('no changes')
  expect(sent).toEqual([])
})

test('albums can be selected with the keyboard, and are sent only if they have changed', async ({
  page,
}) => {
  const photo = await upload()
  await put('Lakes', photo)
  await put('Zoo', photo)
  const sent = watchChanges(page)
  const dialog = await openForm(page, photo)
  const field = dialog.getByRole('button', { name: /^Albums/ })
  await expect(field).toHaveText('Lakes, Zoo')
  await field.focus()
  await page.keyboard.press('Enter')
  const menu = page.getByRole('menu')
  // The list gets the focus in the next frame, and only then handles keys.
  await expect(page.getByRole('menuitemcheckbox').first()).toBeFocused()
  const { width, height } = (await menu.boundingBox())!
  expect([width, height <= 224]).toEqual([250, true])
  await expect(page.getByRole('menuitemcheckbox', { name: 'Lakes' })).toBeChecked()
  await expect(page.getByRole('menuitemcheckbox', { name: 'Family' })).not.toBeChecked()
  // One letter: two would have to be typed within half a second.
  await page.keyboard.press('m')
  await expect(page.getByRole('menuitemcheckbox', { name: 'Mountains' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('End')
  await expect(page.getByRole('menuitemcheckbox', { name: 'Zoo' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(field).toHaveText('Lakes, Mountains')
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
  await expect(field).toBeFocused()
  await save(dialog)
  await expect(dialog).toHaveCount(0)
  expect(sent.map(({ path }) => path)).toEqual([`/api/photos/${photo.id}/albums/set`])
  expect(await albumsOf(photo)).toEqual(['Lakes', 'Mountains'])
})

test('typing in the list of albums starts a new search after half a second', async ({ page }) => {
  await page.clock.install()
  const dialog = await openForm(page, await upload())
  await dialog.getByRole('button', { name: /^Albums/ }).press('Enter')
  const highlighted = page.locator('[role=menuitemcheckbox][data-highlighted]')
  await expect(page.getByRole('menuitemcheckbox').first()).toBeFocused()
  // From here on, time passes between the keys only where the test says so.
  await stopClock(page)
  await page.keyboard.press('f')
  await page.clock.runFor(400)
  await page.keyboard.press('r')
  await page.clock.runFor(100)
  await expect(highlighted).toHaveText(/^Friends/)
  await page.clock.runFor(600)
  await page.keyboard.press('l')
  await page.clock.runFor(100)
  await expect(highlighted).toHaveText(/^Lakes/)
})

test('adding and removing a photo from the photostream updates viewer and grid', async ({
  page,
}) => {
  const photo = await upload('Signal box')
  const dialog = await openForm(page, photo)
  await dialog.getByRole('button', { name: /^Albums/ }).click()
  await page.getByRole('menuitemcheckbox', { name: /^Stream/ }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Trains' }).click()
  await page.keyboard.press('Escape')
  await save(dialog)
  await expect(page.getByRole('button', { name: 'Set Private Photo' })).toBeVisible()

  // No longer in the photostream, but still in an album without a code.
  await page.getByRole('button', { name: 'Set Private Photo' }).click()
  const notice = page.getByRole('region', { name: 'Notification' })
  await expect(notice.getByRole('alert')).toHaveText('Still visible in Trains')
  await page.getByRole('link', { name: 'All photos' }).click()
  const lock = page.getByRole('button', { name: 'Public: Signal box' })
  await expect(lock).toHaveAttribute('data-state', 'elsewhere')
  await page.goBack()
  await page.getByRole('button', { name: 'Set Public Photo' }).click()
  await page.getByRole('button', { name: 'Set Private Photo' }).click()
  await notice.getByRole('button', { name: 'Remove there too' }).click()
  await expect.poll(() => albumsOf(photo)).toEqual([])
  await page.getByRole('link', { name: 'All photos' }).click()
  await expect(lock).toHaveAttribute('data-state', 'private')
})

test('Escape, Cancel and Back ask before unsaved changes are discarded', async ({ page }) => {
  const photo = await upload()
  const sent = watchChanges(page)
  await signInBrowser(page, server, owner.cookie)
  await open(page, server.address)
  await page.locator(`a.tile[href='/photo/${photo.id}']`).click()
  await expectPhoto(page, photo)
  await page.keyboard.press('e')
  const dialog = page.getByRole('dialog', { name: 'Edit Photo' })
  await expect(dialog.getByLabel('Title')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  await page.keyboard.press('e')
  await dialog.getByLabel('Title').fill('Something else')
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Cancel' }).click(),
    () => goBack(page),
  ]) {
    await leave()
    await question.getByRole('button', { name: 'Stay' }).click()
    await expect(question).toHaveCount(0)
    await expect(dialog.getByLabel('Title')).toHaveValue('Something else')
  }
  await goBack(page)
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(dialog).toHaveCount(0)
  await expectPhoto(page, photo)
  await goBack(page)
  await expect(page.locator('a.tile').first()).toBeVisible()
  expect(sent).toEqual([])
})

test('removing a photo from the open album shows the next photo, and finally the album', async ({
  page,
}) => {
  const [first, second, third] = [await upload('One'), await upload('Two'), await upload('Three')]
  for (const photo of [first, second, third]) await put('Family', photo)
  const path = `/album/${albumIds.Family}`
  await owner.send('PUT', `/api/albums/${albumIds.Family}/order`, {
    photos: [first.id, second.id, third.id],
  })
  await openPhoto(page, second, path)
  const dialog = page.getByRole('dialog', { name: 'Edit Photo' })
  const notice = page.getByRole('region', { name: 'Notification' }).getByRole('alert')
  const removeFromAlbum = async () => {
    await page.keyboard.press('e')
    await dialog.getByRole('button', { name: /^Albums/ }).press('Enter')
    await page.getByRole('menuitemcheckbox', { name: 'Family' }).click()
    await page.keyboard.press('Escape')
    await save(dialog)
    await expect(dialog).toHaveCount(0)
    await expect(notice).toHaveText('The photo is no longer in Family.')
    // The first Escape closes the notice.
    await page.keyboard.press('Escape')
    await expect(notice).toHaveCount(0)
  }
  await removeFromAlbum()
  await expect(page).toHaveURL(`${server.address}${path}/${third.id}`)
  await expect(page.getByText('2 of 2')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Three')
  await removeFromAlbum()
  await expect(page).toHaveURL(`${server.address}${path}/${first.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('One')

  // Removing it from another album does not navigate.
  await page.keyboard.press('e')
  await dialog.getByRole('button', { name: /^Albums/ }).press('Enter')
  await page.getByRole('menuitemcheckbox', { name: 'Zoo' }).click()
  await page.keyboard.press('Escape')
  await save(dialog)
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(`${server.address}${path}/${first.id}`)
  await expect(notice).toHaveCount(0)

  await removeFromAlbum()
  await expect(page).toHaveURL(`${server.address}${path}`)
  await expect(page.getByText('No photos in this album yet')).toBeVisible()
  expect(await albumsOf(first)).toEqual(['Zoo'])
  expect(await albumsOf(second)).toEqual([])
})

test('Escape cancels a loading dialog; a second Escape leaves the photo', async ({ page }) => {
  const photo = await upload()
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/edit-dialog-*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  await openPhoto(page, photo)
  const asked = page.waitForRequest(/assets\/edit-dialog-/)
  await page.keyboard.press('e')
  await asked
  await page.keyboard.press('Delete')
  await page.keyboard.press('Escape')
  const loaded = page.waitForResponse(/assets\/edit-dialog-/)
  held.resolve()
  await loaded
  await page.waitForLoadState('networkidle')
  await expectPhoto(page, photo)
  await expect(page.locator('[role="dialog"], [role="alertdialog"]')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.locator('a.tile').first()).toBeVisible()
})

test.describe('server errors', () => {
  test.use({ allowed: /(answer|console).* (400|500|503)|ApiError/ })

  test('an error from the server is shown in the dialog, which keeps its values', async ({
    page,
  }) => {
    const photo = await upload()
    const logged: string[] = []
    page.on('console', (message) => logged.push(message.text()))
    const dialog = await openForm(page, photo)
    await dialog.getByLabel('Title').fill('Kept')
    await page.route(`**/api/photos/${photo.id}`, (route) =>
      route.fulfill({
        status: 500,
        json: { error: { code: 500, message: 'the disk is full' } },
      }),
    )
    await save(dialog)
    await expect(dialog.getByRole('alert')).toHaveText('The disk is full')
    await expect(dialog.getByLabel('Title')).toHaveValue('Kept')
    expect(logged.join()).toContain('500: the disk is full')
    await page.unroute(`**/api/photos/${photo.id}`)
    const keywords = dialog.getByLabel('Keywords')
    const before = await keywords.inputValue()
    await keywords.fill(`${before}, ${'long '.repeat(21)}`)
    await save(dialog)
    const start = 'long '.repeat(6)
    await expect(dialog.getByText(`“${start}…”: Must have at most 100 characters`)).toBeVisible()
    await expect(keywords).toBeFocused()
    await expect(keywords).toHaveAttribute('aria-invalid', 'true')
    await keywords.fill(Array.from({ length: 101 }, (_, number) => `word ${number}`).join())
    await save(dialog)
    await expect(dialog.getByText('Must have at most 100 entries')).toBeVisible()
    await keywords.fill(before)
    await save(dialog)
    await expect(dialog).toHaveCount(0)
    expect((await photoOf(photo.id)).title).toBe('Kept')
  })

  test('an error about the albums keeps the saved texts, and only the albums are sent again', async ({
    page,
  }) => {
    const photo = await upload()
    const dialog = await openForm(page, photo)
    await dialog.getByLabel('Title').fill('Half saved')
    await dialog.getByRole('button', { name: /^Albums/ }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Zoo' }).click()
    await page.keyboard.press('Escape')
    const error = { code: 503, message: 'busy' }
    await page.route('**/albums/set', (route) => route.fulfill({ status: 503, json: { error } }))
    await save(dialog)
    await expect(dialog.getByRole('alert')).toHaveText('Busy')
    await page.unroute('**/albums/set')
    const sent = watchChanges(page)
    await save(dialog)
    await expect(dialog).toHaveCount(0)
    expect(sent.map(({ path }) => path)).toEqual([`/api/photos/${photo.id}/albums/set`])
    expect(await albumsOf(photo)).toEqual(['Zoo'])
  })

  test('an error about the list of albums can be retried', async ({ page }) => {
    const photo = await upload()
    await openPhoto(page, photo)
    const error = { code: 503, message: 'busy' }
    await page.route('**/api/albums', (route) => route.fulfill({ status: 503, json: { error } }))
    await page.keyboard.press('e')
    const dialog = page.getByRole('dialog', { name: 'Edit Photo' })
    await expect(dialog.getByRole('alert')).toHaveText('Could not load the albums: busy')
    await page.unroute('**/api/albums')
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect(dialog.getByRole('button', { name: /^Albums/ })).toHaveText('Not in any album')
  })
})

test('a photo becomes the profile picture, with a warning if visitors cannot see it', async ({
  page,
}) => {
  const hidden = await upload()
  await openPhoto(page, hidden)
  const notice = page.getByRole('region', { name: 'Notification' })
  await page.getByRole('button', { name: 'Set Profile Picture' }).click()
  await expect(notice.getByRole('alert')).toHaveText(
    'This photo is now your profile picture. It is private, so visitors will not see it.',
  )
  const pic = async () => (await owner.json<User>('/api/user')).pic
  expect(await pic()).toBe(`/api/squares/${hidden.fileName}`)
  const visitors = (await (await fetch(`${server.address}/api/user`)).json()) as { data: User }
  expect(visitors.data.pic).toBe('')

  const shown = await upload()
  await put('Stream', shown)
  await openPhoto(page, shown)
  await page.getByRole('button', { name: 'Set Profile Picture' }).click()
  await expect(notice.getByRole('alert')).toHaveText('This photo is now your profile picture.')
  await notice.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(pic).toBe(`/api/squares/${hidden.fileName}`)
})

test('a photo in an album becomes the album’s cover', async ({ page }) => {
  const photo = await upload()
  await put('Portraits', photo)
  await openPhoto(page, photo, `/album/${albumIds.Portraits}`)
  await expect(page.getByRole('button', { name: 'Set Profile Picture' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Set Album Cover' }).click()
  await expect(page.getByRole('alert')).toHaveText('This photo is now the cover of Portraits.')
  const album = await owner.json<Album>(`/api/albums/${albumIds.Portraits}`)
  expect(album.coverPic).toBe(`/api/landscapes/${photo.fileName}`)
})

test("every owner tool has a tooltip, and the list of shortcuts includes the owner's", async ({
  page,
}) => {
  await openPhoto(page, await upload())
  for (const name of [
    'Set Profile Picture',
    'Set Public Photo',
    'Edit Photo Description',
    'Cropper & Rotate Photo',
    'Delete Photo',
  ]) {
    await page.getByRole('button', { name, exact: true }).hover()
    await expect(page.getByText(name, { exact: true })).toBeVisible()
  }
  await page.keyboard.press('?')
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(list.getByText('Edit details and albums')).toBeVisible()
  await expect(list.getByText('Crop and rotate')).toBeVisible()
})

test.describe('phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the edit dialog on a phone opens without the on-screen keyboard, and every target is large enough for a finger', async ({
    page,
  }) => {
    const photo = await upload()
    await openPhoto(page, photo)
    await page.getByRole('button', { name: 'Edit Photo Description' }).tap()
    const dialog = page.getByRole('dialog', { name: 'Edit Photo' })
    const field = dialog.getByRole('button', { name: /^Albums/ })
    await field.tap()
    const item = page.getByRole('menuitemcheckbox', { name: 'Family' })
    for (const target of [field, item, dialog.getByRole('button', { name: 'Save' })]) {
      expect((await target.boundingBox())!.height).toBeGreaterThanOrEqual(44)
    }
    await item.tap()
    await page.mouse.click(5, 5)
    await expect(page.getByRole('menu')).toHaveCount(0)
    await expect(field).toHaveText('Family')
    await dialog.getByRole('button', { name: 'Save' }).tap()
    await expect(dialog).toHaveCount(0)
    expect(await albumsOf(photo)).toEqual(['Family'])
  })
})
