// The share dialog, feeds' links and pages of the gallery framed by another site.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FrameLocator, Page } from 'playwright/test'
import type { Album } from '../../src/contract/albums/albums.ts'
import type { Photo } from '../../src/contract/photos/photos.ts'
import { albumEmbedSize } from '../../src/contract/site/embed-frame.ts'
import { clearAway, type RunningVitrine } from '../support/executable.ts'
import { claimedGallery, type OwnerClient } from '../support/owner-client.ts'
import { camera } from '../support/photos.ts'
import { violations } from './axe.ts'
import { expect, test } from './gallery.ts'
import { publish } from './long-gallery.ts'
import { expectInterface, open, signInBrowser } from './screen.ts'

const code = 'a b&c'
const encoded = 'a%20b%26c'

let server: RunningVitrine
let owner: OwnerClient
let shown: Photo
let secret: Photo
let coded: Album

test.beforeAll(async () => {
  ;({ server, owner } = await claimedGallery())
  for (const title of ['Quay', 'Secret']) {
    await owner.upload({
      name: `${title}.jpg`,
      bytes: await camera({ width: 600, height: 400, title }),
    })
  }
  const photos = await owner.photos()
  shown = photos.find(({ title }) => title === 'Quay')!
  secret = photos.find(({ title }) => title === 'Secret')!
  await publish(owner, [shown])
  const send = async <T>(method: 'POST' | 'PUT', path: string, body: object): Promise<T> =>
    (await (await owner.send(method, path, body)).json()).data
  const { id } = await send<Album>('POST', '/api/albums', {
    name: 'Family',
    description: '',
    coverPic: '',
  })
  await send('PUT', `/api/albums/${id}/photos/add`, { photoIds: [secret.id] })
  coded = await send<Album>('PUT', `/api/albums/${id}`, { code })
})
test.afterAll(clearAway)

const dialog = (page: Page) => page.getByRole('dialog')
const field = (page: Page, label: string) => dialog(page).getByLabel(label, { exact: true })

async function share(page: Page, path: string, name: 'Share photo' | 'Share album') {
  await open(page, server.address + path)
  await expectInterface(page)
  await page.getByRole('button', { name }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveAccessibleName(name)
}

test('a visitor copies the link and the embed code of a photo with the keyboard', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const path = `/photo/${shown.id}`
  await share(page, path, 'Share photo')
  await expect(field(page, 'Link')).toHaveValue(server.address + path)
  await expect(field(page, 'Embed code')).toHaveValue(
    new RegExp(
      `^<iframe src="${server.address}/embed/photo/${shown.id}" title="Quay" width="640" height="491"`,
    ),
  )
  await expect(field(page, 'Feed')).toHaveCount(0)
  await dialog(page).getByRole('button', { name: 'Copy link' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('status').first()).toHaveText('Copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(server.address + path)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Share photo' })).toBeFocused()
})

test('the share text is selected without a clipboard, and the dialog says so', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined })
  })
  await share(page, `/photo/${shown.id}`, 'Share photo')
  await dialog(page).getByRole('button', { name: 'Copy embed code' }).click()
  await expect(dialog(page).getByText('Could not copy')).toBeVisible()
  const selected = await page.evaluate(() => getSelection()?.toString())
  expect(selected).toContain('<iframe src=')
})

test('the share dialog says that an album’s links contain its code', async ({ page }) => {
  await signInBrowser(page, server, owner.cookie)
  await share(page, `/album/${coded.id}?code=${encoded}`, 'Share album')
  await expect(dialog(page).getByText('contain the album’s code')).toBeVisible()
  await expect(field(page, 'Link')).toHaveValue(
    `${server.address}/album/${coded.id}?code=${encoded}`,
  )
  await expect(field(page, 'Embed code')).toHaveValue(
    new RegExp(`/embed/album/${coded.id}\\?code=${encoded}"`),
  )
  await expect(field(page, 'Feed')).toHaveValue(
    `${server.address}/album/${coded.id}/feed.atom?code=${encoded}`,
  )
  expect(await violations(page)).toEqual([])
})

test('a visitor shares an album with the code of its address', async ({ page }) => {
  await share(page, `/album/${coded.id}?code=${encoded}`, 'Share album')
  await expect(field(page, 'Feed')).toHaveValue(
    `${server.address}/album/${coded.id}/feed.atom?code=${encoded}`,
  )
  await expect(dialog(page).getByText('contain the album’s code')).toBeVisible()
})

test('a private photo has a link for its owner, but no embed code', async ({ page }) => {
  await signInBrowser(page, server, owner.cookie)
  await share(page, `/photo/${secret.id}`, 'Share photo')
  await expect(dialog(page).getByText('Visitors cannot open this link')).toBeVisible()
  await expect(field(page, 'Embed code')).toHaveCount(0)
})

test.describe(() => {
  test.use({ allowed: /404/ })
  test('a photo that only a grant opens is not offered to other sites', async ({ page }) => {
    await open(page, `${server.address}/album/${coded.id}?code=${encoded}`)
    await share(page, `/album/${coded.id}`, 'Share album')
    await expect(dialog(page).getByText('Visitors cannot open this link')).toBeVisible()
    await expect(field(page, 'Feed')).toHaveCount(0)
  })
})

/** A site at another address, whose pages frame the address in their query. */
async function withSite(
  use: (frameAt: (page: Page, path: string) => Promise<FrameLocator>) => Promise<void>,
) {
  const site = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://127.0.0.1')
    response.setHeader('Content-Type', 'text/html')
    response.end(
      `<title>Elsewhere</title><iframe src="${server.address}${searchParams.get('path')}" width="600" height="500"></iframe>`,
    )
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  const { port } = site.address() as AddressInfo
  try {
    await use(async (page, path) => {
      await page.goto(`http://127.0.0.1:${port}/?${new URLSearchParams({ path })}`)
      return page.frameLocator('iframe')
    })
  } finally {
    site.close()
  }
}

test.describe(() => {
  test.use({
    allowed:
      /another host|frame-ancestors|X-Frame-Options|favicon|refused to connect|BLOCKED_BY_RESPONSE|404/i,
  })

  test('another site shows an embedded photo and album, even to the owner', async ({ page }) => {
    await signInBrowser(page, server, owner.cookie)
    await withSite(async (frameAt) => {
      for (const path of [`/embed/photo/${shown.id}`, `/embed/album/${coded.id}?code=${encoded}`]) {
        const isPhoto = path.includes('photo')
        const frame = await frameAt(page, path)
        await expect(frame.locator('h1')).toHaveText(isPhoto ? 'Quay' : 'Family')
        const picture = frame.locator('img').first()
        await expect
          .poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth))
          .toBeGreaterThan(0)
        // The styles apply although the page has a policy.
        await expect(picture).toHaveCSS('object-fit', isPhoto ? 'contain' : 'cover')
      }
      const hidden = await frameAt(page, `/embed/photo/${secret.id}`)
      await expect(hidden.getByText('This does not exist or is not public.')).toBeVisible()
    })
  })

  test('another site cannot frame any other page', async ({ page }) => {
    await withSite(async (frameAt) => {
      for (const path of ['/', `/photo/${shown.id}`]) {
        const frame = await frameAt(page, path)
        // What Chromium shows instead of a page that must not be framed.
        await expect
          .poll(() => page.frames().map((each) => each.url()))
          .toContain('chrome-error://chromewebdata/')
        await expect(frame.locator('h1, main')).toHaveCount(0)
      }
    })
  })
})

test('the tiles of an embedded album fill every row, and its frame needs no scrolling', async ({
  page,
}) => {
  const answer = await owner.send('POST', '/api/albums', {
    name: 'Tiles',
    description: '',
    coverPic: '',
  })
  const { id } = (await answer.json()).data as Album
  for (let count = 1; count <= 13; count++) {
    const name = `Tile ${count}`
    await owner.upload({ name: `${name}.jpg`, bytes: await camera({ title: name }) })
    const added = (await owner.photos()).find(({ title }) => title === name)!
    await owner.send('PUT', `/api/albums/${id}/photos/add`, { photoIds: [added.id] })
    for (const width of [300, 390, 640, 1200]) {
      const { height } = albumEmbedSize(count)
      await page.setViewportSize({ width, height })
      await page.goto(`${server.address}/embed/album/${id}`)
      const rows = await page.locator('.tiles').evaluate((tiles) => {
        const tops = [...tiles.children].map((tile) => tile.getBoundingClientRect().top)
        return [...new Set(tops)].map((top) => tops.filter((other) => other === top).length)
      })
      expect([count, width, new Set(rows).size]).toEqual([count, width, 1])
      if (width !== 640) continue
      const overflow = await page.evaluate(
        () => document.documentElement.scrollHeight - innerHeight,
      )
      expect([count, overflow]).toEqual([count, 0])
    }
  }
})

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds no problems on embedded pages, ${theme}`, async ({ page }) => {
    await owner.send('POST', '/api/user/config', { colorTheme: theme })
    for (const width of [300, 600, 1200]) {
      await page.setViewportSize({ width, height: 500 })
      for (const path of [`/embed/photo/${shown.id}`, `/embed/album/${coded.id}?code=${encoded}`]) {
        await page.goto(server.address + path)
        await expect(page.locator('html')).toHaveClass(theme)
        expect([path, width, ...(await violations(page))]).toEqual([path, width])
      }
    }
  })
}
