// Which texts of a photo were edited here, what its file says, and reading files again.
import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright/test'
import type { Photo } from '../../src/contract/photos/photos.ts'
import { clearAway, type RunningVitrine } from '../support/executable.ts'
import { labelled } from '../support/labelled.ts'
import { claimedGallery, type OwnerClient } from '../support/owner-client.ts'
import { violations } from './axe.ts'
import { expect, test } from './gallery.ts'
import { publish } from './long-gallery.ts'
import { open, signInBrowser } from './screen.ts'

const first = {
  ...{ title: 'Ferry', description: 'At dusk', keywords: ['boat', 'Bern, Switzerland'] },
  ...{ alt: 'A ferry leaves the quay', creator: 'Ann', copyright: '© Ann', rating: 3 },
}

let server: RunningVitrine
let owner: OwnerClient
let shown: Photo
test.beforeAll(async () => {
  ;({ server, owner } = await claimedGallery())
  shown = await upload({ ...first, alt: '' })
  await publish(owner, [shown])
})
test.afterAll(clearAway)
test.use({ reducedMotion: 'reduce' })

const photoOf = (id: string) => owner.json<Photo>(`/api/photos/${id}`)
async function upload(labels: Parameters<typeof labelled>[0] = first): Promise<Photo> {
  const bytes = await labelled(labels)
  return photoOf((await owner.upload({ name: 'ferry.jpg', bytes })).id!)
}
const change = ({ id }: Photo, body: object) =>
  owner.send('PUT', `/api/photos/${id}`, { id, ...body })

/** As if an older program had read something else in the file, or had not kept what was edited. */
function pretend(column: 'title' | 'creator' | 'edited', value: string | null, photo: Photo): void {
  using database = new Database(join(server.data, 'vitrine.db'))
  database.run('PRAGMA busy_timeout = 5000')
  database.run(`UPDATE photo SET ${column} = ? WHERE id = ?`, [value, photo.id])
}

async function openForm(page: Page, photo: Photo): Promise<Locator> {
  await signInBrowser(page, server, owner.cookie)
  await open(page, `${server.address}/photo/${photo.id}`)
  await page.getByRole('button', { name: 'Edit Photo Description' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Photo' })
  await expect(dialog.getByRole('button', { name: /^Albums/ })).toBeVisible()
  return dialog
}
const offers = (dialog: Locator) => dialog.getByRole('button', { name: /^Use the file’s/ })

test('edited texts are marked, and those in the file can be used again', async ({ page }) => {
  const photo = await upload()
  await change(photo, { title: 'The ferry', keywords: ['sea'], rating: 5, alt: '' })
  const dialog = await openForm(page, photo)
  await expect(offers(dialog)).toHaveText([
    'Use the file’s: Ferry (Title)',
    'Use the file’s: boat, "Bern, Switzerland" (Keywords)',
    'Use the file’s: A ferry leaves the quay (Alt text)',
    'Use the file’s: 3 stars (Rating)',
  ])
  await expect(dialog.getByText('Edited here')).toHaveCount(4)
  await expect(dialog.getByLabel('Description')).toHaveValue('At dusk')
  expect(await violations(page)).toEqual([])
  for (const field of ['Title', 'Keywords', 'Rating']) {
    await dialog.getByRole('button', { name: `(${field})` }).press('Enter')
    const used = field === 'Rating' ? dialog.getByRole('radio', { name: '3' }) : undefined
    await expect(used ?? dialog.getByLabel(field)).toBeFocused()
  }
  await expect(dialog.getByLabel('Title')).toHaveValue('Ferry')
  await expect(dialog.getByRole('radio', { name: '3' })).toBeChecked()
  // While it is typed, too.
  await dialog.getByLabel('Creator').fill('Zoë')
  await expect(offers(dialog)).toHaveText([/Alt text/, 'Use the file’s: Ann (Creator)'])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  expect(await photoOf(photo.id)).toMatchObject({
    ...{ title: 'Ferry', keywords: first.keywords, rating: 3, alt: null, creator: 'Zoë' },
    edited: { alt: first.alt, creator: 'Ann' },
  })
  // The picture is made again with the other creator.
  const img = page.locator('article img').first()
  await expect(img).toHaveJSProperty('complete', true)
  expect(await img.evaluate((each: HTMLImageElement) => each.naturalWidth)).toBeGreaterThan(0)
})

test('alt text is edited with the keyboard, and every picture of the photo has it', async ({
  page,
}) => {
  await signInBrowser(page, server, owner.cookie)
  await open(page, `${server.address}/photo/${shown.id}`)
  await page.keyboard.press('e')
  const dialog = page.getByRole('dialog', { name: 'Edit Photo' })
  await expect(dialog.getByLabel('Title')).toBeFocused()
  for (let tab = 0; tab < 3; tab++) await page.keyboard.press('Tab')
  await expect(dialog.getByLabel('Alt text')).toBeFocused()
  await page.keyboard.type('Passengers wave')
  await page.keyboard.press('Tab')
  await expect(offers(dialog)).toHaveText('Use the file’s: None (Alt text)')
  await expect(offers(dialog)).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('radio', { name: '5' })).toBeChecked()
  await dialog.getByLabel('Title').press('Enter')
  await expect(dialog).toHaveCount(0)
  expect(await photoOf(shown.id)).toMatchObject({ alt: 'Passengers wave', rating: 5 })
  await expect(page.getByAltText('Passengers wave').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.locator('a.tile').getByAltText('Passengers wave')).toBeVisible()
  // As the server sends it to visitors, with and without JavaScript, in feeds and embeds.
  for (const path of ['/', `/photo/${shown.id}`, `/embed/photo/${shown.id}`, '/feed.atom']) {
    const html = await (await fetch(server.address + path)).text()
    expect([path, /alt=("|&quot;|&#34;)Passengers wave\1/.test(html)]).toEqual([path, true])
  }
})

test('reading one file again changes only what was not edited here', async ({ page }) => {
  const photo = await upload()
  await change(photo, { description: 'Mine' })
  pretend('title', 'Old', photo)
  const dialog = await openForm(page, photo)
  await dialog.getByLabel('Alt text').fill('Being typed')
  const again = dialog.getByRole('button', { name: 'Read the file again' })
  await again.focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('status')).toHaveText('Updated from the file: Title.')
  await expect(dialog.getByLabel('Title')).toHaveValue('Ferry')
  await expect(dialog.getByLabel('Description')).toHaveValue('Mine')
  await expect(dialog.getByLabel('Alt text')).toHaveValue('Being typed')
  await again.click()
  await expect(dialog.getByRole('status')).toHaveText('The file has no new metadata.')
  await expect(page.getByRole('heading', { name: 'Ferry', includeHidden: true })).toHaveCount(1)
  expect((await photoOf(photo.id)).title).toBe('Ferry')
})

test('the form of a photo from before edits were recorded finds out which fields were edited', async ({
  page,
}) => {
  const photo = await upload()
  await change(photo, { title: 'Mine' })
  pretend('edited', null, photo)
  const dialog = await openForm(page, photo)
  await expect(offers(dialog)).toHaveText(['Use the file’s: Ferry (Title)'])
  expect((await photoOf(photo.id)).edited).toEqual({ title: 'Ferry' })
})

test.describe('all files', () => {
  const openScreen = async (page: Page) => {
    await signInBrowser(page, server, owner.cookie)
    await open(page, `${server.address}/account/local`)
    return page.getByRole('dialog', { name: 'Read the files again' })
  }
  const button = (page: Page) => page.getByRole('button', { name: 'Read all files again' })

  test('reading all files again shows a table of before and after, and changes the photos with the keyboard', async ({
    page,
  }) => {
    const [one, two] = [await upload(), await upload({ ...first, title: 'Second' })]
    pretend('title', 'Old title', one)
    pretend('creator', 'Somebody', two)
    await change(one, { description: 'Mine' })
    const dialog = await openScreen(page)
    await button(page).focus()
    await page.keyboard.press('Enter')
    await expect(dialog.getByText(/^2 of \d+ photos would change/)).toBeVisible()
    const table = dialog.getByRole('table')
    await expect(table.getByRole('row', { name: /^Title Old title Ferry$/ })).toBeVisible()
    await expect(table.getByRole('row', { name: /^Creator Somebody Ann$/ })).toBeVisible()
    expect(await violations(page)).toEqual([])
    expect((await photoOf(one.id)).title).toBe('Old title')
    await page.keyboard.press('Tab')
    await expect(dialog.getByRole('region', { name: 'What would change' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(dialog.getByRole('button', { name: 'Change 2 photos' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(button(page)).toBeFocused()
    await expect(page.getByText('2 photos were updated from their files.')).toBeVisible()
    expect(await photoOf(one.id)).toMatchObject({ title: 'Ferry', description: 'Mine' })
    expect((await photoOf(two.id)).creator).toBe('Ann')
  })

  test.describe(() => {
    test.use({ allowed: /404.*read-again/ })

    test('reading all files again is offered anew once they were read in another window', async ({
      page,
    }) => {
      const photo = await upload()
      pretend('title', 'Old title', photo)
      const dialog = await openScreen(page)
      await button(page).click()
      const change = dialog.getByRole('button', { name: 'Change 1 photo' })
      await expect(change).toBeVisible()
      await owner.send('POST', '/api/photos/read-again', { all: true })
      await change.press('Enter')
      await expect(dialog.getByRole('alert')).toHaveText(
        'This list is out of date. Read the files again.',
      )
      await expect(dialog.getByRole('button', { name: 'Read the files again' })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(change).toBeVisible()
      await expect(dialog.getByRole('alert')).toHaveCount(0)
      await change.press('Enter')
      await expect(dialog).toHaveCount(0)
      expect((await photoOf(photo.id)).title).toBe('Ferry')
    })
  })

  test('reading all files again changes nothing if it is cancelled, and says so if nothing would change', async ({
    page,
  }) => {
    const photo = await upload()
    pretend('title', 'Old title', photo)
    const dialog = await openScreen(page)
    await button(page).click()
    await expect(dialog.getByRole('button', { name: 'Change 1 photo' })).toBeVisible()
    const cancelled = page.waitForResponse((answer) => answer.request().method() === 'DELETE')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toHaveCount(0)
    await cancelled
    expect((await photoOf(photo.id)).title).toBe('Old title')
    await change(photo, { title: 'Ferry' })
    await button(page).click()
    await expect(dialog.getByText(/so nothing would change/)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  })

  test('reading all files again shows its progress, and why it failed', async ({ page }) => {
    const dialog = await openScreen(page)
    const reading = {
      ...{ id: '019b7ca9-9070-7314-b84e-9ff82474a522', state: 'reading', total: 100_000 },
      ...{ done: 25_000, changed: 3, applied: 0, unreadable: 1, failures: [], error: null },
    }
    let state: object = reading
    await page.route('**/api/photos/read-again**', (route) =>
      route.fulfill({ json: { data: state } }),
    )
    await button(page).click()
    const bar = dialog.getByRole('progressbar', { name: 'Progress' })
    await expect(bar).toHaveAttribute('aria-valuenow', '25')
    await expect(dialog.getByText('25,000 of 100,000 files read')).toBeVisible()
    expect(await violations(page)).toEqual([])
    state = { ...reading, state: 'applying', done: 100_000, changed: 400, applied: 100 }
    await expect(dialog.getByText('100 of 400 photos changed')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Stop' })).toBeVisible()
    state = { ...reading, state: 'cancelled', changed: 400, applied: 200 }
    await expect(dialog.getByRole('status')).toHaveText('Stopped: 200 of 400 photos changed.')
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    state = { ...reading, state: 'failed', error: 'the photo store is not answering' }
    await button(page).click()
    await expect(dialog.getByRole('alert')).toHaveText('the photo store is not answering')
    state = reading
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect(bar).toBeVisible()
  })
})
