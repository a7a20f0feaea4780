import type { Page } from 'playwright/test'
import type { Album } from '../../src/contract/albums/albums.ts'
import { clearAway, type RunningVitrine } from '../support/executable.ts'
import { makePhotos } from '../support/made-photos.ts'
import { claimedGallery, type OwnerClient } from '../support/owner-client.ts'
import { violations } from './axe.ts'
import { expect, test } from './gallery.ts'
import { open, signInBrowser } from './screen.ts'

let server: RunningVitrine
let owner: OwnerClient

test.beforeAll(async () => {
  ;({ server, owner } = await claimedGallery())
  for (const photo of await makePhotos(6)) await owner.upload(photo)
  for (const [index, { id }] of (await owner.photos()).entries()) {
    const keywords = index < 4 ? ['fox'] : ['owl']
    await owner.send('PUT', `/api/photos/${id}`, { id, keywords })
  }
})
test.afterAll(clearAway)

async function fill(name: string, rule: string, change: object = {}): Promise<Album> {
  const made = await owner.send('POST', '/api/albums', { name, rule, ...change })
  return ((await made.json()) as { data: Album }).data
}
const albumNamed = async (name: string) =>
  (await owner.json<Album[]>('/api/albums')).find((album) => album.name === name)
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Save as album' })

async function openFilter(page: Page, query: string) {
  await signInBrowser(page, server, owner.cookie)
  await open(page, `${server.address}/photo?${query}&show=grid`)
  await button(page, 'Filter').click()
}

test('the owner saves a filter as an album with the keyboard; private photos stay behind a code', async ({
  page,
}) => {
  await openFilter(page, 'keyword=fox')
  await button(page, 'Save as album').focus()
  await page.keyboard.press('Enter')
  const dialog = dialogOf(page)
  await expect(dialog.getByText('Keyword: fox')).toBeVisible()
  await expect(dialog.getByRole('status')).toHaveText(
    '4 photos match. All of them are private now.',
  )
  await expect(dialog.getByText('including ones you upload later')).toBeVisible()
  await expect(dialog.getByLabel('Share code')).toHaveValue(/^(\w{5}-){2}\w{5}$/)
  expect(await violations(page)).toEqual([])
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Foxes')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Foxes' })).toBeVisible()
  await expect(page.getByText('“Foxes” was saved as a smart album.')).toBeVisible()
  await expect(page.locator('a.tile')).toHaveCount(4)
  await expect(page.getByRole('complementary', { name: 'Filter' })).toHaveCount(0)
  const { rule, code, orderBy, photoCount } = (await albumNamed('Foxes'))!
  expect([rule, orderBy, photoCount]).toEqual(['keyword=fox', 2, 4])
  expect(code).not.toBe('')
})

test('showing private photos to everyone needs a second answer', async ({ page }) => {
  await openFilter(page, 'keyword=owl')
  await button(page, 'Save as album').click()
  const dialog = dialogOf(page)
  await dialog.getByLabel('Name').fill('Owls')
  await dialog.getByLabel('Share code').fill('')
  await button(page, 'Create album').click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Show 2 private photos to everyone?')
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(await albumNamed('Owls')).toBeUndefined()
  await button(page, 'Create album').click()
  await question.getByRole('button', { name: 'Save and show them' }).click()
  await expect(page.getByRole('heading', { name: 'Owls' })).toBeVisible()
  expect(await albumNamed('Owls')).toMatchObject({ code: '', photoCount: 2 })
})

test('the page of a filled album says what fills it, offers no manual changes, and its form leads to its filter', async ({
  page,
}) => {
  const album = await fill('Walks', '-keyword=fox')
  await signInBrowser(page, server, owner.cookie)
  await open(page, `${server.address}/album/${album.id}`)
  await expect(page.getByText('Smart album with: Without keyword fox')).toBeVisible()
  await expect(button(page, 'Edit album')).toBeVisible()
  for (const name of ['Add photos', 'Remove', 'Order']) {
    await expect(button(page, new RegExp(`^${name}`))).toHaveCount(0)
  }
  expect(await violations(page)).toEqual([])
  await button(page, 'Edit album').click()
  const form = page.getByRole('dialog', { name: 'Edit Album' })
  await form.getByRole('combobox', { name: 'Order' }).click()
  await expect(page.getByRole('option')).toHaveText(['None', 'Original Date', 'Upload Date'])
  await page.keyboard.press('Escape')
  expect(await violations(page)).toEqual([])
  await button(page, 'Change the filter').click()
  await expect(page).toHaveURL(/\/photo\?-keyword=fox&show=grid$/)
  await button(page, 'Update “Walks”').click()
  await expect(dialogOf(page).getByText('contains exactly the photos')).toBeVisible()
  await button(page, 'Save').last().click()
  await expect(page.getByRole('heading', { name: 'Walks' })).toBeVisible()
})

test('a filled album can stop filling itself, and keeps its photos', async ({ page }) => {
  const album = await fill('Stopped', 'keyword=fox', { code: 'secret' })
  await signInBrowser(page, server, owner.cookie)
  await open(page, `${server.address}/album/${album.id}?code=secret`)
  await button(page, 'Edit album').click()
  await button(page, 'Stop updating it').click()
  await expect(page.getByText('no longer a smart album')).toBeVisible()
  await button(page, 'Save').click()
  await expect(button(page, 'Add photos to the album')).toBeVisible()
  expect(await albumNamed('Stopped')).toMatchObject({ rule: '', photoCount: 4 })
})

test('visitors see the photos of a filled album, but not what fills it', async ({ page }) => {
  const album = await fill('Open', 'keyword=fox')
  await open(page, `${server.address}/album/${album.id}`)
  await expect(page.locator('a.tile')).toHaveCount(4)
  await expect(page.getByText('Smart album with')).toHaveCount(0)
  expect(await page.content()).not.toContain('"rule"')
})

test('a photo’s own form shows a filled album without letting it be chosen', async ({ page }) => {
  await fill('Never', 'keyword=never')
  const [photo] = await owner.photos()
  await signInBrowser(page, server, owner.cookie)
  await open(page, `${server.address}/photo/${photo!.id}`)
  await button(page, /^Edit/).first().click()
  await page.getByRole('button', { name: /^Albums/ }).click()
  const item = page.getByRole('menuitemcheckbox', { name: 'Never' })
  await expect(item).toContainText('smart album')
  await expect(item).toBeDisabled()
})
