import type { Locator, Page } from 'playwright/test'
import type { Album } from '../../src/contract/albums/albums.ts'
import type { Photo } from '../../src/contract/photos/photos.ts'
import { clearAway, type RunningVitrine } from '../support/executable.ts'
import { claimedGallery, type OwnerClient } from '../support/owner-client.ts'
import { camera } from '../support/photos.ts'
import { expect, expectPictures, test } from './gallery.ts'
import { publish } from './long-gallery.ts'
import { goBack, open, signInBrowser, wallPicture } from './screen.ts'

let server: RunningVitrine
let owner: OwnerClient
let photos: Photo[]
let album: Album

test.beforeAll(async () => {
  ;({ server, owner } = await claimedGallery())
  for (const [number, title] of ['One', 'Two', 'Three', 'Four'].entries()) {
    const shape = number === 1 ? { width: 400, height: 800 } : { width: 900, height: 600 }
    const date = `2024:05:0${8 - number} 07:08:09`
    await owner.upload({
      name: `${title}.jpg`,
      bytes: await camera({ ...shape, title, date, description: '' }),
    })
  }
  await publish(owner, await owner.photos())
  photos = await owner.photos()
  expect(photos.map(({ title }) => title)).toEqual(['One', 'Two', 'Three', 'Four'])
  const made = await owner.send('POST', '/api/albums', { name: 'Portraits' })
  album = ((await made.json()) as { data: Album }).data
})
test.afterAll(clearAway)
test.use({ reducedMotion: 'reduce' })

const titleOf = async (place: number) => (await owner.photos())[place]!.title

async function openPhoto(page: Page, place: number, list = '/photo'): Promise<void> {
  await signInBrowser(page, server, owner.cookie)
  await open(page, `${server.address}${list}/${photos[place]!.id}`)
  await expectPictures(page)
}

const boxOf = async (part: Locator) => (await part.boundingBox())!

async function expectApart(one: Locator, other: Locator, ...where: unknown[]): Promise<void> {
  const [a, b] = [await boxOf(one), await boxOf(other)]
  const isApart =
    a.x + a.width <= b.x ||
    b.x + b.width <= a.x ||
    a.y + a.height <= b.y + 1 ||
    b.y + b.height <= a.y + 1
  expect.soft([...where, isApart, a, b]).toEqual([...where, true, a, b])
}

const notice = (page: Page) => page.getByRole('region', { name: 'Notification' })
const panelOf = (page: Page) => page.getByRole('dialog', { name: 'Edit Photo' })

test.describe('phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('on a phone, the edit sheet leaves the photo visible, and Next saves and keeps the field', async ({
    page,
  }) => {
    await openPhoto(page, 0)
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await page.keyboard.press('e')
    const panel = panelOf(page)
    await expect(panel.getByLabel('Title')).toBeFocused()
    await expectApart(wallPicture(page), panel)
    await expect(wallPicture(page)).toBeInViewport({ ratio: 1 })
    await panel.getByLabel('Title').fill('One, on a phone')
    for (const name of ['Previous', 'Next', 'Save']) {
      const { width, height } = await boxOf(panel.getByRole('button', { name }))
      expect([name, width >= 44, height >= 44]).toEqual([name, true, true])
    }
    await panel.getByRole('button', { name: 'Next' }).tap()
    await expect(panel.getByText('2 of 4')).toBeVisible()
    await expect(panel.getByLabel('Title')).toHaveValue('Two')
    await expect(panel.getByLabel('Title')).toBeFocused()
    await expect(wallPicture(page)).toBeInViewport({ ratio: 1 })
    await expectApart(wallPicture(page), panel)
    expect(await titleOf(0)).toBe('One, on a phone')
    await goBack(page)
    await expect(panel).toHaveCount(0)
    await expect(page).toHaveURL(`${server.address}/photo/${photos[1]!.id}`)
  })
})

test('the edit panel leaves the photo visible; Next and Previous save and keep the field and the address', async ({
  page,
}) => {
  await openPhoto(page, 1)
  await page.keyboard.press('e')
  const panel = panelOf(page)
  const [title, description] = [panel.getByLabel('Title'), panel.getByLabel('Description')]
  const [previous, next] = [
    panel.getByRole('button', { name: 'Previous' }),
    panel.getByRole('button', { name: 'Next' }),
  ]
  for (const size of [
    { width: 1440, height: 900 },
    { width: 820, height: 1180 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size)
    await expect(wallPicture(page)).toBeInViewport({ ratio: 1 })
    await expectApart(wallPicture(page), panel, size)
  }
  await page.setViewportSize({ width: 1440, height: 900 })

  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') sent.push(new URL(request.url()).pathname)
  })
  await description.fill('The second.')
  await next.click()
  await expect(page).toHaveURL(`${server.address}/photo/${photos[2]!.id}`)
  await expect(title).toHaveValue('Three')
  await expect(description).toHaveValue('')
  await expect(description).toBeFocused()
  await expect(page.getByText('Leave without saving?')).toHaveCount(0)
  expect((await owner.photos())[1]!.description).toBe('The second.')

  // Without a change nothing is sent, also with the keyboard; the last photo has no next one.
  await page.keyboard.press('Alt+ArrowDown')
  await expect(title).toHaveValue('Four')
  await expect(description).toBeFocused()
  await expect(next).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Alt+ArrowDown')
  await next.dispatchEvent('click')
  expect(sent).toEqual([`/api/photos/${photos[1]!.id}`])
  await page.keyboard.type('The last.')
  await previous.press('Enter')
  await expect(title).toHaveValue('Three')
  await expect(previous).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(description).toHaveValue('The second.')
  expect((await owner.photos())[3]!.description).toBe('The last.')

  // Ctrl + Enter saves and closes, also in a text of several lines.
  await description.fill('The second again.')
  await page.keyboard.press('Control+Enter')
  await expect(panel).toHaveCount(0)
  await expect(page).toHaveURL(`${server.address}/photo/${photos[1]!.id}`)
  await expect(page.getByText('The second again.')).toBeVisible()

  // A question about unsaved changes concerns the photo that is shown; Back then leaves the photo.
  await page.keyboard.press('e')
  await expect(title).toBeFocused()
  await next.click()
  await expect(title).toHaveValue('Three')
  await title.fill('Unsaved')
  await goBack(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
  await expect(panel).toHaveCount(0)
  await expect(page).toHaveURL(`${server.address}/photo/${photos[2]!.id}`)
  expect(await titleOf(2)).toBe('Three')
})

test.describe('server errors', () => {
  test.use({ allowed: /(answer|console).* 503|ApiError/ })

  test('if Next cannot save, the photo and what was typed stay, with the reason', async ({
    page,
  }) => {
    await openPhoto(page, 2)
    await page.keyboard.press('e')
    const panel = panelOf(page)
    const title = panel.getByLabel('Title')
    await title.fill('Third')
    const address = `**/api/photos/${photos[2]!.id}`
    const error = { code: 503, message: 'busy' }
    await page.route(address, (route) => route.fulfill({ status: 503, json: { error } }))
    await panel.getByRole('button', { name: 'Next' }).click()
    await expect(panel.getByRole('alert')).toHaveText('Busy')
    await expect(title).toHaveValue('Third')
    await expect(title).toBeFocused()
    await expect(page).toHaveURL(`${server.address}/photo/${photos[2]!.id}`)

    // What is typed while the photo is being saved is saved with it.
    await page.unroute(address)
    const held = Promise.withResolvers<void>()
    let isHeld = true
    await page.route(address, async (route) => {
      if (isHeld) await held.promise
      await route.continue()
    })
    const asked = page.waitForRequest(address)
    await panel.getByRole('button', { name: 'Next' }).click()
    await asked
    await page.keyboard.press('End')
    await page.keyboard.type(' of four')
    isHeld = false
    held.resolve()
    await expect(title).toHaveValue('Four')
    expect(await titleOf(2)).toBe('Third of four')
    await owner.send('PUT', `/api/photos/${photos[2]!.id}`, { id: photos[2]!.id, title: 'Three' })
  })
})

test('Next leaves a photo that was removed from the album, in the direction of the button', async ({
  page,
}) => {
  const path = `/api/albums/${album.id}`
  const photoIds = photos.map(({ id }) => id)
  await owner.send('PUT', `${path}/photos/add`, { photoIds })
  await owner.send('PUT', `${path}/order`, { photos: photoIds })
  await openPhoto(page, 2, `/album/${album.id}`)
  const panel = panelOf(page)
  const remove = async () => {
    await panel.getByRole('button', { name: /^Albums/ }).press('Enter')
    await page.getByRole('menuitemcheckbox', { name: 'Portraits' }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
  }
  await page.keyboard.press('e')
  await remove()
  await panel.getByRole('button', { name: 'Previous' }).click()
  await expect(page).toHaveURL(`${server.address}/album/${album.id}/${photos[1]!.id}`)
  await expect(notice(page).getByRole('alert')).toHaveText('The photo is no longer in Portraits.')
  await expectApart(notice(page), panel)
  await expect(panel.getByText('2 of 3')).toBeVisible()
  await expect(panel.getByLabel('Title')).toHaveValue('Two')
  await expect(panel.getByRole('button', { name: /^Albums/ })).toHaveText('Portraits, Stream')
})
