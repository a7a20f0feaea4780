import type { Page } from 'playwright/test'
import { clearAway, type RunningVitrine } from '../support/executable.ts'
import { claimedGallery } from '../support/owner-client.ts'
import { camera } from '../support/photos.ts'
import { expect, expectPictures, sidewaysScroll, test } from './gallery.ts'
import { reload } from './go-to.ts'
import { publish } from './long-gallery.ts'
import { open } from './screen.ts'

const lens = 'XF16-55mmF2.8'
const lensPath = '/lens/xf16-55mmf2.8'

let server: RunningVitrine

test.beforeAll(async () => {
  const gallery = await claimedGallery()
  server = gallery.server
  for (let number = 0; number < 30; number++) {
    const bytes = await camera({
      lens,
      model: number < 26 ? 'X-T5' : 'X-E1',
      make: 'FUJIFILM',
      title: `Photo ${number}`,
      keywords: number < 26 ? ['Night', `Street ${number % 3}`] : ['a/b 50% 🦊'],
      date: `${2020 + (number % 4)}:0${1 + (number % 9)}:03 ${String(number % 24).padStart(2, '0')}:10:00`,
      focalTenths: 160 + 10 * number,
      iso: 200 * 2 ** (number % 5),
      fTenths: [28, 40, 56][number % 3]!,
      shutter: [30, 60, 125, 250, 500, 1000, 2000][number % 7]!,
    })
    await gallery.owner.upload({ name: `${number}.jpg`, bytes })
  }
  await publish(gallery.owner, await gallery.owner.photos())
})
test.afterAll(clearAway)

const overviews = (page: Page) => page.getByRole('navigation', { name: 'Overviews' })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const chart = (page: Page, name: string) => page.getByRole('group', { name })

test('the overviews lead to each other, and say which is open', async ({ page }) => {
  await open(page, server.address)
  await page.getByRole('banner').getByRole('link', { name: 'Cameras' }).click()
  for (const [name, path, title] of [
    ['Lenses', '/lens', 'Lenses'],
    ['Keywords', '/keyword', 'Keywords'],
    ['Archive', '/archive', 'Archive'],
    ['Cameras', '/camera', 'Fujifilm X-E1'],
  ] as const) {
    await overviews(page).getByRole('link', { name }).click()
    await expect(page).toHaveURL(server.address + path)
    await expect(heading(page)).toHaveText(title)
    await expect(overviews(page).locator("[aria-current='page']")).toHaveText(name)
    await expectPictures(page)
    for (const width of [1440, 820, 390]) {
      await page.setViewportSize({ width, height: 900 })
      expect([path, width, await sidewaysScroll(page)]).toEqual([path, width, 0])
    }
  }
})

test('a bar leads to the photos it counts, by mouse and by keyboard', async ({ page }) => {
  await open(page, `${server.address}/camera/x-t5`)
  const bar = chart(page, 'ISO').getByRole('link', { name: 'ISO 200–399: 6 photos' })
  await bar.click()
  await expect(page).toHaveURL(`${server.address}/photo?camera=x-t5&iso=200..%3C400`)
  await expect(page.locator('a.tile')).toHaveCount(6)
  await page.goBack()
  await expect(heading(page)).toHaveText('Fujifilm X-T5')
  const first = chart(page, 'Time of day').getByRole('link').first()
  await first.focus()
  await page.keyboard.press('Tab')
  const second = chart(page, 'Time of day').getByRole('link').nth(1)
  await expect(second).toBeFocused()
  await expect(second).toHaveAccessibleName('01:00: 2 photos')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${server.address}/photo?camera=x-t5&hour=1`)
  await expect(page.locator('a.tile')).toHaveCount(2)
})

test('bars of two hours on a phone are wide enough to press', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, `${server.address}/camera/x-t5`)
  const bars = chart(page, 'Time of day').getByRole('link')
  const widths = await bars.evaluateAll((all) =>
    all.map((bar) => bar.querySelector('rect')!.getBoundingClientRect().width),
  )
  expect(widths.length).toBeGreaterThan(0)
  expect(Math.min(...widths)).toBeGreaterThanOrEqual(24)
  await bars.first().click()
  await expect(page).toHaveURL(`${server.address}/photo?camera=x-t5&hour=0..1`)
})

test('the marks below a chart on a phone do not touch each other', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, `${server.address}/camera/x-t5`)
  for (const name of ['Focal length', 'Aperture', 'Exposure time', 'ISO', 'Time of day']) {
    const marks = chart(page, name).filter({ visible: true }).locator('g[aria-hidden] text')
    expect(await marks.count()).toBeGreaterThan(1)
    let end = 0
    for (const mark of await marks.all()) {
      const { x, width } = (await mark.boundingBox())!
      expect([name, await mark.textContent(), x > end]).toEqual([name, expect.anything(), true])
      end = x + width
    }
  }
})

test('screen readers get the numbers of a chart as a table', async ({ page }) => {
  await open(page, `${server.address}/camera/x-t5`)
  const table = page.getByRole('table', { name: 'ISO', exact: true })
  await expect(table.getByRole('row').nth(1)).toHaveText('ISO 200–3996')
  await expect(page.getByRole('table', { name: 'Time of day' }).getByRole('row')).toHaveCount(25)
})

test('another camera shows its own evidence, and links to its lens and back', async ({ page }) => {
  await open(page, `${server.address}/camera/x-t5`)
  const list = page.getByRole('navigation', { name: 'Cameras' })
  await expect(page.getByRole('link', { name: /^ISO 3200/ })).toHaveCount(1)
  await list.getByRole('link', { name: 'Fujifilm X-E1' }).click()
  await expect(heading(page)).toHaveText('Fujifilm X-E1')
  await expect(page.getByRole('link', { name: 'ISO 200–399: 1 photo' })).toHaveCount(0)
  await page.getByRole('main').getByRole('link', { name: lens }).click()
  await expect(page).toHaveURL(server.address + lensPath)
  await expect(heading(page)).toHaveText(lens)
  await expect(page).toHaveTitle(new RegExp(`^${RegExp.escape(lens)} · `))
  await page.getByRole('main').getByRole('link', { name: 'Fujifilm X-T5' }).click()
  await expect(heading(page)).toHaveText('Fujifilm X-T5')
})

test('first, latest and most liked photos open in the viewer', async ({ page }) => {
  await open(page, server.address + lensPath)
  const latest = page.getByRole('listitem').filter({ hasText: 'Latest photo' })
  await latest.getByRole('link').click()
  await expect(page).toHaveURL(/\/photo\/[^/?]+\?lens=xf16-55mmf2\.8$/)
  await page.goBack()
  await expect(heading(page)).toHaveText(lens)
})

test('keywords lead to their photos, from the index and from a photo', async ({ page }) => {
  await open(page, `${server.address}/keyword`)
  await page.getByRole('link', { name: 'Night (26 photos)' }).click()
  await expect(heading(page)).toHaveText('Night')
  await expect(page.getByRole('main').getByRole('img')).toHaveCount(24)
  await page.getByRole('link', { name: 'Street 1' }).click()
  await expect(page).toHaveURL(`${server.address}/keyword/street%201`)
  await page.getByRole('main').getByRole('listitem').first().getByRole('link').click()
  await expect(page).toHaveURL(/\/photo\/[^/?]+\?keyword=street\+1$/)
  await page.getByRole('article').getByRole('link', { name: 'Night' }).click()
  await expect(page).toHaveURL(`${server.address}/keyword/night`)
  await page.getByRole('link', { name: 'All 26 photos' }).click()
  await expect(page).toHaveURL(`${server.address}/photo?keyword=night`)
})

test('a keyword with signs of addresses works from the index and on reload', async ({ page }) => {
  await open(page, `${server.address}/keyword`)
  await page.getByRole('link', { name: 'a/b 50% 🦊' }).click()
  await expect(heading(page)).toHaveText('a/b 50% 🦊')
  await reload(page)
  await expect(heading(page)).toHaveText('a/b 50% 🦊')
  await expect(page.getByRole('main').getByRole('img')).toHaveCount(4)
})

test('a month of the archive leads to its photos', async ({ page }) => {
  await open(page, `${server.address}/archive`)
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    /^2023/,
    /^2022/,
    /^2021/,
    /^2020/,
  ])
  await page.getByRole('link', { name: /^January 2020: / }).click()
  await expect(page).toHaveURL(`${server.address}/photo?year=2020&month=1`)
  await page.goBack()
  await page.getByRole('link', { name: /^2021/ }).press('Enter')
  await expect(page).toHaveURL(`${server.address}/photo?year=2021`)
})
