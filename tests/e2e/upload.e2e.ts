import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Page } from 'playwright/test'
import type { Album } from '../../src/contract/albums/albums.ts'
import type { PhotoList } from '../../src/contract/photos/photos.ts'
import {
  clearAway,
  type RunningVitrine,
  startVitrine,
  temporaryFolder,
} from '../support/executable.ts'
import { makePhotos, writePhotos } from '../support/made-photos.ts'
import { claim } from '../support/owner-client.ts'
import { expect, test } from './gallery.ts'
import { reload } from './go-to.ts'
import { dropFiles, open, publicPhotos, signInBrowser } from './screen.ts'

// Tracing fetches the page's files again in ways that its policy forbids.
test.use({ trace: 'off' })
// Later tests upload the same files again.
test.describe.configure({ mode: 'serial' })

let server: RunningVitrine
let cookie: string
let files: string[]

test.beforeAll(async () => {
  server = await startVitrine(join(temporaryFolder(), 'data'))
  cookie = await claim(server)
  files = writePhotos(join(temporaryFolder(), 'photos'), await makePhotos(14))
})
test.afterAll(clearAway)
test.beforeEach(async ({ page }) => {
  await signInBrowser(page, server, cookie)
  await open(page, `${server.address}/account/local`)
})

const uploads = (page: Page) => page.getByRole('region', { name: 'Uploads' })
const rows = (page: Page) => uploads(page).getByRole('listitem')
const choose = (page: Page, paths: string[]) =>
  page.locator('input[type=file]').setInputFiles(paths)

test('chosen files wait for Upload and are listed, five by name', async ({ page }) => {
  await choose(page, files.slice(0, 7))
  const chosen = page.getByRole('list', { name: 'Chosen files' })
  for (const file of files.slice(0, 5)) await expect(chosen).toContainText(basename(file))
  await expect(chosen).toContainText('and 2 more')
  await expect(rows(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Clear selection' }).focus()
  await page.keyboard.press('Enter')
  await expect(chosen).toHaveCount(0)
  await expect(page.locator('input[type=file]')).toBeFocused()
  await choose(page, files.slice(0, 7))
  await page.getByRole('button', { name: 'Upload 7 files' }).click()
  await expect(rows(page)).toHaveCount(7)
  await expect(page.getByText('7 uploaded, 0 duplicates, 0 failed')).toBeVisible()
  await page.getByRole('button', { name: 'Clear list' }).focus()
  await page.keyboard.press('Enter')
  await expect(uploads(page)).toBeHidden()
  await expect(page.locator('input[type=file]')).toBeFocused()
})

test.describe(() => {
  test.use({ allowed: /^(answer 409|console.* 409|answer 415|console.* 415).*\/local\/upload/ })

  test('each dropped file shows its result', async ({ page }) => {
    const folder = temporaryFolder()
    const [text, lie] = [join(folder, 'notes.txt'), join(folder, 'not-really.jpg')]
    writeFileSync(text, 'no picture')
    writeFileSync(lie, 'no picture either')
    await dropFiles(page, [files[0]!, files[7]!, text, lie])
    await expect(rows(page).nth(0)).toContainText('Already in the gallery · err: ')
    await expect(rows(page).nth(1)).toContainText('In the gallery · source: ')
    await expect(rows(page).nth(2)).toContainText('Not uploaded · err: this is not a JPEG file')
    await expect(rows(page).nth(3)).toContainText('Not uploaded · err: ')
    await expect(page.getByText('1 uploaded, 1 duplicate, 2 failed')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Retry/ })).toHaveCount(0)
    await page.getByLabel('Show failed only').check()
    await expect(rows(page)).toHaveCount(2)
  })
})

test.describe(() => {
  test.use({ allowed: /ERR_FAILED.*|api\/local\/upload.*ERR_FAILED/ })

  test('a failed upload succeeds with Retry', async ({ page }) => {
    await page.route('**/api/local/upload', (route) => route.abort(), { times: 1 })
    await dropFiles(page, [files[8]!])
    await expect(rows(page)).toContainText('the server is not responding')
    await page.getByRole('button', { name: `Retry ${basename(files[8]!)}` }).click()
    await expect(rows(page)).toContainText('In the gallery')
    await expect(page.getByText('1 uploaded, 0 duplicates, 0 failed')).toBeVisible()
  })
})

test('a dropped folder is uploaded without bins, caches and files of other types', async ({
  page,
}) => {
  const folder = join(temporaryFolder(), 'Trip')
  const [photo] = await makePhotos(1, { first: 40 })
  const write = (path: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), photo!.bytes)
  }
  const names = [
    'a.HEIC',
    'b.mov',
    '@eaDir/c.jpg',
    'Recycle/d.jpg',
    'Recycle/#recycle/e.jpg',
    '._f.jpg',
  ]
  names.forEach(write)
  const devtools = await page.context().newCDPSession(page)
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    const data = { items: [], files: [folder], dragOperationsMask: 1 }
    await devtools.send('Input.dispatchDragEvent', { type, x: 300, y: 300, data })
  }
  await expect(page.getByText('1 uploaded, 0 duplicates, 0 failed')).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('d.jpg')
  const notice = page.getByText('1 .heic and 1 .mov files were left out: ')
  await expect(notice).toContainText('Skipped #recycle (a recycle bin) and @eaDir (thumb')
})

test('a lost original is restored by an upload, and its row says so', async ({ page }) => {
  const originals = join(server.data, 'originals')
  for (const path of readdirSync(originals, { recursive: true }) as string[]) {
    if (path.endsWith('.jpg')) rmSync(join(originals, path))
  }
  await page.getByLabel('Add to the photostream').check()
  await dropFiles(page, files.slice(0, 9))
  const restored = 'Already in the gallery; its lost or damaged original was restored'
  await expect(rows(page).getByText(restored)).toHaveCount(9)
  await expect(page.getByText('9 uploaded, 0 duplicates, 0 failed')).toBeVisible()
  expect(await publicPhotos(server)).toEqual([])
})

test("'Add to the photostream' creates one and makes the photos public", async ({ page }) => {
  await page.getByLabel('Add to the photostream').check()
  await dropFiles(page, files.slice(9, 12))
  await expect(rows(page).getByText('In the gallery and the photostream')).toHaveCount(3)
  await expect.poll(async () => (await publicPhotos(server)).length).toBe(3)
  await rows(page).first().getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Made photo 9')
})

test('uploads continue on other screens, and leaving the site asks first', async ({ page }) => {
  const held = Promise.withResolvers<void>()
  await page.route('**/api/local/upload', async (route) => {
    await held.promise
    await route.continue()
  })
  await dropFiles(page, files.slice(12))
  await page.getByRole('link', { name: 'Profile' }).click()
  const indicator = page.getByRole('link', { name: 'Uploads: 0 of 2' })
  await expect(indicator).toBeVisible()

  const question = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  expect((await question).type()).toBe('beforeunload')
  await (await question).dismiss()

  held.resolve()
  await expect(page.getByRole('alert')).toHaveText('2 uploaded, 0 duplicates, 0 failed')
  await expect(indicator).toHaveCount(0)
  const questions: string[] = []
  page.on('dialog', (dialog) => questions.push(dialog.type()))
  await reload(page)
  expect(questions).toEqual([])
})

test.describe(() => {
  test.use({ allowed: /^(answer 409|console.* 409).*\/local\/upload/ })

  test('photos are uploaded into a new album in four steps, and the next ones are for exactly them', async ({
    page,
  }) => {
    const more = writePhotos(join(temporaryFolder(), 'more'), await makePhotos(3, { first: 60 }))
    await page.getByLabel('New album').fill('Lofoten')
    await choose(page, [...more, files[0]!])
    await page.getByRole('button', { name: 'Upload 4 files' }).click()
    await expect(rows(page).getByText('added to Lofoten')).toHaveCount(4)
    await expect(rows(page).getByText('Already in the gallery')).toHaveCount(1)
    await expect(page.getByRole('button', { name: 'Albums Lofoten' })).toBeVisible()
    await expect(page.getByLabel('New album')).toHaveValue('')
    const thumbs = rows(page).locator('img')
    await expect(thumbs).toHaveCount(4)
    for (const thumb of await thumbs.all()) {
      await expect(thumb).toBeVisible()
      await expect
        .poll(() => thumb.evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(0)
    }

    await page.setViewportSize({ width: 390, height: 844 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    const next = page.getByRole('group', { name: '3 photos uploaded' })
    const before = (await publicPhotos(server)).length
    await next.getByRole('button', { name: 'Make public' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText('3 photos are public now.')).toBeVisible()
    expect((await publicPhotos(server)).length).toBe(before + 3)
    await next.getByRole('button', { name: 'Add to an album…' }).click()
    await expect(page.getByRole('dialog').getByLabel('Album', { exact: true })).toBeFocused()
    await page.keyboard.type('Nord')
    await page.keyboard.press('Enter')
    await expect(page.getByText('3 photos added to Nord')).toBeVisible()
    await expect(next.getByRole('button', { name: 'Add to an album…' })).toBeFocused()
    await next.getByRole('link', { name: 'Show them' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Uploaded together')
    await expect(page.locator('a.tile')).toHaveCount(3)

    const read = async <T>(path: string) =>
      ((await (await fetch(server.address + path, { headers: { cookie } })).json()) as { data: T })
        .data
    const album = (await read<Album[]>('/api/albums')).find(({ name }) => name === 'Lofoten')!
    const { photos } = await read<PhotoList>(`/api/albums/${album.id}/photos?limit=10`)
    expect(photos.map(({ title }) => title)).toEqual([
      ...[60, 61, 62, 0].map((number) => `Made photo ${number}`),
    ])
  })
})
