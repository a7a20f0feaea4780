import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import {
  clearAway,
  type RunningVitrine,
  startVitrine,
  temporaryFolder,
} from '../support/executable.ts'
import { claim } from '../support/owner-client.ts'
import { expect, sidewaysScroll, test, withoutScripts } from './gallery.ts'
import { expectInterface, open, signInBrowser } from './screen.ts'

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
  await page.getByRole('link', { name: 'ABOUT' }).click()
  await expect(heading(page, 'Nothing here yet')).toBeVisible()
})

test('only the owner sees which file to edit', async ({ page }) => {
  write('about', '# Mine')
  await open(page, `${server.address}/about`)
  await expect(heading(page, 'Mine')).toBeVisible()
  await expect(page.getByText('pages/about.md')).toHaveCount(0)
  await signInBrowser(page, server, cookie)
  await page.reload()
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
