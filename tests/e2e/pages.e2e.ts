import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import {
  clearAway,
  type RunningVitrine,
  startVitrine,
  temporaryFolder,
} from '../support/executable.ts'
import { writeOwnPages } from '../support/own-pages.ts'
import { claim, ownerClient } from '../support/owner-client.ts'
import { camera } from '../support/photos.ts'
import { violations } from './axe.ts'
import { expect, sidewaysScroll, test, withoutScripts } from './gallery.ts'
import { reload } from './go-to.ts'
import { expectInterface, open, signInBrowser } from './screen.ts'

// The tests change the pages of one gallery, one after another.
test.describe.configure({ mode: 'serial' })

let server: RunningVitrine
let cookie: string

test.beforeAll(async () => {
  server = await startVitrine(join(temporaryFolder(), 'data'))
  cookie = await claim(server)
})
test.afterAll(clearAway)

const write = (name: 'about' | 'resume', text: string) =>
  writeFileSync(join(server.data, 'pages', `${name}.md`), text)
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
async function documents(page: Page): Promise<() => number> {
  let count = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) count++
  })
  return () => count
}

test('visitors see neither page and no link to it until the owner writes it', async ({ page }) => {
  const bar = page.getByRole('contentinfo')
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await open(page, server.address)
    await expect(bar.getByRole('link')).toHaveText(['Ann', 'ACCOUNT'])
    await bar.getByRole('link', { name: 'Ann' }).focus()
    await page.keyboard.press('Tab')
    await expect(bar.getByRole('link', { name: 'ACCOUNT' })).toBeFocused()
  }
  await signInBrowser(page, server, cookie)
  await open(page, server.address)
  await expect(bar.getByRole('link')).toHaveText(['ABOUT', 'RESUME', 'Ann', 'ACCOUNT'])
  await bar.getByRole('link', { name: 'ABOUT' }).press('Enter')
  const hint = page.getByText('Visitors do not see this page until you write its text.')
  await expect(hint).toBeVisible()
  await page.getByRole('link', { name: 'Edit this page' }).press('Enter')
  await expect(page.getByText('Visitors do not see this page until you replace')).toBeVisible()
  const text = page.getByLabel('Text in Markdown')
  await text.press('ControlOrMeta+End')
  await page.keyboard.type('Written by Ann.')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect(page.getByText('Visitors see this page at /about.')).toBeVisible()
  await page.getByRole('link', { name: 'Show page' }).click()
  await expect(heading(page, 'What this is for')).toBeVisible()
  await expect(hint).toHaveCount(0)

  await page.context().clearCookies()
  await open(page, server.address)
  await expect(bar.getByRole('link')).toHaveText(['ABOUT', 'Ann', 'ACCOUNT'])
  writeOwnPages(server.data)
})

test.describe('hidden page', () => {
  test.use({ allowed: /^(answer|console.*) 404|status of 404/ })

  test('a page that is hidden again is not found within the interface either', async ({ page }) => {
    await open(page, server.address)
    write('about', '')
    await page.getByRole('link', { name: 'ABOUT' }).click()
    await expect(heading(page, 'Page not found')).toBeVisible()
    writeOwnPages(server.data)
  })
})

test('an empty photostream leads to the albums, and so do addresses that people type', async ({
  page,
}) => {
  const owner = ownerClient(server, cookie)
  await owner.upload({ name: 'one.jpg', bytes: await camera() })
  const [photo] = await owner.photos()
  const made = await owner.send('POST', '/api/albums', { name: 'Iceland' })
  const { data: album } = (await made.json()) as { data: { id: string } }
  await owner.send('PUT', `/api/albums/${album.id}/photos/add`, { photoIds: [photo!.id] })
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await open(page, server.address)
    await expect(heading(page, 'The photos are in albums')).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.getByRole('link', { name: 'Browse by album' }).press('Enter')
    await expect(page).toHaveURL(`${server.address}/album`)
    await expect(page.getByRole('main').getByRole('link', { name: 'Iceland' })).toBeVisible()
    // Also without a new page of the server.
    await page.getByRole('contentinfo').getByRole('link', { name: 'Ann' }).click()
    await expect(page.getByRole('link', { name: 'Browse by album' })).toBeVisible()
  }
  await open(page, `${server.address}/albums?from=a%20card`)
  await expect(page).toHaveURL(`${server.address}/album?from=a%20card`)

  write('about', '[All albums](/albums?from=about), [one](/albums/'.concat(album.id, ')'))
  const loaded = await documents(page)
  await open(page, `${server.address}/about`)
  await page.getByRole('link', { name: 'one' }).press('Enter')
  await expect(page).toHaveURL(`${server.address}/album/${album.id}`)
  await page.goBack()
  await page.getByRole('link', { name: 'All albums' }).click()
  await expect(page).toHaveURL(`${server.address}/album?from=about`)
  expect(loaded()).toBe(1)
  writeOwnPages(server.data)
})

test('the bottom bar links to both pages, home and the account', async ({ page }) => {
  await open(page, server.address)
  const bar = page.getByRole('contentinfo')
  await expect(bar.getByRole('link')).toHaveText(['ABOUT', 'RESUME', 'Ann', 'ACCOUNT'])
  await bar.getByRole('link', { name: 'ABOUT' }).click()
  await expect(page).toHaveURL(`${server.address}/about`)
  await expect(page).toHaveTitle('About · Ann')
  for (const name of [
    'What this is for',
    'Technical details',
    'Project links',
    'Credits',
    'Company history',
  ]) {
    await expect(heading(page, name)).toBeVisible()
  }
  await bar.getByRole('link', { name: 'RESUME' }).click()
  await expect(page).toHaveTitle('Resume · Ann')
  for (const name of ['Experience', 'Skills', 'Education', 'Projects', 'Patents']) {
    await expect(heading(page, name)).toBeVisible()
  }
  await bar.getByRole('link', { name: 'ACCOUNT' }).click()
  await expect(heading(page, 'Login to edit settings')).toBeVisible()
})

test('links in a page’s text open screens without a page load, and going back works', async ({
  page,
}) => {
  const loaded = await documents(page)
  await open(page, `${server.address}/about`)
  await page.getByRole('main').getByRole('link', { name: 'Cameras' }).click()
  await expect(page).toHaveURL(`${server.address}/camera`)
  await page.goBack()
  const link = page.getByRole('main').getByRole('link', { name: 'Resume' })
  await link.press('Enter')
  await expect(heading(page, 'Experience')).toBeVisible()
  expect(loaded()).toBe(1)
  await page.goBack()
  const another = page.context().waitForEvent('page')
  await link.click({ modifiers: ['ControlOrMeta'] })
  await expect(await another).toHaveURL(`${server.address}/resume`)
  await expect(page).toHaveURL(`${server.address}/about`)
})

test('the text on About is at most 700 px wide', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page, `${server.address}/about`)
  const widths = await page
    .locator('.prose > *')
    .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().width))
  expect(Math.max(...widths)).toBe(700)
})

test('edited pages show on the next visit, and cannot run scripts', async ({ page }) => {
  const word = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'
  const text = [
    '# Hello',
    '<script>document.title = "run"</script> <img src=x onerror="document.title = 1">',
    '[run](javascript:document.title=1) [site](https://example.org/) [file](/favicon.svg)',
    '> said',
    '```\nlong code '.concat('and on '.repeat(40), '\n```'),
    `| ${word} | ${word} |\n| --- | --- |\n| 1 | 2 |`,
  ].join('\n\n')
  write('resume', text)
  write('about', '')
  await page.setViewportSize({ width: 320, height: 700 })
  await open(page, `${server.address}/resume`)
  await expect(heading(page, 'Hello')).toBeVisible()
  await expect(page).toHaveTitle('Resume · Ann')
  await expect(page.getByText('<script>')).toBeVisible()
  await expect(page.getByRole('link', { name: 'run' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'site' })).toHaveAttribute(
    'href',
    'https://example.org/',
  )
  expect(await sidewaysScroll(page)).toBe(0)
  await expect(page.getByRole('link', { name: 'ABOUT' })).toHaveCount(0)
})

test('only the owner sees which file to edit', async ({ page }) => {
  write('about', '# Mine')
  await open(page, `${server.address}/about`)
  await expect(heading(page, 'Mine')).toBeVisible()
  await expect(page.getByText('pages/about.md')).toHaveCount(0)
  await signInBrowser(page, server, cookie)
  await reload(page)
  await expectInterface(page)
  await expect(page.getByText('pages/about.md')).toBeVisible()
})

test('an address with a trailing slash redirects to the page and keeps its query', async ({
  page,
}) => {
  await open(page, `${server.address}/resume/?from=a%20card`)
  await expect(page).toHaveURL(`${server.address}/resume?from=a%20card`)
  await expect(page).toHaveTitle('Resume · Ann')
})

test.describe('case', () => {
  test.use({ allowed: /^(answer 404|console.* 404)/ })

  test('an address in a different case is not found by the server and the interface', async ({
    page,
  }) => {
    for (const path of ['/PHOTO', '/Resume', '/ALBUM', '/Account/profile']) {
      const answer = await page.goto(server.address + path)
      expect([path, answer?.status()]).toEqual([path, 404])
      await expectInterface(page)
      await expect(heading(page, 'Page not found')).toBeVisible()
      await expect(page).toHaveURL(server.address + path)
    }
  })
})

test.describe('failures', () => {
  test.use({ allowed: /^(answer|console.*) 500.*\/api\/pages|500 \(/ })

  test('a page that cannot be loaded can be retried', async ({ page }) => {
    write('about', '# Mine')
    const error = { code: 500, message: 'something went wrong' }
    await page.route(
      '**/api/pages/about',
      (route) => route.fulfill({ status: 500, json: { error } }),
      {
        times: 1,
      },
    )
    await open(page, server.address)
    await page.getByRole('link', { name: 'ABOUT' }).click()
    await expect(page.getByRole('alert')).toContainText('Something went wrong')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(heading(page, 'Mine')).toBeVisible()
  })
})

test.describe(() => {
  test.use(withoutScripts)

  test('both pages work without JavaScript', async ({ page }) => {
    write('about', '# Mine')
    await page.goto(`${server.address}/about`)
    await expect(heading(page, 'Mine')).toBeVisible()
  })
})
