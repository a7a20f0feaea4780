import type { Page } from 'playwright/test'
import type { NoticeChannel, NoticeChannelChange } from '../../src/contract/site/notices.ts'
import { clearAway, type RunningVitrine } from '../support/executable.ts'
import { claimedGallery, type OwnerClient } from '../support/owner-client.ts'
import { violations } from './axe.ts'
import { expect, sidewaysScroll, test } from './gallery.ts'
import { manyNotices, mockNotices, noNotices } from './notices-mock.ts'
import { open, signInBrowser } from './screen.ts'

let server: RunningVitrine
let owner: OwnerClient

test.beforeAll(async () => {
  ;({ server, owner } = await claimedGallery())
})
test.afterAll(clearAway)
// An address that is refused.
test.use({ allowed: /^(answer|console.*) 400.*\/api\/safety\/notices/ })

type Sent = { readonly method: string; readonly path: string; readonly body: unknown }

/** Answers with these channels, after each write with what `change` makes of them. */
async function openNotices(
  page: Page,
  data = manyNotices(),
  change: (sent: Sent) => NoticeChannel[] | { status: number; error: object } = () => data.channels,
) {
  const writes: Sent[] = []
  let { channels } = data
  await mockNotices(page, data)
  await page.route(/\/api\/safety\/notices(\/[^/]+)?$/, (route) => {
    const request = route.request()
    const method = request.method()
    if (method !== 'GET') {
      const path = new URL(request.url()).pathname.replace('/api/safety/notices', '')
      const sent = { method, path, body: request.postDataJSON() as unknown }
      writes.push(sent)
      const result = change(sent)
      if (!Array.isArray(result)) {
        return route.fulfill({ status: result.status, json: { error: result.error } })
      }
      channels = result
    }
    return route.fulfill({ json: { data: { ...data, channels } } })
  })
  await signInBrowser(page, server, owner.cookie)
  await open(page, `${server.address}/account/safety`)
  await expect(page.getByRole('button', { name: 'Add a notice' })).toBeVisible()
  return writes
}
const card = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Notices' }).getByRole('listitem', { name })
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).press('Enter')

/** Chooses how the owner is told, by keyboard. */
async function choose(page: Page, kind: string): Promise<void> {
  // One that is closing still takes the focus back.
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Kind' }).press('Enter')
  const option = page.getByRole('option', { name: kind })
  await expect(option).toBeVisible()
  // One letter: a slow machine may not type two before the list's timeout.
  await page.keyboard.type(kind.charAt(0))
  await expect(option).toHaveAttribute('data-highlighted')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Kind' })).toHaveText(kind)
}

const added = ({ kind, address }: NoticeChannelChange): NoticeChannel => ({
  ...manyNotices().channels[0]!,
  ...{ kind, address, hasSecret: kind === 'webhook', last: null },
})

test('a webhook is added by keyboard on a phone, with the server’s error beside its field', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const writes = await openNotices(page, noNotices, ({ body }) => {
    const change = body as NoticeChannelChange
    if (change.address.startsWith('https://')) return [added(change)]
    const message = 'address: must be an address that begins with https:// or http://'
    return { status: 400, error: { code: 400, message, details: { field: 'address' } } }
  })
  await expect(page.getByText('problems are shown on the account pages only')).toBeVisible()
  const button = page.getByRole('button', { name: 'Add a notice' })
  await button.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add a notice' })
  await expect(dialog.getByText('There is no mail server, so no e-mail can be sent.')).toBeVisible()
  await choose(page, 'Webhook')
  await expect(dialog.getByText('There is no mail server')).toHaveCount(0)
  const address = dialog.getByRole('textbox', { name: 'Address' })
  const secret = dialog.getByRole('textbox', { name: 'Secret' })
  await address.press('Enter')
  await expect(address).toHaveAccessibleDescription('Enter an address')
  await expect(address).toBeFocused()
  await address.fill(' hooks.example.org ')
  await address.press('Enter')
  await expect(secret).toHaveAccessibleDescription('Enter a secret, or generate one')
  await expect(secret).toBeFocused()
  expect(writes).toEqual([])

  await press(page, 'Generate')
  await expect(secret).toHaveValue(/^whsec_[\w+/]{32}$/)
  const first = await secret.inputValue()
  await press(page, 'Generate')
  await expect(secret).not.toHaveValue(first)
  await press(page, 'Copy secret')
  await expect(dialog.getByRole('status')).toHaveText('Copied')
  const generated = await secret.inputValue()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(generated)

  await address.press('Enter')
  await expect(address).toHaveAccessibleDescription(/^Must be an address that begins with https/)
  await expect(address).toBeFocused()
  expect(await sidewaysScroll(page)).toBe(0)
  expect(await violations(page)).toEqual([])
  await address.fill('https://hooks.example.org')
  await address.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(button).toBeFocused()
  await expect(card(page, 'Webhook https://hooks.example.org')).toContainText('Nothing sent yet')
  await expect(page.getByText('Added: Webhook, https://hooks.example.org')).toBeVisible()
  const { body } = writes.at(-1)!
  expect(body).toEqual({ kind: 'webhook', address: 'https://hooks.example.org', secret: generated })
  // It is not shown again.
  expect(await page.content()).not.toContain(generated)
})

test('an e-mail has no secret, and what was typed is not lost without a question', async ({
  page,
}) => {
  const writes = await openNotices(page, noNotices, ({ body }) => [
    added(body as NoticeChannelChange),
  ])
  await press(page, 'Add a notice')
  const dialog = page.getByRole('dialog', { name: 'Add a notice' })
  await expect(dialog.getByRole('textbox')).toHaveCount(1)
  await dialog.getByLabel('E-mail address').fill('ann@example.org')
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog', { name: 'Leave without saving?' }).getByText('Stay').click()
  await choose(page, 'Gotify')
  await dialog.getByLabel('App token').fill('a-token-of-gotify')
  await choose(page, 'E-mail')
  await dialog.getByLabel('E-mail address').press('Enter')
  await expect(card(page, 'E-mail ann@example.org')).toContainText('There is no mail server')
  expect(writes.map(({ body }) => body)).toEqual([{ kind: 'email', address: 'ann@example.org' }])
})

test('an edit keeps the stored secret, but not for another address', async ({ page }) => {
  const writes = await openNotices(page)
  const button = page.getByRole('button', { name: 'Edit: ntfy, https://ntfy.sh/ann-gallery' })
  await button.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Edit notice' })
  const token = dialog.getByLabel('Access token (optional)')
  await expect(token).toHaveValue('')
  await expect(token).toHaveAccessibleDescription('Leave it empty to keep the stored token.')
  await token.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(button).toBeFocused()

  await button.press('Enter')
  await dialog.getByLabel('Remove the stored token').press('Space')
  await press(page, 'Save')
  await expect(dialog).toHaveCount(0)

  const ntfy = { kind: 'ntfy', address: 'https://ntfy.sh/ann-gallery' }
  const path = `/${manyNotices().channels[2]!.id}`
  expect(writes).toEqual([
    { method: 'PUT', path, body: ntfy },
    { method: 'PUT', path, body: { ...ntfy, secret: null } },
  ])

  await press(page, /^Edit: Gotify/)
  await dialog.getByLabel('Address of the server').fill('https://elsewhere.example.org')
  await press(page, 'Save')
  await expect(dialog.getByLabel('App token')).toHaveAccessibleDescription('Enter the token')
  await expect(dialog.getByLabel('App token')).toBeFocused()
  expect(writes).toHaveLength(2)
})

test('a test shows whether it was sent, until something else is', async ({ page }) => {
  const data = manyNotices()
  await openNotices(page, data)
  const answers = [null, 'The service answered with 404: check the address.']
  const answered = Promise.withResolvers<void>()
  await page.route('**/api/safety/notices/*/test', async (route) => {
    await answered.promise
    await route.fulfill({ json: { data: { problem: answers.shift() } } })
  })
  const ntfy = card(page, 'ntfy')
  await expect(ntfy).toContainText('Sent 15 hours ago')
  const button = page.getByRole('button', { name: /^Send a test: ntfy/ })
  await button.press('Enter')
  await expect(ntfy.getByRole('status')).toHaveText('Sending a test…')
  await expect(button).toHaveAttribute('aria-busy', 'true')
  await expect(button).toBeFocused()
  answered.resolve()
  await expect(ntfy.getByRole('status')).toHaveText('The test was sent.')
  await expect(ntfy).not.toContainText('Sent 15 hours ago')
  await button.press('Enter')
  const problem = 'The test could not be sent. The service answered with 404: check the address.'
  await expect(ntfy.getByRole('alert')).toHaveText(problem)
  await expect(ntfy.getByRole('status')).toBeEmpty()
  await expect(card(page, 'Gotify').getByRole('alert')).toHaveCount(0)

  const last = { at: new Date().toISOString(), problem: null }
  const channels = data.channels.map((each) => (each.kind === 'ntfy' ? { ...each, last } : each))
  await mockNotices(page, { ...data, channels })
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(ntfy.getByRole('alert')).toHaveCount(0)
  await expect(ntfy).toContainText('Sent just now')
})

test('a notice is removed only after a question, and the heading gets its focus', async ({
  page,
}) => {
  const { channels } = manyNotices()
  const writes = await openNotices(page, manyNotices(), () => channels.slice(0, -1))
  const button = page.getByRole('button', { name: /^Remove: After each good backup/ })
  await button.press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Stop calling this address?' })
  await expect(question).toContainText('will no longer be called after backups.')
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
  expect(writes).toEqual([])
  await button.press('Enter')
  await question.getByRole('button', { name: 'Remove' }).press('Enter')
  await expect(card(page, 'After each good backup')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Notices' })).toBeFocused()
  await expect(page.getByText(/^Removed: After each good backup/)).toBeVisible()
  expect(writes).toEqual([{ method: 'DELETE', path: `/${channels.at(-1)!.id}`, body: null }])
})

test('channels in every state are shown without violations, and there are at most ten', async ({
  page,
}) => {
  const data = manyNotices()
  const ten = Array.from({ length: 10 }, (_, number) => ({
    ...data.channels[number % 5]!,
    id: crypto.randomUUID(),
  }))
  await page.setViewportSize({ width: 390, height: 844 })
  await openNotices(page, { hasMailServer: true, channels: ten })
  await expect(card(page, 'Webhook').first()).toContainText(
    'Could not be sent 2 hours ago. The service answered with 401: check the secret or token.',
  )
  await expect(card(page, 'Webhook').first()).toContainText('2 notices are waiting to be sent')
  await expect(card(page, 'After each good backup').first()).toContainText('Called 9 hours ago')
  await press(page, 'Add a notice')
  await expect(page.getByText('There can be at most 10.')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await sidewaysScroll(page)).toBe(0)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await violations(page, colorScheme === 'light' ? 'all' : 'colours')).toEqual([])
  }
})
