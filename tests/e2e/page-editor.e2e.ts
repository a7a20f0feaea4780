import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { limits } from '../../src/contract/limits.ts'
import { sizeText } from '../../src/contract/text/size-text.ts'
import { clearAway, type RunningVitrine } from '../support/executable.ts'
import { claimedGallery, type OwnerClient, ownerPassword } from '../support/owner-client.ts'
import { expect, test } from './gallery.ts'
import { expectInterface, open, signInBrowser } from './screen.ts'

// The tests change the pages of one gallery, one after another.
test.describe.configure({ mode: 'serial' })

let server: RunningVitrine
let owner: OwnerClient

test.beforeAll(async () => {
  ;({ server, owner } = await claimedGallery())
})
test.afterAll(clearAway)

const fileOf = (name: string) => join(server.data, 'pages', `${name}.md`)
const text = (page: Page) => page.getByLabel('Text in Markdown')
const saved = (page: Page) => page.getByText('Saved', { exact: true })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const versions = (page: Page) => button(page, /^View the version/)

async function openEditor(page: Page, name: 'about' | 'resume' = 'about') {
  await signInBrowser(page, server, owner.cookie)
  await open(page, `${server.address}/account/${name}`)
  await expect(text(page)).toBeVisible()
}

test('the owner gets from a page to its text, changes it with the keyboard and sees it on the page', async ({
  page,
}) => {
  await signInBrowser(page, server, owner.cookie)
  await open(page, `${server.address}/about`)
  await page.getByRole('link', { name: 'Edit this page' }).press('Enter')
  await expect(page).toHaveURL(/\/account\/about$/)
  await expect(page).toHaveTitle('About · Ann')
  await expect(text(page)).toHaveValue(/^# /)
  await text(page).focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('# My words\n\n<b>plain</b>, *really*')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(saved(page)).toBeVisible()
  await expect(text(page)).toBeFocused()
  expect(readFileSync(fileOf('about'), 'utf8')).toBe('# My words\n\n<b>plain</b>, *really*')
  await page.keyboard.type('!')
  await expect(saved(page)).toHaveCount(0)
  await page.keyboard.press('Backspace')
  await page.getByRole('link', { name: 'Show page' }).click()
  await expect(page.getByRole('heading', { name: 'My words' })).toBeVisible()
  await expect(page.getByText('<b>plain</b>')).toBeVisible()
})

test('the preview shows unsaved text as the page would, and nothing in it can run', async ({
  page,
}) => {
  await openEditor(page)
  await text(page).fill('# Unsaved\n\n<img src=x onerror="document.title=1"> [link](/camera)')
  await button(page, 'Preview').press('Enter')
  await expect(button(page, 'Preview')).toHaveAttribute('aria-pressed', 'true')
  const preview = page.locator('article.prose.is-about')
  await expect(preview.getByRole('heading', { name: 'Unsaved' })).toBeVisible()
  await expect(preview).toContainText('<img src=x')
  const another = page.context().waitForEvent('page')
  await preview.getByRole('link', { name: 'link' }).click()
  await expect(await another).toHaveURL(`${server.address}/camera`)
  await expect(page).toHaveURL(/\/account\/about$/)
  await expect(page).toHaveTitle('About · Ann')
  await button(page, 'Write').click()
  await expect(text(page)).toHaveValue(/^# Unsaved/)
  expect(readFileSync(fileOf('about'), 'utf8')).toContain('# My words')
})

test('unsaved text is not discarded without a question', async ({ page }) => {
  await openEditor(page)
  await text(page).fill('unsaved')
  const list = page.getByRole('navigation', { name: 'Account' })
  await list.getByRole('link', { name: 'Resume' }).click()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(text(page)).toHaveValue('unsaved')
  await list.getByRole('link', { name: 'Resume' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/account\/resume$/)
  await expect(text(page)).toHaveValue(/Experience/)
  await list.getByRole('link', { name: 'About' }).click()
  await expect(text(page)).toHaveValue(/^# My words/)
})

test.describe('conflicts', () => {
  test.use({ allowed: /^(answer|console.*) 409.*\/api\/pages\/about|status of 409/ })

  test('a text written elsewhere meanwhile is shown with the owner’s, and either can be kept', async ({
    page,
  }) => {
    await openEditor(page)
    writeFileSync(fileOf('about'), '# From another editor')
    await text(page).fill('# Mine')
    await page.keyboard.press('ControlOrMeta+s')
    const heading = page.getByRole('heading', { name: 'This page was changed elsewhere' })
    await expect(heading).toBeFocused()
    await expect(page.getByLabel('The other text')).toHaveValue('# From another editor')
    await expect(page.getByLabel('Your text')).toHaveValue('# Mine')
    expect(readFileSync(fileOf('about'), 'utf8')).toBe('# From another editor')
    await button(page, 'Use the other text').click()
    await expect(heading).toHaveCount(0)
    await expect(text(page)).toHaveValue('# From another editor')
    await button(page, 'Undo').click()
    await expect(text(page)).toHaveValue('# Mine')
    await page.keyboard.press('ControlOrMeta+s')
    await expect(saved(page)).toBeVisible()
    expect(readFileSync(fileOf('about'), 'utf8')).toBe('# Mine')

    writeFileSync(fileOf('about'), '# Once more')
    await text(page).fill('# Mine again')
    await button(page, 'Save').click()
    await button(page, 'Save my text').click()
    await expect(saved(page)).toBeVisible()
    expect(readFileSync(fileOf('about'), 'utf8')).toBe('# Mine again')
    // The list is loaded again after saving.
    const newest = page
      .getByRole('listitem')
      .filter({ has: versions(page) })
      .first()
    await expect(newest).toContainText(`${sizeText('# Once more'.length)}, from the file`)
    await versions(page).first().click()
    await expect(page.getByRole('dialog').getByRole('heading', { name: 'Once more' })).toBeVisible()
  })
})

test('an earlier version can be viewed and used again with the keyboard', async ({ page }) => {
  await openEditor(page)
  const dialog = page.getByRole('dialog')
  await expect(page.getByText('from the file').first()).toBeVisible()
  const count = await versions(page).count()
  await versions(page).nth(1).press('Enter')
  await expect(dialog.getByRole('heading', { name: 'Mine', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(versions(page).nth(1)).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Use this version' }).press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(text(page)).toHaveValue('# Mine')
  await expect(saved(page)).toBeVisible()
  expect(readFileSync(fileOf('about'), 'utf8')).toBe('# Mine')
  await expect(versions(page)).toHaveCount(Math.min(10, count + 1))
})

test('a text that is too long is refused with a sentence', async ({ page }) => {
  await openEditor(page)
  await text(page).fill('x'.repeat(limits.pageText + 1))
  await page.keyboard.press('ControlOrMeta+s')
  await expect(text(page)).toHaveAccessibleDescription(
    'The text has 200,001 characters, but 200,000 is the limit. Shorten it before saving.',
  )
  await text(page).fill('short')
  await expect(text(page)).toHaveAccessibleDescription('')
})

test.describe('session', () => {
  test.use({ allowed: /^(answer|console.*) 401|status of 401/ })

  test('an ended session does not lose the text of a page', async ({ page }) => {
    await openEditor(page)
    await text(page).fill('# Written for an hour')
    await page.context().clearCookies()
    await page.keyboard.press('ControlOrMeta+s')
    const question = page.getByRole('dialog', { name: 'Sign in again' })
    await question.getByLabel('Password', { exact: true }).fill(ownerPassword)
    await page.keyboard.press('Enter')
    await expect(saved(page)).toBeVisible()
    expect(readFileSync(fileOf('about'), 'utf8')).toBe('# Written for an hour')
  })
})

test('a page that is a link to another file says where to edit it', async ({ page }) => {
  await page.route('**/api/pages/resume/source', async (route) => {
    const message = 'pages/resume.md is a link to another file; edit that file instead'
    await route.fulfill({ json: { error: { code: 409, message } } })
  })
  await signInBrowser(page, server, owner.cookie)
  await page.goto(`${server.address}/account/resume`)
  await expectInterface(page)
  await expect(page.getByRole('alert')).toContainText('edit that file instead')
})
