import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright/test'
import { albumOrders } from '../../src/contract/albums/album-orders.ts'
import type { Album } from '../../src/contract/albums/albums.ts'
import type { Photo } from '../../src/contract/photos/photos.ts'
import { clearAway, type RunningVitrine } from '../support/executable.ts'
import { makePhotos } from '../support/made-photos.ts'
import { claimedGallery, type OwnerClient } from '../support/owner-client.ts'
import { expect, expectPictures, test } from './gallery.ts'
import { reload } from './go-to.ts'
import { expectInterface, goBack, open, signInBrowser, swipe, wallPicture } from './screen.ts'

let server: RunningVitrine
let owner: OwnerClient
/** 'Made photo 0' to 'Made photo 15', in this order. */
let photos: Photo[]

test.beforeAll(async () => {
  ;({ server, owner } = await claimedGallery())
  for (const photo of await makePhotos(16)) await owner.upload(photo)
  photos = (await owner.photos()).reverse()
})
test.afterAll(clearAway)

/** Creates an album of the photos with these numbers, in this order. */
async function album(name: string, numbers: number[], change: object = {}): Promise<Album> {
  const made = await owner.send('POST', '/api/albums', { name, description: `About ${name}` })
  const { id } = ((await made.json()) as { data: Album }).data
  const photoIds = numbers.map((number) => photos[number]!.id)
  await owner.send('PUT', `/api/albums/${id}/photos/add`, { photoIds })
  await owner.send('PUT', `/api/albums/${id}/order`, { photos: photoIds })
  const changed = await owner.send('PUT', `/api/albums/${id}`, change)
  return ((await changed.json()) as { data: Album }).data
}
const stored = ({ id }: Album) => owner.json<Album>(`/api/albums/${id}`)
const address = ({ id }: Album, rest = '') => `${server.address}/album/${id}${rest}`
const asOwner = (page: Page) => signInBrowser(page, server, owner.cookie)

const cards = (page: Page) => page.locator('a[data-album]')
const tiles = (page: Page) => page.locator('a.tile')
const tool = (page: Page, name: string) => page.getByRole('button', { name })
const titles = (numbers: number[]) => numbers.map((number) => `Made photo ${number}`)
const namesOf = (pictures: Locator) =>
  pictures.evaluateAll((images) => images.map((image) => (image as HTMLImageElement).alt))
const gridOf = (page: Page) => namesOf(page.locator('a.tile img'))
async function middleOf(element: Locator) {
  const { x, y, width, height } = (await element.boundingBox())!
  return { x: x + width / 2, y: y + height / 2 }
}
const sourceOf = (card: Locator) =>
  card.locator('img').evaluate((image: HTMLImageElement) => image.currentSrc)
const orderOf = (page: Page) => namesOf(page.locator('li[data-photo] img'))

test.describe('visitors', () => {
  test('an Arabic album’s name and description begin at the same edge', async ({ page }) => {
    const name = 'رحلة إلى البحر'
    const description = 'صور من الساحل عند الغروب. '.repeat(12).trim()
    const arabic = await album(name, [1], { description })
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      await open(page, address(arabic))
      const right = (text: string) =>
        page.getByText(text).evaluate((element) => element.getBoundingClientRect().right)
      expect(await right(description)).toBe(await right(name))
    }
    await owner.send('DELETE', `/api/albums/${arabic.id}`, {})
  })

  test('a visitor sees the public albums with cover, count and description, but none with a code', async ({
    page,
  }) => {
    const cover = `/api/landscapes/${photos[1]!.fileName}`
    const shown = await album('A harbour', [0, 1, 2], { coverPic: cover })
    await album('B plain', [3], { coverPic: '' })
    const plain = await album('B with its first photo', [4, 3])
    const shared = await album('C secret', [4], { code: 'open-sesame' })
    await open(page, `${server.address}/`)
    await page.getByRole('link', { name: 'Albums' }).click()
    await expect(page).toHaveURL(`${server.address}/album`)
    await expect(page.getByRole('heading', { name: 'Photo Albums' })).toBeVisible()
    await expect(page).toHaveTitle(/^Photo Albums · /)
    const first = cards(page).filter({ hasText: 'A harbour' })
    await expect(first).toContainText('3 photos')
    await expect(first).toContainText('About A harbour')
    await expect(first).toHaveAttribute('href', `/album/${shown.id}`)
    await expectPictures(page)
    expect(await sourceOf(first)).toContain(cover)
    expect(await sourceOf(cards(page).filter({ hasText: 'B plain' }))).toContain('/photo-album.jpg')
    expect(await sourceOf(page.locator(`[data-album='${plain.id}']`))).toContain(
      `/api/landscapes/${photos[4]!.fileName}`,
    )
    await expect(page.getByText('C secret')).toHaveCount(0)
    expect(await page.content()).not.toContain(shared.id)
    await expect(page.getByRole('button', { name: 'Add Album' })).toHaveCount(0)
  })

  test('a visitor opens an album and a photo in it, and returns to the photo’s tile', async ({
    page,
  }) => {
    const shown = await album('Walk', [5, 3, 9, 1])
    await open(page, `${server.address}/album`)
    await cards(page).filter({ hasText: 'Walk' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Walk')
    await expect(page.getByText('About Walk')).toBeVisible()
    await expect.poll(() => gridOf(page)).toEqual(titles([5, 3, 9, 1]))
    await expect(page.getByRole('group', { name: 'Album tools' })).toHaveCount(0)

    await tiles(page).nth(1).click()
    await expect(page).toHaveURL(address(shown, `/${photos[3]!.id}`))
    await expect(page.getByText('2 of 4')).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await expect(page).toHaveURL(address(shown, `/${photos[9]!.id}`))
    await page.getByRole('link', { name: 'Next' }).click()
    await expect(page).toHaveURL(address(shown, `/${photos[1]!.id}`))
    await expect(page.getByText('4 of 4')).toBeVisible()
    const back = page.getByRole('link', { name: 'All photos in Walk' })
    await expect(back).toHaveAttribute('href', `/album/${shown.id}`)
    await reload(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Made photo 1')
    await expect(wallPicture(page)).toHaveAttribute('alt', 'Made photo 1')
    await expect(back).toBeVisible()
    await page.keyboard.press('ArrowLeft')
    await expect(page).toHaveURL(address(shown, `/${photos[9]!.id}`))
    await expect(back).toBeVisible()

    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(address(shown))
    await expect(tiles(page).nth(2)).toBeFocused()
    await page.goForward()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Made photo 9')
    await page.goBack()
    await expect(tiles(page).nth(2)).toBeFocused()
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Photo Albums')
  })

  test('a visitor returns to the card of the album they opened', async ({ page }) => {
    for (const name of ['Row 1', 'Row 2', 'Row 3']) await album(name, [1, 2])
    await page.setViewportSize({ width: 700, height: 400 })
    await open(page, `${server.address}/album`)
    const card = cards(page).filter({ hasText: 'Row 3' })
    await card.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Row 3')
    await page.goBack()
    await expect(card).toBeFocused()
    await expect(card).toBeInViewport()

    // Also from a photo in the album, and after reloading the album.
    await page.keyboard.press('Enter')
    await tiles(page).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Made photo 1')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Row 3')
    await reload(page)
    await expectInterface(page)
    await page.goBack()
    await expect(card).toBeFocused()
    await expect(card).toBeInViewport()

    // A link opens a new list, without returning to a card.
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Row 3')
    await page.getByRole('link', { name: 'Albums' }).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Photo Albums')
    await expect(card).toBeVisible()
    await expect(card).not.toBeFocused()
  })

  test('a visitor opens a photo of an album by its link, and Escape opens the album', async ({
    page,
  }) => {
    const shown = await album('Deep', [8, 7, 6])
    await open(page, address(shown, `/${photos[7]!.id}`))
    await expect(page.getByText('2 of 3')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(address(shown))
    await expect(tiles(page).nth(1)).toBeFocused()
  })

  test('a visitor loads more of a long album by scrolling, and returns to the same position', async ({
    page,
  }) => {
    const all = photos.map((_, number) => number)
    const shown = await album('Long', all)
    await page.setViewportSize({ width: 700, height: 500 })
    await open(page, address(shown))
    await tiles(page).nth(11).scrollIntoViewIfNeeded()
    await expect(tiles(page)).toHaveCount(16)
    await tiles(page).nth(14).click()
    await expect(page).toHaveURL(address(shown, `/${photos[14]!.id}`))
    await expect(page.getByText('15 of 16')).toBeVisible()
    await page.goBack()
    await expect(tiles(page).nth(14)).toBeInViewport()
    await expect(tiles(page).nth(14)).toBeFocused()
    await open(page, address(shown, '?offset=12'))
    await expect(tiles(page)).toHaveCount(4)
    await page.getByRole('link', { name: 'Newer photos' }).click()
    await expect(page).toHaveURL(address(shown))
  })

  test('a visitor opens an album with a code by its link, and keeps the code in the address', async ({
    page,
  }) => {
    const code = 'k7m & p2?'
    const shared = await album('Shared', [2, 4, 6], { code })
    const query = `?${new URLSearchParams({ code })}`
    await open(page, address(shared, query))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Shared')
    await expect(page.getByText('Code required')).toHaveCount(0)
    await expectPictures(page)
    await tiles(page).first().click()
    await expect(page).toHaveURL(address(shared, `/${photos[2]!.id}${query}`))
    await expect(page.getByText('1 of 3')).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await expect(page).toHaveURL(address(shared, `/${photos[4]!.id}${query}`))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Made photo 4')
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(address(shared, query))
    // From now on, a cookie grants access.
    await open(page, address(shared))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Shared')
  })

  test('a visitor sends the code of an address that was not loaded from the server', async ({
    page,
  }) => {
    const shared = await album('Inside', [2, 4], { code: 'inner' })
    await open(page, `${server.address}/album`)
    await page.evaluate((path) => {
      history.pushState({ idx: 1, key: 'inside' }, '', path)
      dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
    }, `/album/${shared.id}?code=inner`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Inside')
    await expect(tiles(page)).toHaveCount(2)
  })

  test('a visitor is told that an album is empty', async ({ page }) => {
    const empty = await album('Bare', [])
    await open(page, address(empty))
    await expect(page.getByText('No photos in this album yet')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add photos' })).toHaveCount(0)
  })
})

test.describe('inaccessible albums', () => {
  test.use({ allowed: /^(answer|console.*) 404/ })

  test('an inaccessible album shows the same message whether it exists or not', async ({
    page,
  }) => {
    const shared = await album('Closed', [2], { code: 'secret-code' })
    const unknownId = '01234567-89ab-4def-8123-456789abcdef'
    const texts: (string | null)[] = []
    for (const path of [shared.id, unknownId, `${shared.id}?code=wrong`]) {
      const answer = await open(page, `${server.address}/album/${path}`)
      expect(answer?.status()).toBe(404)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Album not found')
      texts.push(await page.locator('main').textContent())
      expect(await page.content()).not.toContain('Closed')
    }
    expect(new Set(texts).size).toBe(1)
    await page.getByRole('link', { name: 'Go to the albums' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Photo Albums')
  })

  test('an album without the requested photo shows a message', async ({ page }) => {
    const shown = await album('Holds two', [1, 2])
    await open(page, address(shown, `/${photos[3]!.id}`))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Photo not found')
    await expect(page.getByRole('link', { name: 'Go to the photo' })).toHaveCount(0)
  })

  test('an inaccessible address tells the owner whether the photo or the album exists', async ({
    page,
  }) => {
    await asOwner(page)
    const heading = page.getByRole('heading', { level: 1 })
    const unknownId = '01234567-89ab-4def-8123-456789abcdef'
    const shown = await album('Holds two more', [1, 2], { code: 'held' })
    await open(page, address(shown, `/${photos[3]!.id}`))
    await expect(heading).toHaveText('This photo is not in Holds two more')
    await page.getByRole('link', { name: 'Go to the photo' }).click()
    await expect(page).toHaveURL(`${server.address}/photo/${photos[3]!.id}`)
    await expect(heading).toHaveText('Made photo 3')
    await page.goBack()
    await page.getByRole('link', { name: 'Go to the album', exact: true }).click()
    await expect(page).toHaveURL(address(shown, '?code=held'))
    await expect(heading).toHaveText('Holds two more')

    await open(page, address(shown, `/${unknownId}`))
    await expect(heading).toHaveText('Photo not found')
    await expect(page.getByRole('link', { name: 'Go to the album', exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Go to the photo' })).toHaveCount(0)
    await open(page, `${server.address}/album/${unknownId}/${photos[3]!.id}`)
    await expect(heading).toHaveText('Album not found')
    await page.getByRole('link', { name: 'Go to the photo' }).click()
    await expect(heading).toHaveText('Made photo 3')
  })
})

test.describe('failed albums', () => {
  test.use({ allowed: /^(answer|console.*) 500/ })

  const notice = (page: Page) => page.getByRole('alert')
  const reason = '500: the shelf is jammed'

  test('an album that fails to load shows a notice and can be retried', async ({ page }) => {
    const shown = await album('Shaky', [1, 2])
    await open(page, `${server.address}/album`)
    let isBroken = true
    await page.route('**/api/albums/*', (route) =>
      isBroken
        ? route.fulfill({
            status: 500,
            json: { error: { code: 500, message: 'the shelf is jammed' } },
          })
        : route.continue(),
    )
    await cards(page).filter({ hasText: 'Shaky' }).click()
    await expect(notice(page)).toHaveText(reason)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(notice(page)).toHaveText(reason)
    isBroken = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(shown.name)
    await expect(notice(page)).toHaveCount(0)
  })

  test('an album list that fails to load shows a notice', async ({ page }) => {
    await open(page, server.address)
    const error = { code: 500, message: 'the shelf is jammed' }
    await page.route('**/api/albums', (route) => route.fulfill({ status: 500, json: { error } }))
    await page.getByRole('link', { name: 'Albums' }).first().click()
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
    await expect(notice(page)).toHaveText(reason)
  })
})

test.describe('owner', () => {
  test.beforeEach(({ page }) => asOwner(page))

  test('the owner adds an album with the keyboard alone', async ({ page }) => {
    await open(page, `${server.address}/album`)
    await page.getByRole('button', { name: 'Add Album' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Add Album' })
    await expect(dialog.getByLabel('Name')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('Required')).toBeVisible()
    await expect(dialog.getByLabel('Name')).toBeFocused()
    await page.keyboard.type('By keys')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Typed words')
    await dialog.getByLabel('Name').focus()
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(cards(page).filter({ hasText: 'By keys' })).toBeFocused()
    const all = await owner.json<Album[]>('/api/albums')
    expect(all.find(({ name }) => name === 'By keys')?.description).toBe('Typed words')
  })

  test('the owner chooses a cover with the dialog’s buttons in view, on a screen and on a phone', async ({
    page,
  }) => {
    const shown = await album('Cover to choose', [1, 2])
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height })
      for (const [path, button, save] of [
        ['/album', 'Add Album', 'Add Album'],
        [`/album/${shown.id}`, 'Edit album', 'Save'],
      ] as const) {
        await open(page, server.address + path)
        await page.getByRole('button', { name: button }).click()
        const dialog = page.getByRole('dialog', { name: /Album$/ })
        await dialog.getByRole('button', { name: 'Choose a photo' }).click()
        const photo = dialog.getByRole('radio').first()
        for (const part of [
          dialog.getByRole('button', { name: 'Done choosing' }),
          photo,
          dialog.getByRole('button', { name: 'Cancel' }),
          dialog.getByRole('button', { name: save }),
        ]) {
          await expect(part).toBeInViewport({ ratio: 1 })
        }
        await expectPictures(page)
        await photo.check()
        await expect(dialog.getByRole('button', { name: 'No cover' })).toBeInViewport({ ratio: 1 })
        const scrollers = await dialog.evaluate(
          (popup) =>
            [popup, ...popup.querySelectorAll<HTMLElement>('*')].filter(
              (element) =>
                /auto|scroll/.test(getComputedStyle(element).overflowY) && element.clientHeight > 0,
            ).length,
        )
        if (width === 390) expect(scrollers).toBe(1)
        await dialog.getByRole('radio').last().scrollIntoViewIfNeeded()
        const done = dialog.getByRole('button', { name: 'Done choosing' })
        await expect(done).toBeInViewport({ ratio: 1 })
        await done.click()
        await expect(dialog.getByLabel('Name')).toBeVisible()
      }
    }
  })

  test('the owner is told what a share code cannot hide', async ({ page }) => {
    const stream = await album('The front row', [2])
    const other = await album('May have a code', [1])
    await owner.send('POST', '/api/user/config', { photoStreamAlbumId: stream.id })
    for (const [{ id }, hint] of [
      [stream, /^This album is the photostream, so its photos are public/],
      [other, /only people who have the link can\.$/],
    ] as const) {
      await open(page, `${server.address}/album/${id}`)
      await page.getByRole('button', { name: 'Edit album' }).click()
      await expect(page.getByLabel('Share code')).toHaveAccessibleDescription(hint)
    }
    await owner.send('POST', '/api/user/config', { photoStreamAlbumId: '' })
  })

  test('the owner is warned when a cover is hidden from visitors', async ({ page }) => {
    const [unseen] = await makePhotos(1, { first: 80 })
    await owner.upload(unseen!)
    await album('Shows number one', [1])
    await open(page, `${server.address}/album`)
    await page.getByRole('button', { name: 'Add Album' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Album' })
    await dialog.getByLabel('Name').fill('With a cover')
    await dialog.getByRole('button', { name: 'Choose a photo' }).click()
    await dialog.getByRole('radio', { name: 'Made photo 80' }).check()
    await expect(dialog.getByText('This photo is private.')).toBeVisible()
    // Wait for its pictures: requests after the deletion would fail.
    for (const words of ['Made photo 80', 'Cover preview']) {
      const picture = dialog.getByAltText(words, { exact: true })
      await expect
        .poll(() =>
          picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth),
        )
        .toBeGreaterThan(0)
    }
    await dialog.getByRole('radio', { name: 'Made photo 1', exact: true }).check()
    await expect(dialog.getByText('This photo is private.')).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Add Album' }).click()
    await expect(dialog).toHaveCount(0)
    const deleted = (await owner.photos()).find(({ title }) => title === 'Made photo 80')!
    await owner.send('DELETE', `/api/photos/${deleted.id}`, {})
    const all = await owner.json<Album[]>('/api/albums')
    expect(all.find(({ name }) => name === 'With a cover')?.coverPic).toBe(
      `/api/landscapes/${photos[1]!.fileName}`,
    )
  })

  test('the owner sees which albums need a code and which is the photostream', async ({ page }) => {
    const shared = await album('Marked', [1], { code: 'a b' })
    const stream = await album('Stream', [0])
    await owner.send('POST', '/api/user/config', { photoStreamAlbumId: stream.id })
    await open(page, `${server.address}/album`)
    const card = cards(page).filter({ hasText: 'Marked' })
    await expect(card).toContainText('Code required')
    await expect(card).toHaveAttribute('href', `/album/${shared.id}?code=a%20b`)
    await expect(cards(page).filter({ hasText: 'Stream' })).toContainText('Photostream')
    await owner.send('POST', '/api/user/config', { photoStreamAlbumId: '' })
  })

  for (const width of [1440, 390]) {
    test(`the first photo added to an album is its cover, by keyboard at ${width} px`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 844 })
      const name = `Covered at ${width}`
      await album(name, [])
      const listed = async () =>
        (await (await fetch(`${server.address}/album`)).text()).includes(name)
      expect(await listed()).toBe(false)
      await open(page, `${server.address}/album`)
      const card = cards(page).filter({ hasText: name })
      await expect(card).toContainText('Hidden from visitors while empty')
      await card.press('Enter')
      await tool(page, 'Add photos to the album').press('Enter')
      const adding = page.getByRole('dialog', { name: `Add photos to ${name}` })
      await adding.getByRole('checkbox', { name: 'Made photo 5' }).press('Space')
      await adding.getByRole('button', { name: 'Add 1 photo' }).press('Enter')
      await expect(adding).toHaveCount(0)
      await page.goBack()
      await expect(card).toBeFocused()
      await expect.poll(() => sourceOf(card)).toContain(`/api/landscapes/${photos[5]!.fileName}`)
      await expect(card).not.toContainText('Hidden')
      expect(await listed()).toBe(true)

      await card.press('Enter')
      await tool(page, 'Edit album').press('Enter')
      const form = page.getByRole('dialog', { name: 'Edit Album' })
      await form.getByRole('button', { name: 'No cover' }).press('Enter')
      await form.getByRole('button', { name: 'Save' }).press('Enter')
      await expect(form).toHaveCount(0)
      await page.goBack()
      await expect.poll(() => sourceOf(card)).toContain('/photo-album.jpg')
    })
  }

  test('the owner confirms the covers of an upgrade, or removes them', async ({ page }) => {
    const kept = await album('Got a cover', [7])
    const removed = await album('Got one too', [8])
    const upgrade = ({ id }: Album) => {
      const database = new Database(join(server.data, 'vitrine.db'))
      database.run('UPDATE album SET has_new_cover = 1 WHERE id = ?', [id])
      database.close()
    }
    const heading = page.getByRole('heading', { name: 'Photo Albums' })
    const notice = page.getByText('One album had no cover. Its cover is now its first photo.')
    upgrade(kept)
    await open(page, `${server.address}/album`)
    await expect(notice).toBeVisible()
    await page.getByRole('button', { name: 'Keep the covers' }).press('Enter')
    await expect(notice).toHaveCount(0)
    await expect(heading).toBeFocused()
    expect((await stored(kept)).coverPic).toContain(photos[7]!.fileName)

    upgrade(removed)
    await page.setViewportSize({ width: 390, height: 844 })
    await reload(page)
    await page.getByRole('button', { name: 'Remove them' }).press('Enter')
    const question = page.getByRole('alertdialog')
    await question.getByRole('button', { name: 'Cancel' }).press('Enter')
    await expect(page.getByRole('button', { name: 'Remove them' })).toBeFocused()
    await page.keyboard.press('Enter')
    await question.getByRole('button', { name: 'Remove covers' }).press('Enter')
    await expect(notice).toHaveCount(0)
    await expect(heading).toBeFocused()
    expect((await stored(removed)).coverPic).toBe('')
    expect((await stored(kept)).coverPic).toContain(photos[7]!.fileName)
    await reload(page)
    await expect(cards(page).filter({ hasText: 'Got one too' })).toBeVisible()
    await expect(notice).toHaveCount(0)
  })

  test('the owner finds photos to add by search and filter, and adds ranges with Shift', async ({
    page,
  }) => {
    const filled = await album('Ranges', [2])
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await open(page, address(filled))
      await tool(page, 'Add photos to the album').click()
      const dialog = page.getByRole('dialog', { name: 'Add photos to Ranges' })
      const choice = (number: number) =>
        dialog.getByRole('checkbox', { name: `Made photo ${number}`, exact: true })
      const selected = (count: number) =>
        expect(dialog.getByText(`${count} selected`, { exact: true })).toBeVisible()
      await choice(15).click()
      await choice(11).click({ modifiers: ['Shift'] })
      await selected(5)
      await expect(choice(13)).toBeChecked()
      await choice(14).click()
      await choice(12).click({ modifiers: ['Shift'] })
      await selected(2)
      await choice(8).press('Space')
      await choice(6).press('Shift+Space')
      await selected(5)

      await dialog.getByLabel('Search photos').fill('made 3')
      await expect(dialog.getByRole('checkbox')).toHaveCount(1)
      await choice(3).check()
      await selected(6)
      await dialog.getByLabel('Search photos').fill('uploaded:today -is:private made 2')
      await expect(dialog.getByText(/^No other photos match/)).toBeVisible()
      await dialog.getByLabel('Search photos').fill('uploaded:today made 4')
      await expect(dialog.getByRole('checkbox')).toHaveCount(1)
      await expect(choice(4)).toBeVisible()
      await dialog.getByLabel('Search photos').fill('nowhere')
      await expect(dialog.getByText(/^No other photos match/)).toBeVisible()
      await dialog.getByLabel('Search photos').fill('')
      await expect(dialog.getByRole('checkbox')).toHaveCount(15)

      const filter = dialog.getByRole('button', { name: /^Filter/ })
      await filter.press('Enter')
      const panel = page.getByRole('dialog', { name: 'Filter' })
      await expect(panel.getByRole('button', { name: 'Save as album' })).toHaveCount(0)
      await panel.getByRole('button', { name: /^not / }).first().press('Enter')
      await page.keyboard.press('Escape')
      await expect(panel).toHaveCount(0)
      await expect(filter).toBeFocused()
      await expect(filter).toHaveText('Filter (1)')
      await expect(dialog.getByRole('checkbox')).toHaveCount(0)
      await selected(6)
      await dialog.getByRole('button', { name: 'Add 6 photos' }).press('Enter')
      await expect(dialog).toHaveCount(0)
      await expect.poll(() => gridOf(page)).toHaveLength(7)
      const photoIds = [15, 11, 8, 7, 6, 3].map((number) => photos[number]!.id)
      await owner.send('PUT', `/api/albums/${filled.id}/photos/delete`, { photoIds })
      expect((await stored(filled)).photos).toEqual([photos[2]!.id])
    }
  })

  test('the owner adds photos, removes one, and undoes that', async ({ page }) => {
    const changed = await album('Filled', [], { orderBy: albumOrders.manual })
    await open(page, address(changed))
    await tool(page, 'Add photos to the album').click()
    const dialog = page.getByRole('dialog', { name: 'Add photos to Filled' })
    const add = dialog.getByRole('button', { name: /^Add / })
    await expect(add).toHaveAttribute('aria-disabled', 'true')
    for (const name of titles([15, 13, 1])) {
      await dialog.getByRole('checkbox', { name, exact: true }).check()
    }
    await expect(dialog.getByText('3 selected')).toBeVisible()
    await dialog.getByRole('button', { name: 'Add 3 photos' }).click()
    // Checked first: it disappears by itself.
    await expect(page.getByRole('alert')).toHaveText('3 photos added')
    await expect(dialog).toHaveCount(0)
    await expect.poll(async () => (await gridOf(page)).sort()).toEqual(titles([1, 13, 15]))
    // The tools of a list, which an empty album does not have.
    await expect(page.getByRole('button', { name: 'Select photos' })).toBeVisible()
    const before = await gridOf(page)

    await tool(page, 'Add photos to the album').click()
    await expect(dialog.getByRole('checkbox')).toHaveCount(13)
    await page.keyboard.press('Escape')
    await expect(tool(page, 'Add photos to the album')).toBeFocused()

    await tool(page, 'Remove photos').click()
    await page.getByRole('checkbox', { name: 'Made photo 13' }).check()
    await page.getByRole('button', { name: 'Remove 1 photo' }).click()
    await expect(page.getByRole('alert')).toHaveText('1 photo removed')
    await expect(tiles(page)).toHaveCount(2)
    expect((await stored(changed)).photos).not.toContain(photos[13]!.id)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => gridOf(page)).toEqual(before)
    expect(await owner.photos()).toHaveLength(16)
  })

  test('the owner is asked before selected photos that were not added or removed are discarded', async ({
    page,
  }) => {
    const changed = await album('Half chosen', [1, 2])
    await open(page, address(changed))
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
    const dialog = page.getByRole('dialog', { name: 'Add photos to Half chosen' })
    await tool(page, 'Add photos to the album').click()
    const choice = dialog.getByRole('checkbox', { name: 'Made photo 13' })
    await choice.check()
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Stay' }).click()
    await expect(choice).toBeChecked()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await question.getByRole('button', { name: 'Leave' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(tool(page, 'Add photos to the album')).toBeFocused()

    await tool(page, 'Remove photos').click()
    await page.getByRole('checkbox', { name: 'Made photo 2' }).check()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await question.getByRole('button', { name: 'Leave' }).click()
    await expect(tool(page, 'Remove photos')).toBeFocused()
    await tool(page, 'Remove photos').click()
    await page.getByRole('checkbox', { name: 'Made photo 2' }).check()
    await page.getByRole('link', { name: 'Cameras' }).click()
    await question.getByRole('button', { name: 'Leave' }).click()
    await expect(page).toHaveURL(/\/camera/)
    expect((await stored(changed)).photos).toHaveLength(2)
  })

  test('the owner keeps the focus when the first photo is added and the last one removed', async ({
    page,
  }) => {
    const changed = await album('Filling', [])
    await open(page, address(changed))
    const dialog = page.getByRole('dialog', { name: 'Add photos to Filling' })
    const first = dialog.getByRole('checkbox').first()
    const addTool = page.getByRole('group').getByRole('button', { name: 'Add photos to the album' })
    for (const round of ['first', 'second']) {
      const opener = page
        .getByRole('main')
        .locator('section')
        .getByRole('button', { name: 'Add photos' })
      await opener.press('Enter')
      await expect(dialog).toBeFocused()
      await first.waitFor()
      await page.keyboard.press('Tab')
      await expect(dialog.getByRole('searchbox')).toBeFocused()
      await first.focus()
      if (round === 'first') {
        await page.keyboard.press('Escape')
        await expect(opener).toBeFocused()
      }
    }
    await page.keyboard.press('Space')
    await dialog.getByRole('button', { name: 'Add 1 photo' }).press('Enter')
    await expect(addTool).toBeFocused()

    await tool(page, 'Remove photos').press('Enter')
    // It gets the focus a moment after it is rendered.
    await expect(page.getByRole('region', { name: 'Remove photos' })).toBeFocused()
    await page.getByRole('checkbox').press('Space')
    await page.getByRole('button', { name: 'Remove 1 photo' }).press('Enter')
    await expect(tiles(page)).toHaveCount(0)
    await expect(addTool).toBeFocused()
  })

  test('the owner edits name, description, cover and order', async ({ page }) => {
    const changed = await album('Old name', [4, 2, 6])
    await open(page, address(changed))
    await tool(page, 'Edit album').click()
    const dialog = page.getByRole('dialog', { name: 'Edit Album' })
    await dialog.getByLabel('Name').fill('New name')
    await dialog.getByLabel('Description').fill('New words\nin two lines')
    await dialog.getByRole('button', { name: 'Choose a photo' }).click()
    await expect(dialog.getByRole('radio')).toHaveCount(3)
    await dialog.getByRole('radio', { name: 'Made photo 6' }).check()
    await dialog.getByLabel('Order', { exact: true }).click()
    await expect(page.getByRole('option')).toHaveText([
      'None',
      'Original Date',
      'Upload Date',
      'Manual',
    ])
    await page.getByRole('option', { name: 'Original Date' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(tool(page, 'Edit album')).toBeFocused()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('New name')
    await expect.poll(() => gridOf(page)).toEqual(titles([6, 4, 2]))
    expect(await stored(changed)).toMatchObject({
      name: 'New name',
      description: 'New words\nin two lines',
      coverPic: `/api/landscapes/${photos[6]!.fileName}`,
      orderBy: albumOrders.originalDate,
    })
  })

  test('the owner adds a code to an album, shares its link, and makes it public again', async ({
    page,
    browser,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const changed = await album('For friends', [4, 2])
    await open(page, address(changed))
    await tool(page, 'Edit album').click()
    const dialog = page.getByRole('dialog', { name: 'Edit Album' })
    await dialog.getByRole('button', { name: 'Suggest a code' }).click()
    const code = await dialog.getByLabel('Share code').inputValue()
    expect(code).toMatch(/^[a-z2-9]{5}(-[a-z2-9]{5}){2}$/)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page).toHaveURL(address(changed, `?code=${code}`))
    await expect(page.getByText('Code required')).toBeVisible()
    await tool(page, 'Copy link').click()
    await expect(page.getByRole('alert')).toContainText('Link copied')
    const link = await page.evaluate(() => navigator.clipboard.readText())
    expect(link).toBe(address(changed, `?code=${code}`))

    const friend = await browser.newPage()
    await open(friend, link)
    await expect(friend.getByRole('heading', { level: 1 })).toHaveText('For friends')
    await expect(tiles(friend)).toHaveCount(2)
    await friend.close()

    await tool(page, 'Edit album').click()
    await dialog.getByLabel('Share code').fill('')
    await dialog.getByRole('button', { name: 'Save' }).click()
    const question = page.getByRole('alertdialog', { name: 'Make this album public?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toHaveCount(0)
    expect((await stored(changed)).code).toBe(code)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await question.getByRole('button', { name: 'Make public' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page).toHaveURL(address(changed))
    expect((await stored(changed)).code).toBe('')
  })

  test('the owner orders photos with buttons, wrapping around at the ends, and saves', async ({
    page,
  }) => {
    const changed = await album('Ordered', [0, 1, 2, 3])
    await open(page, address(changed))
    await tool(page, 'Order photos').click()
    const save = page.getByRole('button', { name: 'Save Ordering' })
    await expect.poll(() => orderOf(page)).toEqual(titles([0, 1, 2, 3]))
    await expect(save).toHaveAttribute('aria-disabled', 'true')
    await tool(page, 'Move up: Made photo 0').click()
    await expect.poll(() => orderOf(page)).toEqual(titles([1, 2, 3, 0]))
    await expect(save).toHaveAttribute('aria-disabled', 'false')
    await tool(page, 'Move down: Made photo 0').click()
    await expect.poll(() => orderOf(page)).toEqual(titles([0, 1, 2, 3]))
    await expect(save).toHaveAttribute('aria-disabled', 'true')
    await tool(page, 'Move down: Made photo 1').focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await expect.poll(() => orderOf(page)).toEqual(titles([0, 2, 3, 1]))
    await expect(page.getByText('Made photo 1: position 4 of 4')).toBeAttached()
    await save.click()
    await expect(page.getByRole('alert')).toHaveText('Order saved')
    await expect(save).toHaveAttribute('aria-disabled', 'true')
    expect((await stored(changed)).photos).toEqual([0, 2, 3, 1].map((n) => photos[n]!.id))
    expect((await stored(changed)).orderBy).toBe(albumOrders.manual)
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(tool(page, 'Order photos')).toBeFocused()
    await expect.poll(() => gridOf(page)).toEqual(titles([0, 2, 3, 1]))
  })

  test('the owner orders photos with the keyboard', async ({ page }) => {
    const changed = await album('Gripped', [0, 1, 2, 3])
    await open(page, address(changed))
    await tool(page, 'Order photos').click()
    const grip = tool(page, 'Drag: Made photo 2')
    // It gets the focus a moment after it is rendered.
    await expect(page.getByRole('region', { name: 'Order photos' })).toBeFocused()
    await grip.focus()
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => orderOf(page)).toEqual(titles([0, 1, 2, 3]))
    await expect(grip).toHaveAccessibleDescription(/^Press Space to pick up or drop the photo/)
    await page.keyboard.press('Space')
    await expect(grip).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByText('Picked up Made photo 2, position 3 of 4')).toBeAttached()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Home')
    await expect.poll(() => orderOf(page)).toEqual(titles([2, 0, 1, 3]))
    await expect(grip).toBeFocused()
    await expect(page.getByText('Made photo 2: position 1 of 4')).toBeAttached()
    await page.keyboard.press('Escape')
    await expect(
      page.getByText('Cancelled: Made photo 2 is back in its original position'),
    ).toBeAttached()
    await expect(grip).toBeFocused()
    await expect.poll(() => orderOf(page)).toEqual(titles([0, 1, 2, 3]))
    await expect(grip).toHaveAttribute('aria-pressed', 'false')
    await page.keyboard.press('Space')
    await page.keyboard.press('End')
    await page.keyboard.press('Space')
    await expect(page.getByText('Dropped Made photo 2, position 4 of 4')).toBeAttached()
    await expect.poll(() => orderOf(page)).toEqual(titles([0, 1, 3, 2]))
    await page.getByRole('button', { name: 'Save Ordering' }).click()
    await expect
      .poll(async () => (await stored(changed)).photos)
      .toEqual([0, 1, 3, 2].map((n) => photos[n]!.id))
  })

  test('the owner drags photos with the mouse, and Escape cancels', async ({ page }) => {
    const changed = await album('Dragged', [0, 1, 2, 3])
    await open(page, address(changed))
    await tool(page, 'Order photos').click()
    const picture = (name: string) => page.locator('li[data-photo]').getByAltText(name)
    // The first movement picks the photo up, the following ones drag it.
    const dragTo = async (target: Locator) => {
      const { x, y } = await middleOf(target)
      await page.mouse.move(x, y, { steps: 5 })
    }
    await picture('Made photo 0').hover()
    await page.mouse.down()
    await dragTo(picture('Made photo 2'))
    await expect.poll(() => orderOf(page)).toEqual(titles([1, 2, 0, 3]))
    await page.keyboard.press('Escape')
    await expect.poll(() => orderOf(page)).toEqual(titles([0, 1, 2, 3]))
    await page.mouse.up()

    await picture('Made photo 3').hover()
    await page.mouse.down()
    await dragTo(picture('Made photo 0'))
    await page.mouse.up()
    await expect.poll(() => orderOf(page)).toEqual(titles([3, 0, 1, 2]))
    await page.mouse.move(5, 5)
    await expect.poll(() => orderOf(page)).toEqual(titles([3, 0, 1, 2]))
    // dnd-kit stops clicks for 50 ms after a drop; its timer was set before this one.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 60)))
    await page.getByRole('button', { name: 'Save Ordering' }).click()
    await expect
      .poll(async () => (await stored(changed)).photos)
      .toEqual([3, 0, 1, 2].map((n) => photos[n]!.id))
  })

  test('the owner is asked before an unsaved order is discarded', async ({ page }) => {
    const changed = await album('Unsaved', [0, 1, 2])
    await open(page, `${server.address}/album`)
    await cards(page).filter({ hasText: 'Unsaved' }).click()
    await tool(page, 'Order photos').click()
    await tool(page, 'Move up: Made photo 2').click()
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
    await page.getByRole('link', { name: 'Home' }).click()
    await question.getByRole('button', { name: 'Stay' }).click()
    // Wait until it is closed, so that the next question is a new one.
    await expect(question).toHaveCount(0)
    await expect(page).toHaveURL(address(changed))
    await expect.poll(() => orderOf(page)).toEqual(titles([0, 2, 1]))
    await page.goBack()
    await expect(question).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Done' }).click()
    await question.getByRole('button', { name: 'Leave' }).click()
    await expect.poll(() => gridOf(page)).toEqual(titles([0, 1, 2]))
    await expect(tool(page, 'Order photos')).toBeFocused()
    expect((await stored(changed)).photos).toEqual([0, 1, 2].map((n) => photos[n]!.id))
  })

  test.describe('another tab', () => {
    test.use({ allowed: /^(answer|console.*) 400.*\/order/ })

    test('an order keeps the remaining photos while the album changes in another tab, and can be saved', async ({
      page,
    }) => {
      const [extra] = await makePhotos(1, { first: 70 })
      await owner.upload(extra!)
      const deleted = (await owner.photos()).find(({ title }) => title === 'Made photo 70')!
      const changed = await album('Moving', [0, 1, 2, 3])
      const change = (what: 'add' | 'delete', { id }: Photo) =>
        owner.send('PUT', `/api/albums/${changed.id}/photos/${what}`, { photoIds: [id] })
      await change('add', deleted)
      await open(page, address(changed))
      await tool(page, 'Order photos').click()
      await expect(page.locator('li[data-photo]')).toHaveCount(5)
      await tool(page, 'Move up: Made photo 0').click()
      await expect.poll(() => orderOf(page)).toEqual(titles([1, 2, 3, 70, 0]))
      // Wait for the pictures: requests after the deletion would fail.
      await expectPictures(page)
      await owner.send('DELETE', `/api/photos/${deleted.id}`, {})
      await change('delete', photos[2]!)
      await change('add', photos[5]!)

      const save = page.getByRole('button', { name: 'Save Ordering' })
      await save.focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('alert')).toContainText('because the album has changed')
      await expect.poll(() => orderOf(page)).toEqual(titles([1, 3, 0, 5]))
      await expect(page.getByText('4 photos')).toBeVisible()
      await expect(save).toBeFocused()
      await expect(save).toHaveAttribute('aria-disabled', 'false')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('alert')).toHaveText('Order saved')
      expect((await stored(changed)).photos).toEqual([1, 3, 0, 5].map((n) => photos[n]!.id))
    })

    test('the owner also sees photos beyond the loaded part of an album', async ({ page }) => {
      const all = photos.map((_, number) => number)
      const changed = await album('Growing', all.slice(0, 12))
      await open(page, address(changed))
      await tool(page, 'Order photos').click()
      await tool(page, 'Move up: Made photo 0').click()
      const photoIds = all.slice(12).map((number) => photos[number]!.id)
      await owner.send('PUT', `/api/albums/${changed.id}/photos/add`, { photoIds })
      const save = page.getByRole('button', { name: 'Save Ordering' })
      await save.click()
      await expect(page.getByRole('alert')).toContainText('because the album has changed')
      const made = [...all.slice(1, 12), 0]
      await expect.poll(async () => (await orderOf(page)).slice(0, 12)).toEqual(titles(made))
      await expect(page.locator('li[data-photo]')).toHaveCount(16)
      await save.click()
      await expect(page.getByRole('alert')).toHaveText('Order saved')
      const saved = (await stored(changed)).photos ?? []
      expect(saved.slice(0, 12)).toEqual(made.map((number) => photos[number]!.id))
    })
  })

  test('the owner is asked before changes to an album are discarded, however the dialog is closed', async ({
    page,
  }) => {
    const changed = await album('Half written', [0, 1])
    await open(page, `${server.address}/album`)
    await cards(page).filter({ hasText: 'Half written' }).click()
    await tool(page, 'Edit album').click()
    const dialog = page.getByRole('dialog', { name: 'Edit Album' })
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
    const name = dialog.getByLabel('Name')
    await expect(name).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)

    await tool(page, 'Edit album').click()
    await name.fill('Something else')
    await name.fill('Half written')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toHaveCount(0)

    await tool(page, 'Edit album').click()
    await name.fill('Wholly written')
    for (const leave of [
      () => page.keyboard.press('Escape'),
      () => dialog.getByRole('button', { name: 'Cancel' }).click(),
      () => dialog.getByRole('button', { name: 'Close', exact: true }).click(),
      () => page.mouse.click(5, 400),
      () => goBack(page),
    ]) {
      await leave()
      await question.getByRole('button', { name: 'Stay' }).click()
      await expect(question).toHaveCount(0)
      await expect(name).toHaveValue('Wholly written')
    }
    await name.press('Escape')
    await question.getByRole('button', { name: 'Leave' }).click()
    await expect(dialog).toHaveCount(0)
    expect((await stored(changed)).name).toBe('Half written')

    await tool(page, 'Edit album').click()
    await dialog.getByLabel('Share code').fill('half-a-secret')
    await goBack(page)
    await question.getByRole('button', { name: 'Leave' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Half written')
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Photo Albums')
    expect((await stored(changed)).code).toBe('')
  })

  test('the owner is asked before a new album is discarded, but not after it is saved', async ({
    page,
  }) => {
    await open(page, `${server.address}/`)
    await page.getByRole('link', { name: 'Albums' }).click()
    await page.getByRole('button', { name: 'Add Album' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Album' })
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
    const name = dialog.getByLabel('Name')
    await expect(name).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await page.getByRole('button', { name: 'Add Album' }).click()
    await expect(name).toBeFocused()
    await page.keyboard.type('Just begun')
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Stay' }).click()
    await expect(name).toHaveValue('Just begun')

    const asked = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    expect((await asked).type()).toBe('beforeunload')
    await (await asked).dismiss()

    await dialog.getByRole('button', { name: 'Add Album' }).click()
    await expect(dialog).toHaveCount(0)
    const dialogs: string[] = []
    page.on('dialog', (unload) => dialogs.push(unload.type()))
    await reload(page)
    await expect(cards(page).filter({ hasText: 'Just begun' })).toBeVisible()
    await page.getByRole('link', { name: 'Home' }).click()
    await expect(page).toHaveURL(`${server.address}/`)
    await expect(question).toHaveCount(0)
    expect(dialogs).toEqual([])
  })

  test.describe('external cover', () => {
    test.use({ allowed: /^another host: https:\/\/pictures\.example\// })

    test('saving an album with a cover from another site reloads the page without asking', async ({
      page,
    }) => {
      const changed = await album('Covered', [0])
      const dialogs: string[] = []
      page.on('dialog', (dialog) => {
        dialogs.push(dialog.type())
        void dialog.accept()
      })
      await page.route('https://pictures.example/**', (route) => route.abort('aborted'))
      await open(page, address(changed))
      await tool(page, 'Edit album').click()
      const dialog = page.getByRole('dialog', { name: 'Edit Album' })
      await dialog
        .getByLabel('Cover picture', { exact: true })
        .fill('https://pictures.example/a.jpg')
      const loaded = page.waitForEvent('load')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await loaded
      await expect(tool(page, 'Edit album')).toBeVisible()
      expect(dialogs).toEqual([])
      await owner.send('PUT', `/api/albums/${changed.id}`, { coverPic: '' })
    })
  })

  test('the owner deletes an album after confirmation and keeps its photos', async ({ page }) => {
    await album('Stays', [0])
    const deleted = await album('Goes away', [0, 1])
    await open(page, address(deleted))
    await tool(page, 'Delete album').click()
    const question = page.getByRole('alertdialog', { name: 'Delete Goes away?' })
    await expect(question).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
    await expect(tool(page, 'Delete album')).toBeFocused()
    await page.keyboard.press('Enter')
    await question.getByRole('button', { name: 'Delete album' }).focus()
    await page.keyboard.press('Enter')
    // Checked first: it disappears by itself.
    await expect(page.getByRole('alert')).toHaveText('Goes away was deleted. Its photos were kept.')
    await expect(page).toHaveURL(`${server.address}/album`)
    await expect(page.getByRole('heading', { name: 'Photo Albums' })).toBeFocused()
    await expect(cards(page).filter({ hasText: 'Goes away' })).toHaveCount(0)
    expect(await owner.photos()).toHaveLength(16)
  })

  test('the owner deletes a photo in the viewer of an album and stays in the album', async ({
    page,
  }) => {
    const [extra] = await makePhotos(1, { first: 90 })
    await owner.upload(extra!)
    const [newest] = await owner.photos()
    const shown = await album('Shrinks', [0, 1])
    await owner.send('PUT', `/api/albums/${shown.id}/photos/add`, { photoIds: [newest!.id] })
    await open(page, address(shown, `/${newest!.id}`))
    await page.getByRole('button', { name: 'Delete Photo' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Move to trash' }).click()
    await expect(page).toHaveURL(address(shown, `/${photos[1]!.id}`))
    await expect(page.getByText('2 of 2')).toBeVisible()
  })
})

test.describe('errors', () => {
  test.use({ allowed: /^(answer|console.*) (409|500)|^console: ApiError/ })
  test.beforeEach(({ page }) => asOwner(page))

  test('an error from the server is shown below the name, and the form keeps its values', async ({
    page,
  }) => {
    await album('Taken', [])
    await open(page, `${server.address}/album`)
    await page.getByRole('button', { name: 'Add Album' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Album' })
    await dialog.getByLabel('Name').fill('taken')
    await dialog.getByLabel('Description').fill('Not lost')
    await page.getByRole('button', { name: 'Add Album' }).last().click()
    await expect(dialog.getByText('An album with this name already exists')).toBeVisible()
    await expect(dialog.getByLabel('Name')).toBeFocused()
    await expect(dialog.getByLabel('Description')).toHaveValue('Not lost')
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  test('an error from the server is shown in the edit form, in the delete dialog, and in a notice about the order', async ({
    page,
  }) => {
    const kept = await album('Kept', [0, 1])
    await open(page, address(kept))
    const refusal = { error: { code: 500, message: 'the disk is full' } }
    await page.route('**/api/albums/**', (route) =>
      route.request().method() === 'GET'
        ? route.continue()
        : route.fulfill({ status: 500, json: refusal }),
    )
    await tool(page, 'Edit album').click()
    const dialog = page.getByRole('dialog', { name: 'Edit Album' })
    await dialog.getByLabel('Name').fill('Changed')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByRole('alert')).toHaveText('The disk is full')
    await expect(dialog.getByLabel('Name')).toHaveValue('Changed')
    await page.keyboard.press('Escape')
    const question = page.getByRole('alertdialog')
    await question.getByRole('button', { name: 'Leave' }).click()
    await expect(dialog).toHaveCount(0)
    await tool(page, 'Delete album').click()
    await question.getByRole('button', { name: 'Delete album' }).click()
    await expect(question.getByRole('alert')).toHaveText('The disk is full')
    await page.keyboard.press('Escape')
    await tool(page, 'Order photos').click()
    await tool(page, 'Move up: Made photo 0').click()
    await page.getByRole('button', { name: 'Save Ordering' }).click()
    await expect(page.getByRole('alert')).toHaveText('Could not save the order: the disk is full')
    await expect(page.getByRole('button', { name: 'Save Ordering' })).toHaveAttribute(
      'aria-disabled',
      'false',
    )
    expect((await stored(kept)).name).toBe('Kept')
  })
})

test('a photo dragged over another swaps with it once, however many movements arrive at once', async ({
  page,
}) => {
  await asOwner(page)
  const changed = await album('Quick', [0, 1, 2, 3])
  await open(page, address(changed))
  await tool(page, 'Order photos').click()
  await expect(page.getByRole('region', { name: 'Order photos' })).toBeFocused()
  await expectPictures(page)
  await tool(page, 'Drag: Made photo 0').hover()
  await page.mouse.down()
  const { x, y } = await middleOf(tool(page, 'Drag: Made photo 0'))
  await page.mouse.move(x + 6, y)
  const neighbour = page.locator('li[data-photo]').getByAltText('Made photo 1')
  await expect(page.getByText('Picked up Made photo 0, position 1 of 4')).toBeAttached()
  await neighbour.evaluate((image) => {
    const { x, y, width, height } = image.getBoundingClientRect()
    for (const by of [0, 1, 2, 3]) {
      const at = { clientX: x + width / 2 + by, clientY: y + height / 2, bubbles: true }
      image.dispatchEvent(new MouseEvent('mousemove', at))
    }
  })
  await page.mouse.up()
  await expect.poll(() => orderOf(page)).toEqual(titles([1, 0, 2, 3]))
})

test.describe('touch', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  test('dragging a photo by its grip with a finger does not scroll the page', async ({ page }) => {
    await asOwner(page)
    const changed = await album('Touched', [0, 1, 2, 3])
    await open(page, address(changed))
    await tool(page, 'Order photos').tap()
    await expect(page.getByRole('button', { name: 'Save Ordering' })).toBeVisible()
    await expectPictures(page)
    const from = await middleOf(tool(page, 'Drag: Made photo 0'))
    const to = await middleOf(page.locator('li[data-photo]').getByAltText('Made photo 1'))
    await swipe(page, { from, to })
    await expect.poll(() => orderOf(page)).toEqual(titles([1, 0, 2, 3]))
    expect(await page.evaluate(() => scrollY)).toBe(0)
  })

  test('a long press drags a photo, a shorter one scrolls', async ({ page }) => {
    await asOwner(page)
    const all = photos.map((_, number) => number)
    await open(page, address(await album('Long press', all)))
    await tool(page, 'Order photos').tap()
    await expect(page.getByRole('button', { name: 'Save Ordering' })).toBeVisible()
    await expectPictures(page)
    const picture = (name: string) =>
      page.locator('li[data-photo]').getByAltText(name, { exact: true })
    const from = await middleOf(picture('Made photo 0'))
    const to = await middleOf(picture('Made photo 1'))
    const scrolled = page.evaluate(
      () =>
        new Promise<void>((resolve) =>
          addEventListener('scrollend', () => resolve(), { once: true }),
        ),
    )
    await swipe(page, { from, to: { x: from.x, y: from.y - 120 } })
    // The page scrolls on for a moment, which would also move it away from the top again.
    await scrolled
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0)
    expect(await orderOf(page)).toEqual(titles(all))
    await page.evaluate(() => scrollTo(0, 0))
    await swipe(page, { from, to, holdMs: 400 })
    await expect.poll(() => orderOf(page)).toEqual(titles([1, 0, ...all.slice(2)]))
    expect(await page.evaluate(() => scrollY)).toBe(0)
  })

  test('a swipe pages through the album', async ({ page }) => {
    const shown = await album('Swiped', [0, 1, 2])
    await open(page, address(shown, `/${photos[1]!.id}`))
    await expect(page.getByText('2 of 3')).toBeVisible()
    const { x, y, width, height } = (await wallPicture(page).boundingBox())!
    const middle = { x: x + width / 2, y: y + height / 2 }
    await swipe(page, { from: middle, to: { x: middle.x - 80, y: middle.y } })
    await expect(page).toHaveURL(address(shown, `/${photos[2]!.id}`))
  })
})
