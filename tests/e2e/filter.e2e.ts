import type { Page } from 'playwright/test'
import { colorThemes } from '../../src/contract/site/appearance.ts'
import { clearAway, type RunningVitrine } from '../support/executable.ts'
import { claimedGallery, type OwnerClient } from '../support/owner-client.ts'
import { camera } from '../support/photos.ts'
import { violations } from './axe.ts'
import { expect, sidewaysScroll, test, withoutScripts } from './gallery.ts'
import { reload } from './go-to.ts'
import { publish } from './long-gallery.ts'
import { expectInterface, goBack, open, signInBrowser, transitionsOver } from './screen.ts'

const total = 24
/** More than the panel shows at first. */
const models = ['D700', 'D70', 'D40', 'D90', 'D3', 'D300', 'D5000', 'D200', 'D80', 'D610']
const modelOf = (number: number) => (number < 10 ? models[number]! : models[number % 2]!)

let server: RunningVitrine
let owner: OwnerClient
let album: string

test.beforeAll(async () => {
  ;({ server, owner } = await claimedGallery())
  for (let number = 0; number < total; number++) {
    const bytes = await camera({
      width: number % 3 === 0 ? 200 : 300,
      height: number % 3 === 0 ? 300 : 200,
      date: `${2020 + (number % 4)}:05:${String(10 + Math.floor(number / 2))} 08:00:00`,
      title: number % 2 ? `Street ${number}` : `Lake ${number}`,
      keywords: [number % 2 ? 'street' : 'lake', ...(number % 5 === 0 ? ['draft'] : [])],
      make: 'NIKON CORPORATION',
      model: `NIKON ${modelOf(number)}`,
    })
    await owner.upload({ name: `${number}.jpg`, bytes })
  }
  const photos = await owner.photos()
  await publish(owner, photos)
  const made = await owner.send('POST', '/api/albums', { name: 'Streets' })
  album = ((await made.json()) as { data: { id: string } }).data.id
  const photoIds = photos.filter(({ title }) => title.startsWith('Street')).map((each) => each.id)
  await owner.send('PUT', `/api/albums/${album}/photos/add`, { photoIds })
})
test.afterAll(clearAway)

const wide = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }
const tiles = (page: Page) => page.locator('a.tile')
const button = (page: Page) => page.getByRole('button', { name: 'Filter', exact: true })
const panel = (page: Page) => page.getByRole('complementary', { name: 'Filter' })
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Filter' })
/** The panel's number of photos. */
const found = (page: Page) => panel(page).locator('[aria-live]')
const chip = (page: Page, label: string) => page.getByRole('link', { name: `Remove ${label}` })
const field = (page: Page) => page.getByLabel('Search photos')
const options = (page: Page) => page.getByRole('option')
const value = (page: Page, label: string) =>
  page.getByRole('checkbox', { name: new RegExp(`^${label} \\d+ photos?$`) })

test('the filter panel filters the grid beside it at once, and Back leaves the filter in one step', async ({
  page,
}) => {
  await page.setViewportSize(wide)
  await open(page, server.address)
  await button(page).click()
  await expect(panel(page)).toBeFocused()
  await expect(button(page)).toHaveAttribute('aria-expanded', 'true')
  await expect(found(page)).toHaveText('24 photos')
  // The panel covers neither the button nor the grid.
  const left = (await panel(page).boundingBox())!.x
  for (const covered of [button(page), tiles(page).nth(2)]) {
    const box = (await covered.boundingBox())!
    expect(box.x + box.width).toBeLessThanOrEqual(left)
  }
  // Eight of ten cameras, and all on request.
  const cameras = panel(page).getByRole('list', { name: 'Camera' }).getByRole('checkbox')
  await expect(cameras).toHaveCount(8)
  await panel(page).getByRole('button', { name: 'Show all 10' }).click()
  await expect(cameras).toHaveCount(10)
  await panel(page).getByRole('searchbox', { name: 'Find a value of Camera' }).fill('d61')
  await expect(cameras).toHaveCount(1)
  await panel(page).getByRole('searchbox', { name: 'Find a value of Camera' }).fill('')

  await value(page, 'Nikon D700').check()
  await expect(page).toHaveURL(`${server.address}/photo?camera=nikon-d700`)
  await expect(tiles(page)).toHaveCount(8)
  await expect(found(page)).toHaveText('8 photos')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Camera: Nikon D700')
  // Another value of a key adds to it, another key narrows.
  await value(page, 'Nikon D70').check()
  await expect(tiles(page)).toHaveCount(16)
  await panel(page).getByRole('button', { name: 'not draft', exact: true }).click()
  await expect(page).toHaveURL(/camera=nikon-d70&camera=nikon-d700&-keyword=draft$/)
  await expect(tiles(page)).toHaveCount(12)
  await expect(found(page)).toHaveText('12 photos')
  await page.goBack()
  await expect(page).toHaveURL(`${server.address}/`)
  await expect(tiles(page).first()).toBeVisible()
  await expect(panel(page)).toBeVisible()
  await expect(value(page, 'Nikon D700')).not.toBeChecked()
})

test('the filter panel works with the keyboard alone, with a range and Clear Filter', async ({
  page,
}) => {
  await page.setViewportSize(wide)
  await open(page, server.address)
  await button(page).focus()
  await page.keyboard.press('Enter')
  await expect(panel(page)).toBeFocused()
  await value(page, 'Nikon D70').focus()
  await page.keyboard.press('Space')
  await expect(page).toHaveURL(`${server.address}/photo?camera=nikon-d70`)
  await expect(value(page, 'Nikon D70')).toBeFocused()
  await panel(page).getByText('Year', { exact: true }).focus()
  await panel(page).locator('summary', { hasText: 'Year' }).press('Enter')
  const range = panel(page).getByRole('group', { name: 'Year, from and to' })
  await range.getByLabel('From').fill('2022')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${server.address}/photo?camera=nikon-d70&year=2022..`)
  await range.getByLabel('To').fill('soon')
  await expect(range.getByText('Enter a number')).toBeVisible()
  // A count is never that of the filter before.
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/photos?*facets=*', async (route) => {
    await isReleased
    await route.continue()
  })
  await range.getByLabel('To').fill('2023')
  await expect(found(page)).toHaveText('Counting…')
  await expect(page).toHaveURL(`${server.address}/photo?camera=nikon-d70&year=2022..2023`)
  await expect(found(page)).toHaveText('Counting…')
  release()
  await expect(found(page)).toHaveText((await page.locator('header p span').first().textContent())!)
  await expect(chip(page, 'Year: 2022 to 2023')).toBeVisible()
  await panel(page).getByRole('button', { name: 'Clear Filter' }).press('Enter')
  await expect(page).toHaveURL(`${server.address}/`)
  await expect(found(page)).toHaveText('24 photos')
  await value(page, 'Nikon D70').focus()
  await page.keyboard.press('Escape')
  await expect(panel(page)).toHaveCount(0)
  await expect(button(page)).toBeFocused()
})

test('the filter panel on a phone is a sheet that shows its results', async ({ page }) => {
  await page.setViewportSize(phone)
  await open(page, server.address)
  await button(page).click()
  await expect(sheet(page)).toBeVisible()
  await value(page, 'Nikon D700').check()
  await sheet(page).getByRole('button', { name: 'Show 8 photos' }).click()
  await expect(sheet(page)).toHaveCount(0)
  await expect(button(page)).toBeFocused()
  await expect(tiles(page)).toHaveCount(8)
  expect(await sidewaysScroll(page)).toBe(0)
  await button(page).press('Enter')
  await expect(value(page, 'Nikon D700')).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(sheet(page)).toHaveCount(0)
})

test('Back on a phone closes what lies over the page before it leaves the page', async ({
  page,
}) => {
  await page.setViewportSize(phone)
  const back = () => goBack(page)
  const home = `${server.address}/`
  await open(page, `${server.address}/camera`)
  await open(page, home)

  const menu = page.getByRole('dialog', { name: 'Menu' })
  await page.getByRole('button', { name: 'Menu' }).press('Enter')
  await expect(menu).toBeVisible()
  await back()
  await expect(menu).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused()

  await button(page).click()
  await value(page, 'Nikon D700').check()
  await expect(page).toHaveURL(`${home}photo?camera=nikon-d700`)
  await value(page, 'Nikon D40').check()
  await expect(page).toHaveURL(`${home}photo?camera=nikon-d40&camera=nikon-d700`)
  // A filter that is emptied returns to the page before it, and the sheet stays.
  await value(page, 'Nikon D700').uncheck()
  await value(page, 'Nikon D40').uncheck()
  await expect(page).toHaveURL(home)
  await expect(sheet(page)).toBeVisible()
  await value(page, 'Nikon D70').check()
  await expect(page).toHaveURL(`${home}photo?camera=nikon-d70`)
  await back()
  await expect(sheet(page)).toHaveCount(0)
  await expect(page).toHaveURL(`${home}photo?camera=nikon-d70`)
  await expect(tiles(page)).toHaveCount(8)

  await tiles(page).first().click()
  await expect(page).toHaveURL(/photo\/[^/]+\?camera=nikon-d70$/)
  const share = page.getByRole('dialog', { name: 'Share photo' })
  for (const close of [back, () => page.keyboard.press('Escape')]) {
    await page.getByRole('button', { name: 'Share photo' }).click()
    await expect(share).toBeVisible()
    await close()
    await expect(share).toHaveCount(0)
    await expect(page).toHaveURL(/photo\/[^/]+\?camera=nikon-d70$/)
  }
  await back()
  await expect(page).toHaveURL(`${home}photo?camera=nikon-d70`)
  await back()
  await expect(page).toHaveURL(home)

  // A link in the menu leads on, and leaves no entry behind.
  await page.getByRole('button', { name: 'Menu' }).click()
  await menu
    .getByRole('navigation')
    .getByRole('link', { name: /albums/i })
    .click()
  await expect(page).toHaveURL(`${home}album`)
  await expect(menu).toHaveCount(0)
  await back()
  await expect(page).toHaveURL(home)
  await expect(tiles(page).first()).toBeVisible()
  await back()
  await expect(page).toHaveURL(`${home}camera`)
})

test('chips remove one value each, and the viewer keeps the filter', async ({ page }) => {
  const path = '/photo?camera=nikon-d700&-keyword=draft'
  await open(page, server.address + path)
  await expect(chip(page, 'Without keyword draft')).toBeVisible()
  const shown = await tiles(page).count()
  await tiles(page).nth(2).click()
  await expect(page).toHaveURL(/\/photo\/[0-9a-f-]{36}\?camera=nikon-d700&-keyword=draft$/)
  await expect(page.getByText(`3 of ${shown}`)).toBeVisible()
  await expect(page.getByText('Camera: Nikon D700 · Without keyword draft')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText(`4 of ${shown}`)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(server.address + path)
  await expect(tiles(page).nth(3)).toBeFocused()
  await chip(page, 'Without keyword draft').click()
  await expect(page).toHaveURL(`${server.address}/photo?camera=nikon-d700`)
  await expect(tiles(page)).toHaveCount(8)
  await page.getByRole('link', { name: 'Clear Filter' }).click()
  await expect(page).toHaveURL(`${server.address}/`)
})

test('an album is filtered on its own page', async ({ page }) => {
  await page.setViewportSize(wide)
  await open(page, `${server.address}/album/${album}`)
  await button(page).click()
  await expect(found(page)).toHaveText('12 photos')
  await value(page, 'draft').check()
  await expect(page).toHaveURL(`${server.address}/album/${album}?keyword=draft`)
  await expect(tiles(page)).toHaveCount(2)
  await reload(page)
  await expectInterface(page)
  await expect(tiles(page)).toHaveCount(2)
  await tiles(page).first().click()
  await expect(page.getByText('1 of 2')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(`${server.address}/album/${album}?keyword=draft`)
  await chip(page, 'Keyword: draft').click()
  await expect(page).toHaveURL(`${server.address}/album/${album}`)
  await expect(tiles(page)).toHaveCount(12)
})

test('an album says what its filter finds, and how to see all of it again', async ({ page }) => {
  const filtered = page.getByRole('list', { name: 'Filter' })
  await open(page, `${server.address}/album/${album}?keyword=draft`)
  const [count, clear] = [filtered.getByText('2 photos'), filtered.getByText('Clear Filter')]
  const [left, right] = [await count.boundingBox(), await clear.boundingBox()]
  expect(right!.x - left!.x - left!.width).toBeGreaterThanOrEqual(8)
  await open(page, `${server.address}/album/${album}?q=street`)
  await expect(filtered).toContainText('12 photos')
  await filtered.getByRole('link', { name: 'Clear Search' }).click()
  await expect(page).toHaveURL(`${server.address}/album/${album}`)
  await open(page, `${server.address}/album/${album}?year=1999`)
  await expect(filtered).toContainText('0 photos')
  await expect(page.getByText('No photos in this album match the filter.')).toBeVisible()
  await filtered.getByRole('link', { name: 'Clear Filter' }).click()
  await expect(tiles(page)).toHaveCount(12)
})

test('the search box suggests values and leads to the filter that its text describes', async ({
  page,
}) => {
  await page.setViewportSize(wide)
  await open(page, server.address)
  // A key that is an abbreviation comes with what it means.
  await field(page).pressSequentially('foc')
  await expect(options(page)).toHaveText(['focal:Focal length', 'focal35:35 mm equivalent'])
  await field(page).fill('')
  await field(page).pressSequentially('d70')
  await expect(options(page)).toHaveText([/^CameraNikon D708/, /^CameraNikon D7008/])
  await expect(field(page)).toHaveRole('combobox')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(options(page).nth(1)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(field(page)).toHaveValue('camera:=nikon-d700 ')
  await expect(options(page)).toHaveCount(0)
  await field(page).pressSequentially('-keyw')
  await expect(options(page)).toHaveText(['-keyword:'])
  await options(page).first().click()
  await expect(options(page)).toHaveText([/^Keywordlake/, /^Keyworddraft/])
  await page.keyboard.press('Escape')
  await expect(options(page)).toHaveCount(0)
  await field(page).pressSequentially('draft lake')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${server.address}/photo?camera=nikon-d700&-keyword=draft&q=lake`)
  await expect(field(page)).toHaveValue('camera:=nikon-d700 -keyword:draft lake')
  await reload(page)
  await expectInterface(page)
  await expect(field(page)).toHaveValue('camera:=nikon-d700 -keyword:draft lake')

  await field(page).fill('camera:"nikon d70" year:2020-2021')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${server.address}/photo?camera=%7Enikon+d70&year=2020..2021`)
  await expect(chip(page, 'Camera: “nikon d70”')).toBeVisible()
})

test('a filter that finds nothing says so and can be taken apart', async ({ page }) => {
  await open(page, `${server.address}/photo?camera=nikon-d700&year=1999`)
  await expect(page.getByText('No photos match this filter.')).toBeVisible()
  await chip(page, 'Year: 1999').click()
  await expect(tiles(page)).toHaveCount(8)
})

test('removing chips with the keyboard keeps the focus in the filter', async ({ page }) => {
  await page.setViewportSize(wide)
  await open(page, `${server.address}/photo?camera=nikon-d700&-keyword=draft`)
  await chip(page, 'Camera: Nikon D700').press('Enter')
  await expect(page).toHaveURL(`${server.address}/photo?-keyword=draft`)
  await expect(chip(page, 'Without keyword draft')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${server.address}/`)
  await expect(button(page)).toBeFocused()
  await open(page, `${server.address}/album/${album}?keyword=draft`)
  await chip(page, 'Keyword: draft').press('Enter')
  await expect(page).toHaveURL(`${server.address}/album/${album}`)
  await expect(button(page)).toBeFocused()
})

test('the filter panel names what is excluded, and lists the newest years first', async ({
  page,
}) => {
  await page.setViewportSize(wide)
  await open(page, `${server.address}/photo?-camera=nikon-d700`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Not taken with Nikon D700')
  await button(page).click()
  const named = panel(page).getByRole('list', { name: 'Camera', exact: true })
  await expect(named.getByRole('listitem').first()).toContainText('Nikon D700')
  await panel(page).locator('summary', { hasText: 'Year' }).click()
  const years = panel(page).getByRole('list', { name: 'Year', exact: true })
  await expect(years.locator('label')).toHaveText([/^2023/, /^2022/, /^2021/, /^2020/])
  await panel(page).locator('summary', { hasText: 'ISO' }).click()
  const range = panel(page).getByRole('group', { name: 'ISO, from and to' })
  await range.getByLabel('From').fill('abc')
  await expect(range.getByText('Enter a number, such as 400.')).toBeVisible()
  await expect(range.getByLabel('From')).toHaveAttribute('aria-invalid', 'true')
  await expect(range.getByLabel('To')).toHaveAttribute('aria-invalid', 'false')
  await expect(panel(page).getByRole('heading', { name: 'Orientation' })).toBeVisible()
  await expect(panel(page).getByRole('heading', { name: 'Shape' })).toHaveCount(0)
})

test('a search that finds nothing says what was read as a word', async ({ page }) => {
  await page.setViewportSize(wide)
  await open(page, server.address)
  await field(page).fill('f:banana')
  await field(page).press('Enter')
  await expect(page).toHaveURL(`${server.address}/photo?q=f%3Abanana`)
  await expect(page.getByText('“banana” is not a value of Aperture')).toBeVisible()
  await field(page).fill('lake location:yes')
  await field(page).press('Enter')
  await expect(page).toHaveURL(`${server.address}/photo?q=lake`)
  await expect(page.getByText('Location')).toHaveCount(0)
  await expect(field(page)).toHaveValue('lake')
})

test('only the owner can filter by location', async ({ page }) => {
  await page.setViewportSize(wide)
  await open(page, server.address)
  await button(page).click()
  await expect(panel(page).getByRole('heading', { name: 'Year' })).toBeVisible()
  await expect(panel(page).getByRole('heading', { name: 'Location' })).toHaveCount(0)
  await signInBrowser(page, server, owner.cookie)
  await open(page, server.address)
  await button(page).click()
  await expect(panel(page).getByRole('heading', { name: 'Location' })).toBeVisible()
})

test('the owner finds new, private and forgotten photos in one step each', async ({ page }) => {
  const bytes = await camera({ title: '', date: '2019:01:01 08:00:00' })
  const { id } = await owner.upload({ name: 'new.jpg', bytes })
  await signInBrowser(page, server, owner.cookie)
  await page.setViewportSize(phone)
  await open(page, server.address)
  await expect(tiles(page).first()).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
  await page.getByRole('link', { name: 'Recently added' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Recently added')
  await expect(tiles(page).first()).toHaveAttribute('href', `/photo/${id}?order=added`)
  await tiles(page).first().click()
  await expect(page).toHaveURL(`${server.address}/photo/${id}?order=added`)
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByText(`2 of ${total + 1}`)).toBeVisible()
  await page.goBack()
  // A new size would abort the transition.
  await transitionsOver(page)

  await page.setViewportSize(wide)
  await open(page, server.address)
  await button(page).click()
  await value(page, 'Private').check()
  await value(page, 'In no album').check()
  await value(page, 'last 24 hours').check()
  await expect(found(page)).toHaveText('1 photo')
  await expect(page.getByRole('button', { name: 'Save as album' })).toHaveCount(0)
  await expect(tiles(page)).toHaveCount(1)
  await field(page).fill('is:untitled uploaded:today -album:any')
  await page.keyboard.press('Enter')
  await expect(tiles(page)).toHaveCount(1)
  await expect(chip(page, 'Untitled')).toBeVisible()
  await page.context().clearCookies()
  await open(page, `${server.address}/photo?is=private&title=no`)
  await expect(tiles(page)).toHaveCount(0)
  await open(page, server.address)
  await expect(page.getByRole('link', { name: 'Recently added' })).toHaveCount(0)
  await button(page).click()
  await expect(panel(page).getByRole('heading', { name: 'Year' })).toBeVisible()
  for (const name of ['Visibility', 'Uploaded', 'Albums', 'Title']) {
    await expect(panel(page).getByRole('heading', { name })).toHaveCount(0)
  }
  await owner.send('DELETE', `/api/photos/${id}`, { removeFiles: true })
})

for (const theme of colorThemes) {
  test(`axe finds no problems in the panel, the sheet and the suggestions, ${theme}`, async ({
    page,
  }) => {
    await owner.send('POST', '/api/user/config', { colorTheme: theme })
    const path = `${server.address}/photo?camera=nikon-d700&-keyword=draft`
    await page.setViewportSize(wide)
    await open(page, path)
    await button(page).click()
    await expect(value(page, 'Nikon D700')).toBeChecked()
    expect(await violations(page)).toEqual([])
    await field(page).fill('')
    await field(page).pressSequentially('d7')
    await expect(options(page).first()).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.setViewportSize(phone)
    await open(page, path)
    await button(page).click()
    await expect(value(page, 'Nikon D700')).toBeVisible()
    expect(await violations(page)).toEqual([])
  })
}

test.describe('no JavaScript', () => {
  test.use(withoutScripts)

  test('chips and the search box work without JavaScript', async ({ page }) => {
    await page.goto(`${server.address}/photo?camera=nikon-d700&-keyword=draft`)
    await expect(button(page)).toBeHidden()
    await chip(page, 'Without keyword draft').click()
    await expect(page).toHaveURL(`${server.address}/photo?camera=nikon-d700`)
    await field(page).fill('camera:d610 lake')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${server.address}/photo?camera=%7Ed610&q=lake`)
  })
})
