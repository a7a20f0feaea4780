import { join } from 'node:path'
import {
  clearAway,
  type RunningVitrine,
  runCommand,
  startVitrine,
  temporaryFolder,
} from '../support/executable.ts'
import { makePhotos, writePhotos } from '../support/made-photos.ts'
import { expect, expectPictures, sidewaysScroll, test, withoutScripts } from './gallery.ts'
import { reload } from './go-to.ts'
import { scrollToTiles } from './screen.ts'

const password = 'a long enough password'
const photoCount = 15
const pageSize = 12

// Each test continues where the previous one ended.
test.describe.configure({ mode: 'serial' })

let server: RunningVitrine
let data: string

test.beforeAll(async () => {
  data = join(temporaryFolder(), 'data')
  server = await startVitrine(data)
})
test.afterAll(clearAway)

test('a new gallery says that it has not been set up', async ({ page }) => {
  await page.goto(server.address)
  await expect(
    page.getByRole('heading', { name: 'This gallery has not been set up yet' }),
  ).toBeVisible()
  await page.getByRole('link', { name: 'ACCOUNT', exact: true }).click()
  await expect(page).toHaveURL(`${server.address}/setup`)
  await expect(page.getByRole('heading', { name: 'Open the setup link' })).toBeVisible()
})

test.describe(() => {
  test.use({ allowed: /^(answer 403|console.* 403).*\/api\/setup/ })

  test('a wrong setup link is refused with a message', async ({ page }) => {
    await page.goto(`${server.address}/setup#wrong`)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Finish setup' }).click()
    await expect(page.getByRole('alert')).toContainText('no longer valid')
  })
})

test.describe(() => {
  test.use({ allowed: /^(answer 400|console.* 400).*\/api\/setup/ })

  test('a common password is refused beside its field, with the reason', async ({ page }) => {
    const [, path] = await server.untilPrinted(/(\/setup#\S+)\n/)
    await page.goto(server.address + path)
    const field = page.getByLabel('Password', { exact: true })
    await expect(field).toHaveAccessibleDescription(/not a common password/)
    await field.fill('Password123!')
    await page.getByRole('button', { name: 'Finish setup' }).click()
    await expect(field).toHaveAccessibleDescription(
      /^Must be harder to guess: it is very similar to one of the most common passwords; /,
    )
    await expect(field).toBeFocused()
    await expect(field).toHaveValue('Password123!')
  })
})

test('the setup link sets the password and the name', async ({ page }) => {
  const [, path] = await server.untilPrinted(/(\/setup#\S+)\n/)
  await page.goto(server.address + path)
  const field = page.getByLabel('Password', { exact: true })
  await field.fill('short')
  await page.getByRole('button', { name: 'Finish setup' }).click()
  await expect(page.getByText('Use at least 10 characters')).toBeVisible()
  await field.fill(password)
  await page.getByLabel('Name').fill('Ann Example')
  await page.getByLabel('About you, in one line').fill('Pictures from the road')
  await page.getByRole('button', { name: 'Finish setup' }).click()
  await expect(page).toHaveTitle('Ann Example')
  await expect(page.getByText('Pictures from the road')).toBeVisible()
  const cookies = await page.context().cookies()
  expect(cookies).toMatchObject([
    { name: 'vitrine_owner', httpOnly: true, sameSite: 'Lax' },
    { name: 'vitrine_known', httpOnly: true, sameSite: 'Lax' },
  ])
})

test.describe(() => {
  test.use({ allowed: /^(answer 401|console.* 401).*\/api\/login/ })

  test('a wrong password is refused; the right one signs in, and logging out works', async ({
    page,
  }) => {
    await page.goto(`${server.address}/account`)
    const field = page.getByLabel('Password', { exact: true })
    await field.fill('not the password')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByRole('alert')).toContainText('Incorrect Password')
    await field.fill(password)
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
    await expect(page.getByLabel('Name')).toHaveValue('Ann Example')
    await page.getByRole('link', { name: 'Logout' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByRole('heading', { name: 'Login to edit settings' })).toBeVisible()
    await expect(page).toHaveURL(`${server.address}/account`)
    await reload(page)
    await expect(page.getByRole('heading', { name: 'Login to edit settings' })).toBeVisible()
  })
})

test('photos can be imported from the command line, publicly or privately', async ({ page }) => {
  const folder = join(temporaryFolder(), 'photos')
  writePhotos(folder, await makePhotos(photoCount))
  const words = ['--album', 'Stream', '--photostream', '--data', data]
  const { code, text } = await runCommand(['import', folder, ...words])
  expect({ code, text }).toMatchObject({
    code: 0,
    text: expect.stringContaining(`${photoCount} imported, 0 already in the gallery, 0 failed`),
  })
  const secret = writePhotos(join(folder, 'secret'), await makePhotos(1, { first: 99 }))
  expect((await runCommand(['import', ...secret, '--data', data])).code).toBe(0)
  await page.goto(server.address)
  await scrollToTiles(page, photoCount)
})

test.describe('no JavaScript', () => {
  test.use(withoutScripts)

  test('a visitor without JavaScript sees the photostream and each photo with its details', async ({
    page,
  }) => {
    await page.goto(server.address)
    const shown: string[] = []
    for (let pages = 0; pages < 2; pages++) {
      const tiles = page.locator('a.tile')
      await expect(tiles).toHaveCount(pages === 0 ? pageSize : photoCount - pageSize)
      await expectPictures(page)
      const here = page.url()
      for (let index = 0; index < (await tiles.count()); index++) {
        await tiles.nth(index).click()
        await expect(page).toHaveURL(/\/photo\/[0-9a-f-]{36}$/)
        // The address changes before the page has loaded.
        await page.waitForLoadState()
        await expectPictures(page)
        shown.push((await page.getByRole('heading', { level: 1 }).textContent()) ?? '')
        const facts = page.locator('aside')
        await expect(facts).toContainText(/Taken on January \d+, 2020/)
        for (const fact of [
          'Kodak Brownie 127',
          '50 mm',
          'f/2.8, ISO 200, 1/250 s',
          'Dakon 65mm',
        ]) {
          await expect(facts).toContainText(fact)
        }
        await page.goto(here)
      }
      if (pages === 0) await page.getByRole('link', { name: 'Load more' }).click()
    }
    const newestFirst = Array.from({ length: photoCount }, (_, n) => photoCount - 1 - n)
    expect(shown).toEqual(newestFirst.map((number) => `Made photo ${number}`))
    await expect(page.getByRole('link', { name: 'Load more' })).toHaveCount(0)
    await page.getByRole('link', { name: 'Newer photos' }).click()
    await expect(page.locator('a.tile')).toHaveCount(pageSize)
  })

  test('a visitor without JavaScript goes from photo to photo', async ({ page }) => {
    await page.goto(server.address)
    await page.locator('a.tile').first().click()
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toHaveText(`Made photo ${photoCount - 1}`)
    await expect(page.getByRole('link', { name: 'Previous' })).toHaveCount(0)
    for (let number = photoCount - 2; number >= 0; number--) {
      await page.getByRole('link', { name: 'Next' }).click()
      await expect(heading).toHaveText(`Made photo ${number}`)
    }
    await expect(page.getByRole('link', { name: 'Next' })).toHaveCount(0)
    await page.getByRole('link', { name: 'Previous' }).click()
    await expect(heading).toHaveText('Made photo 1')
    await page.getByRole('link', { name: 'All photos' }).click()
    await expect(page.locator('a.tile')).toHaveCount(pageSize)
  })

  test.describe(() => {
    test.use({
      allowed: new RegExp(
        `${withoutScripts.allowed.source}|^(answer 404|console.* 404).*\\/photo\\/`,
      ),
    })

    test('a visitor without JavaScript gets the same answer for a private photo as for one that does not exist', async ({
      page,
      request,
    }) => {
      const login = await request.post(`${server.address}/api/login`, { data: { password } })
      expect(login.status()).toBe(200)
      const all = await (await request.get(`${server.address}/api/photos?limit=50`)).json()
      const hidden = all.data.photos.find((photo: { isPublic: boolean }) => !photo.isPublic)
      expect(hidden.title).toBe('Made photo 99')
      const pages: string[] = []
      for (const id of [hidden.id, crypto.randomUUID()]) {
        const response = await page.goto(`${server.address}/photo/${id}`)
        expect(response?.status()).toBe(404)
        await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
        pages.push((await page.content()).replaceAll(id, 'ID'))
      }
      expect(pages[0]).toBe(pages[1]!)
      expect(pages[0]).not.toContain(hidden.fileName)
    })
  })
})

for (const width of [390, 1440]) {
  test(`pages without JavaScript never scroll sideways at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    for (const path of ['/', '/?offset=12', '/photo', '/account', '/setup']) {
      await page.goto(server.address + path)
      await expectPictures(page)
      expect([path, await sidewaysScroll(page)]).toEqual([path, 0])
    }
  })
}
